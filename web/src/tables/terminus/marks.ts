import type { GameEvent } from "../../views";
import type { Letter, TerminusBoard } from "./view";

/** Where on the table something happened: on a line, maybe on one place of it, or before a player. */
export interface Mark {
  line: Letter | null;
  place: number | null;
  seat: number | null;
}

export function markOf(event: GameEvent | null, board: TerminusBoard): Mark {
  const laid = (event?.event === "play" ? (event.cards as string[])[0] : (event?.place ?? null)) ?? null;
  const card = laid ?? (event?.event === "swap" ? event.card : null);
  const line = card ? board.cards[card as string]!.line : ((event?.line as Letter | undefined) ?? null);
  if (line) return { line, place: card ? board.lines[line].indexOf(card as string) : null, seat: null };
  return { line: null, place: null, seat: event?.seat ?? null };
}
