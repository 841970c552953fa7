import { i18n } from "../../texts/i18n.svelte";
import { fill, type Fillings } from "../../texts/phrase";
import en from "./en.json";
import fr from "./fr.json";

export type AdminText = keyof typeof en;

const CATALOGUES: Record<"en" | "fr", Record<AdminText, string>> = { en, fr };

/** A text of the administrators' pages, which nobody else needs to load. */
export function ta(key: AdminText, fillings: Fillings = {}): string {
  return fill(CATALOGUES[i18n.language][key], fillings, i18n.language);
}

/** A moment in full: administrators compare them. */
export function moment(milliseconds: number): string {
  return new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" }).format(milliseconds);
}
