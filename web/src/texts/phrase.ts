import type { Language } from "../views";

export type Fillings = Record<string, unknown>;

const GAP = /\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/g;

/** A text with its gaps filled: `{points} {points:point|points}`, as in the catalogues of the rules. */
export function fill(text: string, fillings: Fillings, language: Language): string {
  const filled = text.replace(GAP, (_, gap: string, singular: string | undefined, plural: string | undefined) => {
    const value = fillings[gap];
    if (singular !== undefined && plural !== undefined) return isOne(value, language) ? singular : plural;
    return Array.isArray(value) ? value.join(", ") : String(value);
  });
  return language === "fr" ? unbroken(filled) : filled;
}

/** French sets a space before some signs, at which no line may break. */
function unbroken(text: string): string {
  return text.replace(/ (?=[:;?!»])/g, "\u00a0").replace(/« /g, "«\u00a0");
}

/** French counts nothing as one, English as many. */
function isOne(value: unknown, language: Language): boolean {
  return value === 1 || (value === 0 && language === "fr");
}

/** The names of all gaps of a text. */
export function gaps(text: string): Set<string> {
  return new Set([...text.matchAll(GAP)].map((found) => found[1] ?? ""));
}
