// Written by `make docs` from the Python types. Do not edit.

import type { View } from "./game";

export type BusDecision = "founding" | "laying" | "doubling" | "choosing" | "extending" | "arriving" | "building" | "timing" | "riding";

export type Building = "house" | "office" | "pub";

export type Action = "extension" | "bus" | "passengers" | "buildings" | "clock" | "vrrooomm" | "first";

export type BusMoveData = BuildData | LineData | ChooseData | ExtendData | ArriveData | RideData | BusWordData;

/** Put a building on a lot. */
export interface BuildData {
  text: string;
  do: "build";
  lot: string;
  building: Building;
}

/** Lay the first stick of a line. */
export interface LineData {
  text: string;
  do: "line";
  street: string;
}

/** Place a cube on an action. */
export interface ChooseData {
  text: string;
  do: "choose";
  action: Action;
}

/** Lay a stick from an end of the line. */
export interface ExtendData {
  text: string;
  do: "extend";
  start: string;
  end: string;
  street: string;
}

/** Let a passenger arrive. */
export interface ArriveData {
  text: string;
  do: "arrive";
  station: string;
}

/** Carry a passenger. */
export interface RideData {
  text: string;
  do: "ride";
  start: string;
  end: string;
}

/** Place no more cubes, stop time, or let it go on. */
export interface BusWordData {
  text: string;
  do: "pass" | "stop" | "tick";
}

/** An end of a line: where it lies, its last street, and whether its next stick must turn off (B19). */
export interface EndView {
  junction: string;
  street: string;
  must_turn_off: boolean;
}

/** What a player has. */
export interface BusSeatView {
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
  rides: Record<string, number>;
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
  order: number[];
  last_first: boolean;
  next_worth: number;
}

/** All that a seat may know. */
export interface BusView extends View<BusMoveData, BusDecision> {
  phase: string;
  then: number[];
  round: number;
  first: number;
  table: BusSeatView[];
  zone: string | null;
  lots: Record<string, LotView[]>;
  people: Record<string, JunctionView>;
  supply: number;
  clock: string;
  hours: string[];
  stones_left: number;
  most_buses: number;
  actions: Record<string, ActionView>;
  space: number;
  left: number;
}
