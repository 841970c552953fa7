import type { DecisionWorths } from "../generated/messages";
import type { ReviewRun } from "../live/ReviewRun.svelte";
import type { MoveData } from "../views";

/** Whoever hurries through a game does not ask about every move. */
const REST = 250;

/** The decision of a reviewed game that one looks at: what each of its moves was worth, and which one asks about. */
export class Study {
  worths = $state.raw<DecisionWorths | null>(null);
  chosen = $state.raw<MoveData | null>(null);
  #known = new Map<string, DecisionWorths>();

  /** Look at a decision, or at none; ends what was looked at before. */
  lookAt(run: ReviewRun, n: number | null): () => void {
    this.chosen = null;
    const key = `${run.review?.judge} ${run.hindsight} ${n}`;
    this.worths = this.#known.get(key) ?? null;
    if (n === null || this.worths) return () => {};
    let left = false;
    const timer = setTimeout(async () => {
      const worths = await run.worths(n).catch(() => null);
      if (worths) this.#known.set(key, worths);
      if (!left) this.worths = worths;
    }, REST);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }
}
