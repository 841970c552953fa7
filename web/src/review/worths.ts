import type { CandidateWorth } from "../generated/messages";
import type { Worth } from "../table";
import type { MoveData } from "../views";
import { amountInWords } from "./amounts";
import { movesByText, type Unit } from "./review";

interface Weighed {
  /** The best first. */
  candidates: CandidateWorth[];
  /** The same moves as data. */
  legal: MoveData[];
}

/** What the legal moves are worth, as lists of moves show it. */
export function worthsInWords({ candidates, legal }: Weighed, unit: Unit): Worth[] {
  const moves = movesByText(legal);
  return candidates.flatMap((candidate, place) => {
    const move = moves.get(candidate.move);
    return move ? [{ move, worth: amountInWords(candidate[unit], unit), best: place === 0 }] : [];
  });
}
