import type { GameEvent } from "../../views";
import type { DoubleData, DrawData, NextStationBoard, NextStationMoveData, PencilData } from "./view";

/** The moves that draw a section, perhaps with the power of the pencil. */
export function draws(legal: NextStationMoveData[]): DrawData[] {
  return legal.filter((move) => "start" in move);
}

/** Whether a section takes the power of the pencil, which is there once a round. */
export function spends(draw: DrawData): boolean {
  return draw.do === "draw-joker" || draw.do === "draw-switch";
}

/** The legal draws by the station they lead to. */
export function byStation(legal: NextStationMoveData[]): Map<number, DrawData[]> {
  const found = new Map<number, DrawData[]>();
  for (const draw of draws(legal)) found.set(draw.end, [...(found.get(draw.end) ?? []), draw]);
  return found;
}

/** The moves that count a station twice, by the station. */
export function doubles(legal: NextStationMoveData[]): Map<number, DoubleData> {
  return new Map(legal.filter((move) => move.do === "double").map((move) => [move.station, move]));
}

/** The moves that take a pencil, by the station where its line departs. */
export function pencilsByDeparture(legal: NextStationMoveData[], board: NextStationBoard): Map<number, PencilData> {
  const departure = (colour: string) => board.stations.findIndex((station) => station.departure === colour);
  return new Map(legal.filter((move) => move.do === "pencil").map((move) => [departure(move.colour), move]));
}

/** Where on a sheet something happened. */
export interface Place {
  section: [number, number] | null;
  station: number | null;
}

/** Where on its seat's sheet an event happened; null if it did not happen on one. */
export function placeOf(event: GameEvent, board: NextStationBoard): Place | null {
  if (typeof event.from === "number" && typeof event.to === "number")
    return { section: [event.from, event.to], station: event.to };
  if (typeof event.station === "number") return { section: null, station: event.station };
  if (event.event !== "pencil") return null;
  return { section: null, station: board.stations.findIndex(({ departure }) => departure === event.colour) };
}

/** The sections of a sheet that were not on it before, each as `colour a-b`. */
export function sectionKeys(lines: { colour: string; sections: [number, number][] }[]): Set<string> {
  return new Set(lines.flatMap((line) => line.sections.map(([a, b]) => `${line.colour} ${a}-${b}`)));
}
