import { type CountStep, sum } from "../../table";
import { i18n } from "../../texts/i18n.svelte";
import type { TerminusView } from "./view";

/** What a player held at the very end, among the things that are counted. */
export const LAST_HAND = "hand";

/** The final count: lines, cards of earlier rounds, and last the hands that are laid open. */
export function count({ sheet, result }: TerminusView, names: string[]): CountStep[] {
  const last = sheet.at(-1);
  if (!result || !last) return [];
  const earlier = sheet.slice(0, -1);
  const seats = [...names.keys()];
  const lines = seats.map((seat) => ({
    part: "lines",
    seat,
    points: sum(sheet.map((round) => round.lines[seat]!)),
    text: i18n.t("terminus.countLines", { name: names[seat] }),
  }));
  const cards = seats.map((seat) => ({
    part: "cards",
    seat,
    points: sum(earlier.map((round) => round.cards[seat]!)),
    text: i18n.t("terminus.countEarlier", { name: names[seat] }),
  }));
  const hands = seats.map((seat) => ({
    part: "cards",
    seat,
    points: last.cards[seat]!,
    text: i18n.t("terminus.countHand", { name: names[seat] }),
    thing: LAST_HAND,
  }));
  return [...[...lines, ...cards].filter(({ points }) => points > 0), ...(last.out === null ? [] : hands)];
}
