import type { DailyTry } from "../generated/messages";
import { i18n } from "../texts/i18n.svelte";

/** How somebody did: the points, and among several players the place. */
export function resultInWords(
  { resigned, place, points }: Pick<DailyTry, "resigned" | "place" | "points">,
  seats: number,
): string {
  if (resigned || points === null) return i18n.t("daily.resigned");
  return seats > 1 ? i18n.t("daily.placePoints", { place, seats, points }) : i18n.t("daily.points", { points });
}

/** How one stands with a deal. */
export function tryInWords(yours: DailyTry | null, seats: number): string {
  if (!yours) return i18n.t("daily.notPlayed");
  const said = yours.status === "running" ? i18n.t("daily.playing") : resultInWords(yours, seats);
  return yours.counted ? said : i18n.t("daily.uncounted", { said });
}
