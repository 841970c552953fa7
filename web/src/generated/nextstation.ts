// Written by `make docs` from the Python types. Do not edit.

import type { View } from "./game";

export type NextStationDecision = "pencil" | "section" | "second-section" | "double-station";

export type NextStationMoveData = PencilData | DrawData | DoubleData | NextStationWordData;

/** Take a pencil. */
export interface PencilData {
  text: string;
  do: "pencil";
  colour: string;
}

/** Draw a section, perhaps with the power of the pencil. */
export interface DrawData {
  text: string;
  do: "draw" | "draw-joker" | "draw-switch" | "draw-second";
  start: number;
  end: number;
}

/** Count a station twice. */
export interface DoubleData {
  text: string;
  do: "double";
  station: number;
}

/** Draw nothing, no second section, or count no station twice. */
export interface NextStationWordData {
  text: string;
  do: "pass" | "done" | "single";
}

/** A line on a sheet, and its column of the score sheet. */
export interface LineView {
  colour: string;
  sections: number[][];
  stations: number[];
  doubled: number | null;
  by_district: Record<string, number>;
  districts: number;
  most: number;
  crossings: number;
  sites: number;
  points: number;
}

/** How far a sheet is with an objective, which is met when enough is reached (N22). */
export interface ObjectiveView {
  objective: string;
  reached: number;
  needed: number;
}

/** A player's sheet, all of it as it stands now, the line being drawn included. */
export interface NextStationSheetView {
  pencils: string[];
  lines: LineView[];
  line: LineView | null;
  ends: number[];
  power: string | null;
  power_used: boolean;
  second: string | null;
  site_marks: number;
  interchanges: number[];
  objectives: ObjectiveView[];
  points: Record<string, number>;
}

/** All that a seat may know. */
export interface NextStationView extends View<NextStationMoveData, NextStationDecision> {
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
  table: NextStationSheetView[];
  verdict: number | null;
}
