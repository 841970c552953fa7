/** What a seat may know, generated from the rules and said more narrowly here, and what is printed on the cards. */

import type * as terminus from "../../generated/terminus";

export type { Letter, TerminusSeatView as TerminusSeat, TerminusMoveData } from "../../generated/terminus";

/** What is printed on a card, and what it counts. */
export interface Print {
  points: number;
  copies: number;
  line: terminus.Letter | null;
  number: number | null;
  joker: boolean;
}

export interface TerminusBoard {
  /** The number cards of each line, from place to place. */
  lines: Record<terminus.Letter, string[]>;
  cards: Record<string, Print>;
}

export interface TerminusView extends terminus.TerminusView {
  line: terminus.Letter | null;
  lines: Record<terminus.Letter, string[][]>;
  worth: Record<terminus.Letter, number>;
}
