import type { Letter } from "../../views";

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

/** Where a move puts a card: on a line, in place of a joker there, or on the secret stack. */
export interface Target {
  move: string;
  line: Letter | null;
}

/** The legal moves of one card of the hand. */
export function movesOf(card: string, legal: string[]): Target[] {
  return legal.flatMap((move): Target[] => {
    const [verb, what = ""] = move.split(" ");
    if (verb === "secret") return what === card ? [{ move, line: null }] : [];
    const found = /^(..)(?:x\d+)?(?:@([MTB]))?$/.exec(what);
    if (found?.[1] !== card) return [];
    return [{ move, line: (found[2] ?? card[0]) as Letter }];
  });
}

/** Cards of a heap, equal ones together, in the order of their first. */
export function grouped(cards: string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts];
}
