/** A review of a finished game, as plots, bars and lists need it. No rule and no judgement lives here. */

import type { Review, ReviewedDecision, ReviewedSeat, ReviewMoment } from "../generated/messages";
import type { MoveData } from "../views";

export type Unit = Review["unit"];
export type Mark = NonNullable<ReviewedDecision["mark"]>;
export type Source = ReviewedDecision["luck_from"];

/** Moves by what they are called in records. */
export function movesByText(moves: MoveData[]): Map<string, MoveData> {
  return new Map(moves.map((move) => [move.text, move]));
}

/** The worst first. */
export const MARKS: Mark[] = ["blunder", "mistake", "inaccuracy"];
export const SOURCES: Source[] = ["cards", "others", "both"];

/** What a seat could expect after so many moves; where it decides, that decision. */
export interface CurvePoint {
  at: number;
  value: number;
  decision: ReviewedDecision | null;
}

/** What a seat could expect at each of its decisions, and, once these are all weighed, after the last move what it
 * got. */
export function curveOf(review: Review, seat: number, last: number): CurvePoint[] {
  const { unit } = review;
  const points = review.decisions.flatMap((decision): CurvePoint[] => {
    const own = decision.seat === seat;
    // Where all is known, a decision tells what everyone can expect.
    const value = own ? decision.value : decision.everyone?.[seat];
    return value ? [{ at: decision.n - 1, value: value[unit], decision: own ? decision : null }] : [];
  });
  const { result, decisions, of } = review.seats[seat]!;
  return decisions < of ? points : [...points, { at: last, value: result[unit], decision: null }];
}

/** What a seat could expect at a moment: what it could at its last decision up to then, before its first one at that. */
export function valueAt(curve: CurvePoint[], at: number): number | null {
  if (at > (curve.at(-1)?.at ?? -1)) return null; // not weighed yet
  return (curve.findLast((point) => point.at <= at) ?? curve[0]!).value;
}

/** One bar of a sum: it begins where the one before ended. */
export interface Bar {
  part: "expected" | Source | "loss" | "result";
  from: number;
  to: number;
  /** What it adds, as it is shown; of the first and the last, how long it is. */
  by: number;
}

/** Shown are whole per cents and tenths of points. */
const FINEST: Record<Unit, number> = { share: 100, points: 10 };

/**
 * From what a seat could expect at first, over luck and losses, to its result; null while that is not known. What is
 * shown adds up, too: it is the ends of the bars that are rounded. Luck that comes to nothing then has no bar.
 */
export function barsOf({ expected, luck_from, loss, result }: ReviewedSeat, unit: Unit): Bar[] | null {
  if (!expected || !luck_from || !loss) return null;
  const rounded = (value: number) => Math.round(value * FINEST[unit]) / FINEST[unit];
  let end = 0;
  const bar = (part: Bar["part"], from: number, to: number): Bar => ({
    part,
    from,
    to,
    by: rounded(to) - rounded(from),
  });
  const step = (part: Bar["part"], by: number) => bar(part, end, (end += by));
  return [
    step("expected", expected[unit]),
    ...SOURCES.map((source) => step(source, luck_from[unit][source])).filter(({ by }) => by),
    step("loss", -loss[unit]),
    bar("result", 0, result[unit]),
  ];
}

/** Which decisions are to be seen: those of a seat or of all, and those with certain marks or all. */
export interface DecisionFilter {
  seat: number | null;
  marks: Mark[] | null;
}

export function filtered(decisions: ReviewedDecision[], { seat, marks }: DecisionFilter): ReviewedDecision[] {
  return decisions.filter(
    (decision) =>
      (seat === null || decision.seat === seat) &&
      (marks === null || (decision.mark !== null && marks.includes(decision.mark))),
  );
}

/** How often each mark was given to a seat. */
export function countMarks(decisions: ReviewedDecision[], seat: number): Record<Mark, number> {
  const counts: Record<Mark, number> = { blunder: 0, mistake: 0, inaccuracy: 0 };
  for (const decision of decisions) if (decision.seat === seat && decision.mark) counts[decision.mark] += 1;
  return counts;
}

/** The moment before this one, or the one after it. */
export function neighbour(moments: ReviewMoment[], at: number, step: -1 | 1): ReviewMoment | null {
  const found = step > 0 ? moments.find(({ n }) => n - 1 > at) : moments.findLast(({ n }) => n - 1 < at);
  return found ?? null;
}
