import type { TableInfo } from "../live/api";
import { seatName } from "../pages/labels";
import { i18n } from "../texts/i18n.svelte";

/** How a game ended that people ended before its rules did, in a sentence. */
export function earlyEndInWords({ ended, ranks, seats }: TableInfo): string {
  if (ended !== "alone") return i18n.t("ended.deserted");
  const winners = seats.filter(({ seat }) => ranks?.[seat] === 1);
  if (winners.some(({ yours }) => yours)) return i18n.t("ended.youWon");
  return i18n.t("ended.won", { names: i18n.list(winners.map(seatName)) });
}
