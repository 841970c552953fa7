import type { CompanionInfo, ExplanationInfo } from "../generated/messages";
import type { GameEvent, View } from "../views";
import { request } from "./api";
import { hasBegun } from "./lessons";

/** That there are lessons is told once, too. */
const LESSONS = "lessons";

/** What is new to whoever plays the first games of a kind. */
export class Companion {
  #new = $state.raw<ExplanationInfo[]>([]);
  #explained: string | null = null;
  /** Whether to tell that the game has lessons. */
  offersLessons = $state(false);

  constructor(readonly game: string) {}

  /** Ask the server what was not explained yet. Without an answer there is no companion, and that is no harm. */
  async load(): Promise<void> {
    const found = await request<CompanionInfo>("GET", this.#path()).catch(() => null);
    this.#new = found?.explanations ?? [];
    this.offersLessons = found !== null && found.offer_lessons && !hasBegun(this.game);
  }

  /** The first thing on the screen, or of what has just happened, that was not explained yet. What is being explained
      stays as long as it is there: nobody is interrupted. */
  explanation(view: View, events: GameEvent[]): ExplanationInfo | null {
    const there = this.#new.filter((each) => belongsTo(each, view, events));
    const found = there.find(({ id }) => id === this.#explained) ?? there[0] ?? null;
    this.#explained = found?.id ?? null;
    return found;
  }

  /** It was explained, and will not be again. */
  told({ id }: Pick<ExplanationInfo, "id">): void {
    this.#new = this.#new.filter((each) => each.id !== id);
    request<void>("PUT", `${this.#path()}/${id}`).catch(() => {});
  }

  toldOfLessons(): void {
    this.offersLessons = false;
    this.told({ id: LESSONS });
  }

  #path(): string {
    return `/games/${encodeURIComponent(this.game)}/companion`;
  }
}

/** Whether what is explained is there: for who has to move, or for who sees what happened. */
export function belongsTo({ asks, moves, events }: ExplanationInfo, view: View, happened: GameEvent[]): boolean {
  const toMove = view.seat !== null && view.turn.includes(view.seat) && view.legal.length > 0;
  const asked = asks.includes(view.asks ?? "") || view.legal.some((move) => moves.includes(move.do));
  return (toMove && asked) || happened.some(({ event }) => events.includes(event));
}
