import { createContext } from "svelte";
import type { PartialMove } from "../../table";
import type { Letter, Print, TerminusBoard, TerminusMoveData, TerminusView } from "./view";

/** What is printed on the cards of this table, for all that is drawn on it. */
export const [printedCards, printCards] = createContext<() => TerminusBoard["cards"]>();

/** The lines there are, in their order. */
export function lettersOf(lines: TerminusView["lines"]): Letter[] {
  return Object.keys(lines) as Letter[];
}

/** The legal moves of one card of the hand. */
export function movesOf(card: string, legal: TerminusMoveData[]): TerminusMoveData[] {
  return legal.filter((move) => cardOf(move) === card);
}

/** The card that a move lays somewhere; null for stopping. */
export function cardOf(move: TerminusMoveData): string | null {
  return "card" in move ? move.card : null;
}

/** The line that a move is made on; null for a secret and for stopping. */
export function lineOf(move: TerminusMoveData): Letter | null {
  return "line" in move ? move.line : null;
}

/** Parts of the move that someone means who points at a card, and maybe at a line, where it cannot be laid. */
export function meant(card: string, { joker }: Print, asks: TerminusView["asks"], line: Letter | null): PartialMove {
  if (asks === "first-secret") return { do: "secret", card };
  if (!joker) return { do: "play", card }; // which belongs on its own line, whatever line is pointed at
  return { do: "joker", card, ...(line ? { line } : {}) };
}

/** Cards of a heap, equal ones together, in the order of their first. */
export function grouped(cards: string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts];
}

/** The place of a line that comes next. */
export function nextPlace(stacks: string[][]): number {
  return stacks.findIndex((stack) => !stack.length);
}

/** The place of a line that a move lays a card on; null for what is not laid on a line. */
export function placeOf(
  move: TerminusMoveData,
  lines: TerminusView["lines"],
  board: TerminusBoard,
): { line: Letter; place: number } | null {
  if (!("line" in move)) return null;
  const { card, line } = move;
  return { line, place: board.cards[card]!.joker ? nextPlace(lines[line]) : board.lines[line].indexOf(card) };
}
