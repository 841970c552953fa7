// Written by `make docs` from the Python types. Do not edit.

import type { View } from "./game";

export type LondonDecision = "first-tickets" | "action" | "second-card" | "tickets";

export type LondonMoveData = KeepData | TakeData | ClaimData | LondonWordData;

/** Keep tickets. */
export interface KeepData {
  text: string;
  do: "keep";
  tickets: string[];
}

/** Take a face-up card. */
export interface TakeData {
  text: string;
  do: "take";
  card: string;
}

/** Claim a route. */
export interface ClaimData {
  text: string;
  do: "claim";
  route: string;
  cards: Record<string, number>;
}

/** Draw from the deck, draw tickets, or pass. */
export interface LondonWordData {
  text: string;
  do: "draw" | "tickets" | "pass";
}

/** A ticket in sight. */
export interface TicketView {
  ticket: string;
  points: number;
  complete: boolean;
  missing: number | null;
}

/** What lies before one player. What the viewer may not know is None. */
export interface LondonSeatView {
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

/** The deck. */
export interface DeckView {
  size: number;
  made_of: Record<string, number>;
  drawn: Record<string, number>;
  may_hold: Record<string, number>;
}

/** A ticket that the viewer put back, and where it may be now. */
export interface PutBackView {
  ticket: string;
  deck: number[];
  offer: number[];
  hands: number[][];
}

/** What a final score is made of. */
export interface LondonSheetView {
  routes: number;
  tickets: Record<string, number>;
  districts: Record<string, number>;
}

/** All that a seat may know. */
export interface LondonView extends View<LondonMoveData, LondonDecision> {
  starter: number;
  active: number;
  choosing_first_tickets: boolean;
  took_one: boolean;
  last_turns: number | null;
  closed: string[];
  row: (string | null)[];
  flushed: string[][];
  deck: DeckView;
  discards: Record<string, number>;
  ticket_deck: number;
  put_back: PutBackView[];
  table: LondonSeatView[];
  sheets: LondonSheetView[] | null;
}
