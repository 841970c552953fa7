import type { Component, Snippet } from "svelte";
import type { WhyFrame } from "./generated/messages";
import type { IconName } from "./marks/Icon.svelte";
import { i18n } from "./texts/i18n.svelte";
import type { GameDetails, GameEvent, MoveData, RefusalData, View } from "./views";

/** Why a move is not allowed: the rule that forbids it, if one does, and the reason in the reader's language. */
export interface Refusal {
  rule: string | null;
  text: string;
  /** The same as data, where a rule forbids it, so that things can be called what they are called on the screen. */
  data?: RefusalData | null;
}

/** The moves of a game, as its views list them. */
export type MoveOf<V extends View> = V["legal"][number];

/** Parts of a move, such as `{do: "claim", route: "R06"}`: what somebody points at who asks why it cannot be done. */
export type PartialMove = WhyFrame["about"];

/** One of several ways to do what was pointed at. */
export interface Choice<M extends MoveData = MoveData> {
  move: M;
  label: string;
}

/** A legal move and what it is worth, where that is known. */
export interface Worth<M extends MoveData = MoveData> {
  move: M;
  /** In words, as short as they can be. */
  worth: string;
  best: boolean;
}

/** What a table asks of whoever sits before it. */
export interface Controls<M extends MoveData = MoveData> {
  /** Make a legal move. */
  attempt(move: M): void;
  /** Tell why nothing like this can be done now. */
  ask(about: PartialMove): void;
  /** Why nothing like this can be done now, for who only points at it; null if it can. */
  whyNot(about: PartialMove): Promise<Refusal | null>;
  /** Let the player choose between several ways, each a legal move. */
  choose(question: string, choices: Choice<M>[], picture?: Snippet<[M]>): void;
}

export interface TableProps<V extends View, B> {
  game: GameDetails<B>;
  view: V;
  before: V | null;
  names: string[];
  /** What the last move brought about. */
  news: GameEvent[];
  /** What has happened so far, move by move, as far as it is remembered. */
  log?: GameEvent[][];
  controls: Controls<MoveOf<V>>;
  /** The move that a hint points at. */
  hinted: MoveOf<V> | null;
  /** Something that happened, to be marked on the board where it did. */
  marked: GameEvent | null;
  /** The step of the final count that is being told, to be shown where its points come from. */
  counted: CountStep | null;
  /** The players, the log and the like, to stand below what the game itself has to show at the side. */
  people: Snippet;
}

/** One step of the final count: a ticket, a line, a passenger. */
export interface CountStep {
  /** The part of the score that it adds to, named as in the result. */
  part: string;
  seat: number;
  points: number;
  /** What is counted, in words. */
  text: string;
  /** What is counted, as the game names it. */
  thing?: string;
}

/** Something to know about a player at a glance. */
export interface Fact {
  icon: IconName;
  value: number | string;
  label: string;
}

/** What the shell needs to know to put a game on the table. No rule among it. */
export interface TableKind<V extends View = View, B = unknown> {
  Table: Component<TableProps<V, B>>;
  /** What is asked of the viewer, or awaited of the others, in one sentence. */
  ask(view: V, names: string[], game: GameDetails<B>): string;
  facts(view: V, seat: number): Fact[];
  /** What holds of a player for the moment, such as having passed. */
  marks?(view: V, seat: number): { icon: IconName; label: string }[];
  score(view: V, seat: number): number;
  /** What the score is made of so far, as far as the view tells; named as in the result. */
  parts(view: V, seat: number): Record<string, number>;
  /** The final count, step by step, in the order in which it is told; where there is none, it is told part by part. */
  count?(view: V, names: string[], game: GameDetails<B>): CountStep[];
  /** Whether a seat knows what others may not: then a shared device is passed on behind a curtain. */
  hides: boolean;
  /** The board in words, a paragraph each. */
  describe(view: V, names: string[], game: GameDetails<B>): string[];
  /** What there is to say about a result besides its points, such as how equals were told apart. */
  remarks?(view: V, game: GameDetails<B>): string[];
  /** Whether the board is square, which leaves more room at its side. */
  square?: boolean;
  /** Whether a question is asked at the side of the board, since what it would lie over is needed to answer it. */
  asksAside?: boolean;
  /** What things on the board are called, besides the words of the rulebook, to tell what happened. */
  words?(game: GameDetails<B>): GameDetails["words"];
  /** What happened, where the board shows it and the rulebook's sentence is for those without one. */
  events?: GameDetails["events"];
  /** Why a move is not allowed, where the board says it in another way than the notation does. */
  refusals?: GameDetails["refusals"];
  /** A move in words. */
  inWords(move: MoveOf<V>, view: V, game: GameDetails<B>): string;
}

/** What a part of a game's score is called: as the game's own texts say, or as the result names it. */
export function partName(game: string, part: string): string {
  return i18n.findText(`part.${game}.${part}`) ?? part;
}

/** The names of some seats, as the viewer would say them. */
export function namesOf(seats: number[], names: string[]): string[] {
  return seats.map((seat) => names[seat] ?? "");
}

export function sum(points: number[]): number {
  return points.reduce((total, each) => total + each, 0);
}
