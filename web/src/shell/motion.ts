import { prefersReducedMotion } from "svelte/motion";

/** How long something takes, in milliseconds: nothing at all for those who asked for less motion. */
export function animationDuration(milliseconds: number): number {
  return prefersReducedMotion.current ? 0 : milliseconds;
}
