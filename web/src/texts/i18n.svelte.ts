import type { Language, Phrase } from "../views";
import { CATALOGUES } from "./catalogue";
import type en from "./en.json";
import { fill, type Fillings } from "./phrase";

type Shared = typeof en;

/** All texts there are, by their keys; each game adds its own from its folder. */
export interface Texts extends Shared {}

export type TextKey = keyof Texts;

/** The texts of the client in the language that is chosen; it can change at any time. */
class I18n {
  language = $state<Language>("en");

  t = (key: TextKey, fillings: Fillings = {}): string => fill(CATALOGUES[this.language][key]!, fillings, this.language);

  /** A text that a game may bring or not; null if it does not. */
  findText = (key: string): string | null => {
    const text = CATALOGUES[this.language][key];
    return text === undefined ? null : fill(text, {}, this.language);
  };

  /** A text that comes in every language, as those of the rulebooks do. */
  localized = (phrase: Phrase, fillings: Fillings = {}): string => fill(phrase[this.language], fillings, this.language);

  /** Several things in a row: “a, b and c”. */
  list = (items: string[]): string =>
    items.length < 2 ? items.join() : this.t("list", { some: items.slice(0, -1).join(", "), last: items.at(-1) });
}

export const i18n = new I18n();

/** A text of our own in every language, where it is not yet known who reads it. */
export function phraseOf(key: TextKey): Phrase {
  return { en: CATALOGUES.en[key]!, fr: CATALOGUES.fr[key]! };
}

/** The language that a browser asks for, as far as we speak it. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.slice(0, 2).toLowerCase();
    if (language === "en" || language === "fr") return language;
  }
  return "en";
}
