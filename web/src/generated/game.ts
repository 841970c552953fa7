// Written by `make docs` from the Python types. Do not edit.

/** A result as plain data. */
export interface ResultView {
  scores: number[];
  ranks: number[];
  winners: number[];
  parts: Record<string, number>[];
}

/** What a seat may know, as plain JSON-ready data. Each game adds its own entries. */
export interface View {
  game: string;
  ruleset: number;
  seats: number;
  options: Record<string, number | boolean>;
  seat: number | null;
  n: number;
  turn: number[];
  legal: string[];
  result: ResultView | null;
}
