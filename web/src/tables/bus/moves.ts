import type { GameEvent } from "../../views";
import type { Action, ArriveData, BuildData, BusMoveData, Kind, RideData } from "./view";

export const ACTIONS: Action[] = ["extension", "bus", "passengers", "buildings", "clock", "vrrooomm", "first"];
export const KINDS: Kind[] = ["house", "office", "pub"];

/** The action that is carried out in each phase. */
export const ACTION_OF: Record<string, Action> = {
  extending: "extension",
  arriving: "passengers",
  building: "buildings",
  timing: "clock",
  riding: "vrrooomm",
};

/** Legal moves by what one taps: a street, a lot, a station, or the junction where a passenger waits. */
export function byTarget(legal: BusMoveData[]) {
  const streets = new Map<string, BusMoveData[]>();
  const lots = new Map<string, BuildData[]>();
  const stations = new Map<string, ArriveData>();
  const rides = new Map<string, RideData[]>();
  for (const move of legal) {
    if (move.do === "line" || move.do === "extend") add(streets, move.street, move);
    else if (move.do === "build") add(lots, move.lot, move);
    else if (move.do === "arrive") stations.set(move.station, move);
    else if (move.do === "ride") add(rides, move.start, move);
  }
  return { streets, lots, stations, rides };
}

/** What on the map something is about: a street, a lot, or junctions. */
export interface Touched {
  street: string | null;
  lot: string | null;
  junctions: string[];
}

export function touchedBy(move: BusMoveData | null): Touched {
  return {
    street: move?.do === "line" || move?.do === "extend" ? move.street : null,
    lot: move?.do === "build" ? move.lot : null,
    junctions: move?.do === "arrive" ? [move.station] : move?.do === "ride" ? [move.start, move.end] : [],
  };
}

/** Where on the map something happened. */
export function happenedAt(event: GameEvent | null, streets: string[]): Touched {
  const { lot = null, street, start, end, station, junction } = (event ?? {}) as Record<string, string | undefined>;
  const laid =
    event?.event === "extend" && streets.find((each) => [`${start}-${end}`, `${end}-${start}`].includes(each));
  const junctions =
    event?.event === "ride" ? [start!, end!] : [station ?? junction].filter((each) => each !== undefined);
  return { street: street ?? (laid || null), lot, junctions };
}

const ACTION_OF_EVENT: Record<string, Action> = {
  bus: "bus",
  stop: "clock",
  first: "first",
  "lost-sticks": "extension",
  "lost-passengers": "passengers",
  "lost-buildings": "buildings",
  "idle-buses": "vrrooomm",
};

/** The action on whose place something happened: a cube was put there, or it brought that about. */
export function happenedOn(event: GameEvent | null): Action | null {
  if (!event) return null;
  if (event.event.startsWith("clock-")) return "clock";
  const chosen = ACTIONS.find((action) => event.event === `choose-${action}`);
  return chosen ?? ACTION_OF_EVENT[event.event] ?? null;
}

/** The junctions that a passenger comes through on a line, the shorter way if it passes one of them twice. */
export function journey(line: string[], start: string, end: string): string[] {
  const stops = [...line.keys()];
  const ways = stops
    .filter((from) => line[from] === start)
    .flatMap((from) => stops.filter((to) => line[to] === end).map((to) => ({ from, to })));
  const { from, to } = ways.reduce((best, way) =>
    Math.abs(way.to - way.from) < Math.abs(best.to - best.from) ? way : best,
  );
  return from < to ? line.slice(from, to + 1) : line.slice(to, from + 1).reverse();
}

export function add<Thing>(map: Map<string, Thing[]>, place: string, thing: Thing) {
  map.set(place, [...(map.get(place) ?? []), thing]);
}

/** The junctions at the ends of a street, which it is named after. */
export function endsOf(street: string): [string, string] {
  return street.split("-") as [string, string];
}
