/** What a seat may know, as the rules tell it: plain data, the same in every client. */

export type GameId = "london" | "bus" | "nextstation" | "terminus";

export interface Result {
  scores: number[];
  ranks: number[];
  winners: number[];
  parts: Record<string, number>[];
}

export interface View {
  game: GameId;
  ruleset: number;
  seats: number;
  options: Record<string, number | boolean>;
  seat: number | null;
  n: number;
  turn: number[];
  legal: string[];
  result: Result | null;
}

/** Something that happened, as the viewer saw it. */
export type Told = { event: string; seat?: number } & Record<string, unknown>;

export type Language = "en" | "fr";
export type Phrase = Record<Language, string>;

/** A game as the server tells it: its texts in every language and its board. */
export interface GameInfo<Board = unknown> {
  game: { id: GameId; name: Phrase; aim: Phrase };
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

export interface TicketView {
  ticket: string;
  points: number;
  complete: boolean;
  missing: number | null;
}

export interface LondonSeat {
  hand: Record<string, number> | null;
  hand_size: number;
  known: Record<string, number>;
  buses: number;
  points: number;
  routes: string[];
  districts: number[];
  tickets: TicketView[] | null;
  ticket_count: number;
  offer: TicketView[] | null;
  offer_size: number;
  choice: string[] | null;
}

export interface LondonView extends View {
  starter: number;
  active: number;
  choosing_first_tickets: boolean;
  took_one: boolean;
  last_turns: number | null;
  row: (string | null)[];
  flushed: string[][];
  deck: {
    size: number;
    made_of: Record<string, number>;
    drawn: Record<string, number>;
    may_hold: Record<string, number>;
  };
  discards: Record<string, number>;
  ticket_deck: number;
  put_back: { ticket: string; deck: number[]; offer: number[]; hands: [number, number][] }[];
  table: LondonSeat[];
  sheets: { routes: number; tickets: Record<string, number>; districts: Record<string, number> }[] | null;
}

// ---- Bus

export interface BusBoard {
  size: Point;
  junctions: { id: string; kind: "plain" | "station" | "centre"; at: Point; lots: { zone: string; at: Point }[] }[];
  streets: string[];
}

export type Kind = "house" | "office" | "pub";
export type Action = "extension" | "bus" | "passengers" | "buildings" | "clock" | "vrrooomm" | "first";

export interface BusSeat {
  cubes: number;
  spent: number;
  buses: number;
  sticks: number;
  points: number;
  reached: number;
  stones: number;
  passed: boolean;
  line: string[];
  ends: { junction: string; street: string; must_turn_off: boolean }[];
}

export interface BusView extends View {
  phase: string;
  round: number;
  first: number;
  table: BusSeat[];
  zone: string | null;
  lots: Record<string, { lot: string; building: Kind | null }[]>;
  people: Record<string, { content: number; waiting: number; carried: number }>;
  supply: number;
  clock: Kind;
  stones_left: number;
  most_buses: number;
  actions: Record<Action, { cubes: { seat: number; worth: number }[]; next_worth: number }>;
  space: number;
  left: number;
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

export interface LineView {
  colour: string;
  sections: [number, number][];
  stations: number[];
  doubled: number | null;
  districts: number;
  most: number;
  crossings: number;
  sites: number;
  points: number;
}

export interface SheetView {
  pencils: string[];
  lines: LineView[];
  line: LineView | null;
  ends: number[];
  power: string | null;
  power_used: boolean;
  second: string | null;
  site_marks: number;
  interchanges: number[];
  objectives_met: string[];
  points: Record<string, number>;
}

export interface NextStationView extends View {
  taken: string[];
  objectives: string[] | null;
  powers: Record<string, string> | null;
  round: number;
  turn_of_round: number;
  card: string | null;
  switch: boolean;
  last_turn: boolean;
  doubling: boolean;
  revealed: string[];
  left: string[];
  pile: string[] | null;
  table: SheetView[];
  verdict: number | null;
}

// ---- Terminus

export type Letter = "M" | "T" | "B";

export interface TerminusSeat {
  hand: string[] | null;
  hand_size: number;
  taken_back: { joker: string; since: number }[];
  stack: (string | null)[];
  shown: boolean[];
  score: number;
  taken: number;
}

export interface TerminusView extends View {
  round: number;
  starter: number;
  active: number;
  choosing_secrets: boolean;
  line: Letter | null;
  joker_laid: boolean;
  table: TerminusSeat[];
  lines: Record<Letter, string[][]>;
  pile: { size: number; made_of: string[]; drawn: string[]; may_hold: string[] };
  discards: string[];
  aside: string[];
  sheet: { out: number | null; lines: number[]; cards: number[]; hands: string[][]; stacks: string[][] }[];
}
