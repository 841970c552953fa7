import type { Language } from "../views";

export type Fillings = Record<string, unknown>;

const GAP = /\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/g;

/**
 * A text with its gaps filled, as in the catalogues of the rules: `{points} {points:point|points}`; French `de {player}`
 * becomes `d’Ada`, and `de {station}` `du carré` where the station is `le carré`.
 */
export function fill(text: string, fillings: Fillings, language: Language): string {
  let [filled, end] = ["", 0];
  for (const found of text.matchAll(GAP)) {
    filled += text.slice(end, found.index);
    end = found.index + found[0].length;
    const filling = inGap(fillings[found[1]!], found[2], found[3], language);
    filled = language === "fr" ? joined(filled, filling) : filled + filling;
  }
  filled += text.slice(end);
  return language === "fr" ? unbroken(filled) : filled;
}

function inGap(value: unknown, singular: string | undefined, plural: string | undefined, language: Language): string {
  if (singular !== undefined && plural !== undefined) return isOne(value, language) ? singular : plural;
  return Array.isArray(value) ? value.join(", ") : String(value);
}

// Words that lose their e before a vowel, and what begins like one: in most names a mute h or y too ...
const ELIDED = /((?<!\p{L})d|qu)e $/iu;
const LIKE_A_VOWEL = /^([aàâäæeéèêëiîïoôöœuùûü]|h(?!a)|y(?![aeiou]))/i;
// ... and those that become one word with the article after them.
const PREPOSITION = /(?<!\p{L})(de|à) $/iu;
const ARTICLE = /^(les?) /;
const CONTRACTIONS: Record<string, string> = { "de le": "du", "de les": "des", "à le": "au", "à les": "aux" };

/** A French text and what fills the gap behind it, grown together where French does so. */
function joined(text: string, filling: string): string {
  if (LIKE_A_VOWEL.test(filling)) return text.replace(ELIDED, "$1’") + filling;
  const [preposition, article] = [PREPOSITION.exec(text), ARTICLE.exec(filling)];
  if (!preposition || !article) return text + filling;
  const [first, rest] = [preposition[1]!, filling.slice(article[0].length)];
  const both = CONTRACTIONS[`${first.toLowerCase()} ${article[1]}`]!;
  const capital = first[0] === first[0]!.toUpperCase();
  return `${text.slice(0, preposition.index)}${capital ? both[0]!.toUpperCase() + both.slice(1) : both} ${rest}`;
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
