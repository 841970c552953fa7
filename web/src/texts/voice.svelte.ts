import type { Language, Phrase } from "../views";
import en from "./en.json";
import fr from "./fr.json";
import { fill, type Fillings } from "./phrase";

export type Key = keyof typeof en;

const CATALOGUES: Record<Language, Record<Key, string>> = { en, fr };

/** The language in which everything is said; it can change at any time. */
class Voice {
  language = $state<Language>("en");

  say = (key: Key, fillings: Fillings = {}): string => fill(CATALOGUES[this.language][key], fillings, this.language);

  /** A text that comes in every language, as those of the rulebooks do. */
  read = (phrase: Phrase, fillings: Fillings = {}): string => fill(phrase[this.language], fillings, this.language);

  /** Several things in a row: “a, b and c”. */
  list = (items: string[]): string =>
    new Intl.ListFormat(this.language, { style: "long", type: "conjunction" }).format(items);
}

export const voice = new Voice();

/** A text of our own in every language, where it is not yet known who reads it. */
export function phraseOf(key: Key): Phrase {
  return { en: en[key], fr: fr[key] };
}

/** The language that a browser asks for, as far as we speak it. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.slice(0, 2).toLowerCase();
    if (language === "en" || language === "fr") return language;
  }
  return "en";
}
