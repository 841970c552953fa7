import type { Letter } from "./view";

export const LETTERS: Letter[] = ["M", "T", "B"];

export type Face =
  | { sort: "number"; line: Letter; number: number }
  | { sort: "number joker"; number: number }
  | { sort: "colour joker"; line: Letter }
  | { sort: "super joker" };

/** What is printed on a card: `M3`, `3*`, `M*`, `**`. */
export function faceOf(card: string): Face {
  const [first = "", second = ""] = card;
  if (second !== "*") return { sort: "number", line: first as Letter, number: Number(second) };
  if (first === "*") return { sort: "super joker" };
  if (/\d/.test(first)) return { sort: "number joker", number: Number(first) };
  return { sort: "colour joker", line: first as Letter };
}

/** The points printed on a card. */
export function pointsOn(card: string): number {
  const face = faceOf(card);
  if ("number" in face) return face.number;
  return face.sort === "colour joker" ? 6 : 7;
}

export function pointsOf(cards: string[]): number {
  return cards.reduce((sum, card) => sum + pointsOn(card), 0);
}

/** A card of the hand, and where a move puts it: on a line, or on the secret stack. */
export interface Target {
  move: string;
  card: string;
  line: Letter | null;
}

/** What a move puts where; null for stopping. */
export function targetOf(move: string): Target | null {
  const [verb, what = ""] = move.split(" ");
  const found = /^(..)(?:x\d+)?(?:@([MTB]))?$/.exec(what);
  if (!found) return null;
  const card = found[1]!;
  return { move, card, line: verb === "secret" ? null : ((found[2] ?? card[0]) as Letter) };
}

/** The legal moves of one card of the hand. */
export function movesOf(card: string, legal: string[]): Target[] {
  return legal.map(targetOf).filter((target) => target?.card === card) as Target[];
}

/** Cards of a heap, equal ones together, in the order of their first. */
export function grouped(cards: string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts];
}

/** The place of a line that a move lays a card on; null for what is not laid on a line. */
export function placeOf(move: string, lines: Record<Letter, string[][]>): { line: Letter; place: number } | null {
  const target = targetOf(move);
  if (!target?.line) return null;
  const { card, line } = target;
  const next = lines[line].findIndex((stack) => !stack.length);
  return { line, place: card[1] === "*" ? next : Number(card[1]) - 1 };
}
