// Written by `make docs` from the Python types. Do not edit.

import type { View } from "./game";

/** An end of a line: where it lies, its last street, and whether its next stick must turn off (B19). */
export interface EndView {
  junction: string;
  street: string;
  must_turn_off: boolean;
}

/** What a player has. */
export interface SeatView {
  cubes: number;
  spent: number;
  buses: number;
  sticks: number;
  points: number;
  reached: number;
  stones: number;
  passed: boolean;
  line: string[];
  ends: EndView[];
}

/** A building lot and what stands there. */
export interface LotView {
  lot: string;
  building: string | null;
}

/** The people at a junction: content, waiting, or carried there this round. */
export interface JunctionView {
  content: number;
  waiting: number;
  carried: number;
}

/** A cube on the action board, and what its space is worth now: sticks, passengers, buildings, or buses that run. */
export interface SpaceView {
  seat: number;
  worth: number;
}

/** An action: the cubes on it in order, and what the next space would be worth now (to the viewer). */
export interface ActionView {
  cubes: SpaceView[];
  next_worth: number;
}

/** All that a seat may know. */
export interface BusView extends View {
  phase: string;
  round: number;
  first: number;
  table: SeatView[];
  zone: string | null;
  lots: Record<string, LotView[]>;
  people: Record<string, JunctionView>;
  supply: number;
  clock: string;
  stones_left: number;
  most_buses: number;
  actions: Record<string, ActionView>;
  space: number;
  left: number;
}
