import type { CandidateWorth } from "../generated/messages";
import type { Worth } from "../table";
import type { MoveData } from "../views";
import { amountInWords } from "./amounts";
import type { Unit } from "./review";

/** What the legal moves are worth, as lists of moves show it; the first is the best. */
export function worthsInWords(
  { candidates }: { candidates: CandidateWorth[] },
  legal: MoveData[],
  unit: Unit,
): Worth[] {
  const moves = new Map(legal.map((move) => [move.text, move]));
  return candidates.flatMap((candidate, place) => {
    const move = moves.get(candidate.move);
    return move ? [{ move, worth: amountInWords(candidate[unit], unit), best: place === 0 }] : [];
  });
}
