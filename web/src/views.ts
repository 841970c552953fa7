/** What the client knows of every game; what is a game's own lies in its folder. */

export type { MoveData, ResultView as Result, View } from "./generated/game";

/** Something that happened, as the viewer saw it. */
export type GameEvent = { event: string; seat?: number } & Record<string, unknown>;

/** The name of a reason in the rulebook, and what it speaks of as the notation names it. */
export type RefusalData = { refusal: string } & Record<string, unknown>;

export type Language = "en" | "fr";
export type Phrase = Record<Language, string>;

/** A game as the server tells it: its texts in every language and its board. */
export interface GameDetails<Board = unknown> {
  game: { id: string; name: Phrase; aim: Phrase; bots: string[]; lessons: number; puzzles: number };
  notation: Phrase;
  rules: { id: string; title: Phrase; text: Phrase }[];
  events: Record<string, Phrase>;
  refusals: Record<string, Phrase>;
  words: Record<string, Phrase>;
  board: Board;
}

export type Point = [number, number];
