import { cubicOut } from "svelte/easing";
import { prefersReducedMotion } from "svelte/motion";
import type { TransitionConfig } from "svelte/transition";

/** How long something takes, in milliseconds: nothing at all for those who asked for less motion. */
export function animationDuration(milliseconds: number): number {
  return prefersReducedMotion.current ? 0 : milliseconds;
}

// How things come and go. Svelte's own transitions ask for the computed style of what they move, so that the whole page
// is laid out once for each of them, in the middle of showing a move; these do not.

interface Timing {
  duration: number;
  delay?: number;
}

function timed({ duration, delay = 0 }: Timing, css: (part: number) => string): TransitionConfig {
  return { duration: animationDuration(duration), delay: animationDuration(delay), easing: cubicOut, css };
}

export function fade(_: Element, timing: Timing): TransitionConfig {
  return timed(timing, (part) => `opacity: ${part}`);
}

export function fly(_: Element, { x = 0, y = 0, ...timing }: Timing & { x?: number; y?: number }): TransitionConfig {
  return timed(timing, (part) => `translate: ${x * (1 - part)}px ${y * (1 - part)}px; opacity: ${part}`);
}

export function scale(_: Element, { start = 0, ...timing }: Timing & { start?: number }): TransitionConfig {
  return timed(timing, (part) => `scale: ${start + (1 - start) * part}; opacity: ${part}`);
}

export function draw(path: SVGPathElement, timing: Timing): TransitionConfig {
  path.setAttribute("pathLength", "1");
  return timed(timing, (part) => `stroke-dasharray: 1; stroke-dashoffset: ${1 - part}`);
}
