const SOONER = !globalThis.requestAnimationFrame; // where there are no frames, all comes at once

/**
 * A board that has just been laid. What never changes on it comes with its second frame: not in one go with all that can
 * be tapped, nor with the players, whom the first frame brings.
 */
export class Settling {
  settled = $state(SOONER);

  constructor() {
    $effect(() => {
      let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(() => (this.settled = true))));
      return () => cancelAnimationFrame(frame);
    });
  }
}
