import { namesOf, type TableKind } from "../table";
import { i18n } from "../texts/i18n.svelte";
import type { GameDetails, MoveData, View } from "../views";
import Table from "./Plain.svelte";

type Entries = Record<string, unknown>;
type Words = GameDetails["words"];

/** What the views of all games have, which is shown elsewhere or is for programs. */
const EVERY_GAME_HAS = new Set(["game", "ruleset", "seats", "options", "seat", "n", "turn", "asks", "legal", "result"]);

/** What lies before each seat, as far as the view tells it seat by seat. */
export function places(view: View): Entries[] {
  const { table } = view as View & { table?: unknown };
  return Array.isArray(table) && table.length === view.seats && table.every(hasParts) ? table : [];
}

/** Everything else that this game's view tells. */
export function others(view: View): [string, unknown][] {
  const shown = places(view).length ? new Set([...EVERY_GAME_HAS, "table"]) : EVERY_GAME_HAS;
  return Object.entries(view).filter(([key]) => !shown.has(key));
}

export function hasParts(value: unknown): value is Entries {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What an entry, a decision or a deed is called: by a word of the rulebook, or by its own name. */
export function nameOf(key: string, words: Words): string {
  const word = words[key];
  return word ? i18n.localized(word) : key.replace(/[_-]/g, " ");
}

/** A value in words; parts in parts are told one after the other. */
export function inPlainWords(value: unknown, words: Words, key = ""): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return i18n.t(value ? "plain.yes" : "plain.no");
  if (Array.isArray(value)) {
    const apart = value.some((item) => typeof item === "object" && item !== null) ? " · " : ", ";
    return value.map((item) => inPlainWords(item, words, key)).join(apart) || i18n.t("none");
  }
  if (hasParts(value)) {
    const parts = Object.entries(value).map(
      ([name, part]) => `${nameOf(name, words)} ${inPlainWords(part, words, name)}`,
    );
    return parts.join(", ") || i18n.t("none");
  }
  const word = words[`${key} ${value}`] ?? (typeof value === "string" ? words[value] : undefined);
  return word ? i18n.localized(word) : String(value);
}

/** The parts of a move, or, where it has none, what it does. */
export function partsInWords(move: MoveData, words: Words): string {
  const parts = Object.entries(move).filter(([key]) => key !== "text" && key !== "do");
  if (!parts.length) return nameOf(move.do, words);
  const [[key, only]] = parts as [[string, unknown]];
  if (parts.length === 1) return inPlainWords(only, words, key);
  return inPlainWords(Object.fromEntries(parts), words);
}

/** The legal moves by what they do, in the order of the game. */
export function byDeed(legal: MoveData[]): [string, MoveData[]][] {
  const found = new Map<string, MoveData[]>();
  for (const move of legal) found.set(move.do, [...(found.get(move.do) ?? []), move]);
  return [...found];
}

/** A table for any game, drawn from its view and its legal moves alone. */
export const plain: TableKind = {
  Table,
  ask(view, names, { words }) {
    if (view.result) return i18n.t("ask.over");
    if (view.asks === null) return i18n.t("ask.wait", { names: i18n.list(namesOf(view.turn, names)) });
    return i18n.t("plain.ask", { decision: nameOf(view.asks, words) });
  },
  facts: () => [],
  score(view, seat) {
    const { score, points } = places(view)[seat] ?? {};
    return [view.result?.scores[seat], score, points].find((each) => typeof each === "number") ?? 0;
  },
  parts: (view, seat) => view.result?.parts[seat] ?? {},
  hides: true,
  describe(view, names, { words }) {
    const seats = places(view).map((place, seat) => `${names[seat]}: ${inPlainWords(place, words)}.`);
    return [
      ...seats,
      ...others(view).map(([key, value]) => `${nameOf(key, words)}: ${inPlainWords(value, words, key)}.`),
    ];
  },
  inWords(move, _view, { words }) {
    const [deed, parts] = [nameOf(move.do, words), partsInWords(move, words)];
    return deed === parts ? deed : `${deed}: ${parts}`;
  },
};
