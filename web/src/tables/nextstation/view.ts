/** What a seat may know, generated from the rules and said more narrowly here, and the board as the server tells it. */

import type * as nextstation from "../../generated/nextstation";
import type { Point } from "../../views";

export type { DoubleData, DrawData, NextStationMoveData, PencilData } from "../../generated/nextstation";

export type Sign = "circle" | "triangle" | "square" | "pentagon" | "any" | "joker" | "switch";

export interface NextStationBoard {
  columns: number;
  rows: number;
  colours: string[];
  stations: { at: Point; symbol: Sign; district: string; bank: string; site?: boolean; departure?: string }[];
  sections: { between: [number, number]; thames?: boolean; crosses?: number[] }[];
  river: Point[];
  deck: { shows: Sign; underground?: boolean }[];
  /** What is printed on the score sheet. */
  points: {
    /** For no site mark, one, two and so on. */
    sites: number[];
    /** For a station of two lines, three and so on. */
    interchanges: number[];
    /** For a crossing of the Thames. */
    thames: number;
    /** For an objective that is met. */
    objective: number;
    /** The lowest score for each verdict of the Mayor, from the second on. */
    verdicts: number[];
  };
}

export interface LineView extends nextstation.LineView {
  sections: [number, number][];
}

export interface SheetView extends nextstation.NextStationSheetView {
  lines: LineView[];
  line: LineView | null;
}

export interface NextStationView extends nextstation.NextStationView {
  table: SheetView[];
}
