import { prefersReducedMotion } from "svelte/motion";

export const PACES = ["slow", "normal", "atOnce"] as const;
export type Pace = (typeof PACES)[number];

/** How long a move of somebody else's is looked at before the next is shown, in milliseconds. */
const PER_PLY: Record<Pace, number> = { slow: 2_000, normal: 800, atOnce: 0 };
/** How long a step of the final count is, and how long the whole count may be. */
const PER_STEP: Record<Pace, number> = { slow: 2_000, normal: 1_000, atOnce: 0 };
const WHOLE_COUNT: Record<Pace, number> = { slow: 40_000, normal: 16_000, atOnce: 0 };

/** How fast it is shown what the others did, and how the points were counted in the end. */
class Pacing {
  chosen = $state<Pace | null>(null);

  /** Until they choose, those who asked for less motion see everything at once. */
  get pace(): Pace {
    return this.chosen ?? (prefersReducedMotion.current ? "atOnce" : "normal");
  }

  get perPly(): number {
    return PER_PLY[this.pace];
  }

  /** Whoever asks to be shown something again wants to see it, whatever the pace. */
  get perPlyAgain(): number {
    return this.perPly || PER_PLY.normal;
  }

  perStep(steps: number): number {
    return Math.min(PER_STEP[this.pace], WHOLE_COUNT[this.pace] / Math.max(1, steps));
  }
}

export const pacing = new Pacing();
