import { i18n } from "../texts/i18n.svelte";

/** What a move is worth: points, or a share of the victory from 0 to 1. */
export function worthInWords(worth: number, share: boolean): string {
  if (share) {
    const percent = new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 1 });
    return i18n.t("worth.share", { share: percent.format(worth) });
  }
  const points = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 }).format(worth);
  // Which form goes with a fraction, each language decides for itself: “1.5 points”, « 1,5 point ».
  const one = new Intl.PluralRules(i18n.language).select(worth) === "one";
  return i18n.t("worth.points", { points, plural: one ? 1 : 2 });
}
