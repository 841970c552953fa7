import type { Ply } from "../live/LiveTable.svelte";
import type { Moment } from "../live/tableApi";
import { pacing } from "./pacing.svelte";

/** How many plies there were before the others did what they did last: up to the move of one's own before that. */
export function pliesBeforeOthers(plies: Ply[], seat: number | null): number {
  const last = plies.findLastIndex((ply) => ply.seat !== seat);
  return plies.slice(0, last + 1).findLastIndex((ply) => ply.seat === seat) + 1;
}

/** Moments of a game shown once more, one after another: what the others did since one's last move. */
export class Recap {
  #moments = $state.raw<Moment[]>([]);
  #at = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The moment on the table, the one before it, and how many there are besides the first; null while there is none. */
  get shown(): { moment: Moment; before: Moment | null; at: number; last: number } | null {
    const moment = this.#moments[this.#at];
    if (!moment) return null;
    return { moment, before: this.#moments[this.#at - 1] ?? null, at: this.#at, last: this.#moments.length - 1 };
  }

  play(moments: Moment[]): void {
    this.stop();
    this.#moments = moments;
    this.#goOnLater();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#moments = [];
    this.#at = 0;
  }

  #goOnLater(): void {
    this.#timer = setTimeout(() => {
      if (++this.#at < this.#moments.length) this.#goOnLater();
      else this.stop();
    }, pacing.perPlyAgain);
  }
}
