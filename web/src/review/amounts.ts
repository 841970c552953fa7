import { i18n } from "../texts/i18n.svelte";
import type { Unit } from "./review";
import { tr } from "./texts";

/** A share of the victory in per cent, or points; on request with a sign, also where something is added. */
export function amount(value: number, unit: Unit, sign = false): string {
  const formatted = new Intl.NumberFormat(i18n.language, {
    style: unit === "share" ? "percent" : "decimal",
    maximumFractionDigits: unit === "share" ? 0 : 1,
    signDisplay: sign ? "exceptZero" : "negative",
  }).format(value);
  return formatted.replace("-", "−");
}

/** A small amount, one digit finer: what is lost at a decision on average. */
export function fineAmount(value: number, unit: Unit): string {
  return new Intl.NumberFormat(i18n.language, {
    style: unit === "share" ? "percent" : "decimal",
    maximumFractionDigits: unit === "share" ? 1 : 2,
  }).format(value);
}

/** The same where no plot says what it is an amount of: “6%”, “3.5 points”. */
export function amountInWords(value: number, unit: Unit, sign = false): string {
  const figure = amount(value, unit, sign);
  if (unit === "share") return figure;
  // Which form goes with a fraction, each language decides for itself.
  const one = new Intl.PluralRules(i18n.language).select(Math.abs(value)) === "one";
  return tr("points", { points: figure, plural: one ? 1 : 2 });
}
