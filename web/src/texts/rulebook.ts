import type { Refusal, TableKind } from "../table";
import type { GameDetails, GameEvent, Language, Phrase } from "../views";
import { phraseOf } from "./i18n.svelte";
import { fill, gaps } from "./phrase";

type Words = Record<string, Phrase>;

/** What happens at every table, whatever is played there. */
const COMMON_EVENTS: Words = {
  undo: phraseOf("log.undo"),
  "seat-resigned": phraseOf("log.resigned"),
  "seat-stand-in": phraseOf("log.standIn"),
  "seat-back": phraseOf("log.back"),
  "seat-hint": phraseOf("log.hint"),
  "seat-undo-declined": phraseOf("log.undoDeclined"),
  "seat-ended": phraseOf("log.ended"),
  "seat-left": phraseOf("log.left"),
  "seat-here": phraseOf("log.here"),
};

const SEVERAL = phraseOf("several");

/** What a game's rulebook and its table say in the browser: the table's own words go first. */
export function tableTexts(game: GameDetails, kind: TableKind): Pick<GameDetails, "events" | "refusals" | "words"> {
  return {
    events: { ...game.events, ...kind.events },
    refusals: { ...game.refusals, ...kind.refusals },
    words: { ...game.words, ...kind.words?.(game) },
  };
}

/** An event in a sentence; null if there is nothing to tell about it. */
export function tell(
  game: Pick<GameDetails, "events" | "words">,
  event: GameEvent,
  names: string[],
  language: Language,
) {
  const phrase = seenPhrase(game, event) ?? game.events[event.event] ?? COMMON_EVENTS[event.event];
  if (!phrase) return null;
  const fillings = named(event, game.words, language);
  if (event.seat !== undefined) fillings.player = names[event.seat];
  return fill(phrase[language], fillings, language);
}

/** How events are told: what was told once is not put into words again, for a log is long and grows with every move. */
export function teller(game: Pick<GameDetails, "events" | "words">, names: string[], language: Language) {
  const sentences = new WeakMap<GameEvent, string | null>();
  return (event: GameEvent): string | null => {
    let sentence = sentences.get(event);
    if (sentence === undefined) sentences.set(event, (sentence = tell(game, event, names, language)));
    return sentence;
  };
}

/** Why a move is not allowed, in a sentence that calls things what they are called on the board. */
export function explain(
  game: Pick<GameDetails, "refusals" | "words">,
  { rule, text, data }: Refusal,
  language: Language,
): string {
  const phrase = data && game.refusals[data.refusal];
  if (!phrase) return text;
  const reason = fill(phrase[language], named(data, game.words, language), language);
  return `${rule}${language === "fr" ? "\u00a0" : ""}: ${reason}`;
}

/** The parts of an event or a refusal as they are called. */
function named(data: Record<string, unknown>, words: Words, language: Language): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).map(([gap, value]) => [gap, inWords(value, gap, words, language)]));
}

/** Whether somebody saw something of an event that is hidden from others, such as the card that was drawn. */
export function sawHidden(game: Pick<GameDetails, "events">, event: GameEvent): boolean {
  return seenPhrase(game, event) !== null;
}

/** What only some have seen of an event makes it another sentence for them, or makes it worth one at all. */
function seenPhrase(game: Pick<GameDetails, "events">, event: GameEvent): Phrase | null {
  const seen = game.events[`${event.event}-seen`];
  const known = new Set([...Object.keys(event), "player"]);
  return seen && [...gaps(seen.en)].every((gap) => known.has(gap)) ? seen : null;
}

/** What a part of the notation, or each of several, is called, in this gap or anywhere; anything else as it is. */
function inWords(value: unknown, gap: string, words: Words, language: Language): unknown {
  if (Array.isArray(value))
    return together(
      value.map((item) => inWords(item, gap, words, language)),
      language,
    );
  const name = words[`${gap} ${value}`] ?? (typeof value === "string" ? words[value] : undefined);
  return name?.[language] ?? value;
}

/** What there is several of, once and with its number: “4 blue, Bus”. */
function together(items: unknown[], language: Language): unknown[] {
  const counts = new Map<unknown, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].map(([item, count]) => (count > 1 ? fill(SEVERAL[language], { count, item }, language) : item));
}
