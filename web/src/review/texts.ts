import { i18n } from "../texts/i18n.svelte";
import { fill, type Fillings } from "../texts/phrase";
import en from "./en.json";
import fr from "./fr.json";

export type ReviewText = keyof typeof en;

const CATALOGUES: Record<"en" | "fr", Record<ReviewText, string>> = { en, fr };

/** A text about what moves were worth: whoever does not ask need not load it. */
export function tr(key: ReviewText, fillings: Fillings = {}): string {
  return fill(CATALOGUES[i18n.language][key], fillings, i18n.language);
}
