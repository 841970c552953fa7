// Written by `make docs` from the Python types. Do not edit.

/** What the data of every move has; each game adds its own parts. */
export interface MoveData {
  text: string;
  do: string;
}

/** A result as plain data. */
export interface ResultView {
  scores: number[];
  ranks: number[];
  winners: number[];
  parts: Record<string, number>[];
}

/** What a seat may know, as plain JSON-ready data. Each game adds its own entries. */
export interface View<D extends MoveData = MoveData, A extends string = string> {
  game: string;
  ruleset: number;
  seats: number;
  options: Record<string, number | boolean>;
  seat: number | null;
  n: number;
  turn: number[];
  asks: A | null;
  legal: D[];
  result: ResultView | null;
}
