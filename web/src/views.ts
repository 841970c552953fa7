/** What a seat may know, generated from the rules; here only where the client can say it more narrowly. */

import type * as bus from "./generated/bus";
import type * as game from "./generated/game";
import type * as london from "./generated/london";
import type * as nextstation from "./generated/nextstation";
import type * as terminus from "./generated/terminus";

export type GameId = "london" | "bus" | "nextstation" | "terminus";

export type { ResultView as Result } from "./generated/game";

export interface View extends game.View {
  game: GameId;
}

/** Something that happened, as the viewer saw it. */
export type Told = { event: string; seat?: number } & Record<string, unknown>;

export type Language = "en" | "fr";
export type Phrase = Record<Language, string>;

/** A game as the server tells it: its texts in every language and its board. */
export interface GameInfo<Board = unknown> {
  game: { id: GameId; name: Phrase; aim: Phrase; bots: string[] };
  notation: Phrase;
  rules: { id: string; title: Phrase; text: Phrase }[];
  events: Record<string, Phrase>;
  words: Record<string, Phrase>;
  board: Board;
}

export type Point = [number, number];

// ---- Ticket to Ride: London

export interface LondonBoard {
  size: Point;
  locations: { id: string; name: string; at: Point }[];
  districts: { value: number; colour: string; locations: string[] }[];
  routes: LondonRoute[];
  tickets: { id: string; ends: [string, string]; points: number }[];
  route_points: Record<string, number>;
  cards: { colours: string[]; of_each: number; bus: number };
  buses: number;
}

export interface LondonRoute {
  id: string;
  ends: [string, string];
  colour: string;
  length: number;
  double?: string;
  spaces: Point[];
}

export type { SeatView as LondonSeat, TicketView } from "./generated/london";

export interface LondonView extends london.LondonView {
  game: GameId;
}

// ---- Bus

export interface BusBoard {
  size: Point;
  junctions: { id: string; kind: "plain" | "station" | "centre"; at: Point; lots: { zone: string; at: Point }[] }[];
  streets: string[];
}

export type Kind = "house" | "office" | "pub";
export type Action = "extension" | "bus" | "passengers" | "buildings" | "clock" | "vrrooomm" | "first";

export type { SeatView as BusSeat } from "./generated/bus";

export interface BusView extends bus.BusView {
  game: GameId;
  lots: Record<string, { lot: string; building: Kind | null }[]>;
  clock: Kind;
  actions: Record<Action, bus.ActionView>;
}

// ---- Next Station: London

export type Sign = "circle" | "triangle" | "square" | "pentagon" | "any" | "joker" | "switch";

export interface NextStationBoard {
  columns: number;
  rows: number;
  colours: string[];
  stations: { at: Point; symbol: Sign; district: string; bank: string; site?: boolean; departure?: string }[];
  sections: { between: [number, number]; thames?: boolean; crosses?: number[] }[];
  river: Point[];
  deck: { shows: Sign; underground?: boolean }[];
}

export interface LineView extends nextstation.LineView {
  sections: [number, number][];
}

export interface SheetView extends nextstation.SheetView {
  lines: LineView[];
  line: LineView | null;
}

export interface NextStationView extends nextstation.NextStationView {
  game: GameId;
  table: SheetView[];
}

// ---- Terminus

export type Letter = "M" | "T" | "B";

export type { SeatView as TerminusSeat } from "./generated/terminus";

export interface TerminusView extends terminus.TerminusView {
  game: GameId;
  line: Letter | null;
  lines: Record<Letter, string[][]>;
}
