// Written by `make docs` from the Python types. Do not edit.

import type { View } from "./game";

export type TerminusDecision = "first-secret" | "turn" | "more";

export type Letter = "M" | "T" | "B";

export type TerminusMoveData = SecretData | PlayData | JokerData | TerminusWordData;

/** Put down a secret. */
export interface SecretData {
  text: string;
  do: "secret";
  card: string;
}

/** Lay number cards. */
export interface PlayData {
  text: string;
  do: "play";
  card: string;
  copies: number;
  line: Letter;
}

/** Lay a joker, or take one back for the number card it stands for. */
export interface JokerData {
  text: string;
  do: "joker" | "swap";
  card: string;
  line: Letter;
}

/** Stop laying cards. */
export interface TerminusWordData {
  text: string;
  do: "end";
}

/** A joker known to be in the hand, or in the secret stack at `since` (from the bottom, 0) or higher. */
export interface TakenBackView {
  joker: string;
  since: number;
  sure: boolean;
}

/** What lies before one player. What the viewer may not know is None. */
export interface TerminusSeatView {
  hand: string[] | null;
  hand_size: number;
  taken_back: TakenBackView[];
  stack: (string | null)[];
  shown: boolean[];
  score: number;
  taken: number;
}

/** The pile. */
export interface PileView {
  size: number;
  made_of: string[];
  drawn: string[];
  may_hold: string[];
}

/** A finished round; the lists go by seat. */
export interface RoundView {
  out: number | null;
  lines: number[];
  cards: number[];
  hands: string[][];
  stacks: string[][];
}

/** All that a seat may know. */
export interface TerminusView extends View<TerminusMoveData, TerminusDecision> {
  round: number;
  starter: number;
  active: number;
  choosing_secrets: boolean;
  line: string | null;
  joker_laid: boolean;
  table: TerminusSeatView[];
  lines: Record<string, string[][]>;
  worth: Record<string, number>;
  pile: PileView;
  discards: string[];
  aside: string[];
  aside_worth: number;
  sheet: RoundView[];
}
