import { afterFrames } from "../shell/afterFrames";

/**
 * A board that has just been laid. What never changes on it comes with the third frame: not in one go with all that can
 * be tapped, which is laid out in the first, nor with the players, whom the second one brings.
 */
export class Settling {
  settled = $state(!globalThis.requestAnimationFrame); // where there are no frames, all comes at once

  constructor() {
    $effect(() => afterFrames(3, () => (this.settled = true)));
  }
}
