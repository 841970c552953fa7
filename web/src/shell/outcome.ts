import { namesOf } from "../table";
import { i18n } from "../texts/i18n.svelte";
import type { View } from "../views";

/** The seats that have won: by the places, where they are not those of the points alone. */
export function winnersOf({ result }: View, ranks: number[] | null): number[] {
  if (!ranks) return result!.winners;
  return [...ranks.keys()].filter((seat) => ranks[seat] === 1);
}

/** Who has won, in a sentence; `you` is the seat of whoever reads it. */
export function outcomeInWords(view: View, names: string[], ranks: number[] | null, you: number | null): string {
  const { scores, winners: best } = view.result!;
  if (view.seats === 1) return i18n.t("count.alone", { score: scores[0] });
  const winners = winnersOf(view, ranks);
  const score = scores[winners[0]!]!;
  // Where few points are good, that is said: nobody takes 0 points for a victory.
  const few = score === Math.min(...scores) && scores[best[0]!]! < Math.max(...scores);
  if (winners.length === 1 && winners[0] === you) return i18n.t(few ? "count.youWonFew" : "count.youWon", { score });
  const called = namesOf(winners, names).map((name, place) => (winners[place] === you ? i18n.t("count.you") : name));
  if (called.length > 1) return i18n.t("count.shared", { names: i18n.list(called) });
  return i18n.t(few ? "count.wonFew" : "count.won", { names: called[0], score });
}

/** Points with a true minus sign. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}
