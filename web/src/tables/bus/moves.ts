import type { Point } from "../../views";
import type { Action, ArriveData, BuildData, BusBoard, BusMoveData, BusSeat, Kind, RideData } from "./view";

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

/** What on the map a move is about: a street, a lot, or junctions. */
export function touchedBy(move: BusMoveData | null) {
  return {
    street: move?.do === "line" || move?.do === "extend" ? move.street : null,
    lot: move?.do === "build" ? move.lot : null,
    junctions: move?.do === "arrive" ? [move.station] : move?.do === "ride" ? [move.start, move.end] : [],
  };
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

function add<Move>(map: Map<string, Move[]>, target: string, move: Move) {
  map.set(target, [...(map.get(target) ?? []), move]);
}

/** The junctions at the ends of a street, which it is named after. */
export function endsOf(street: string): [string, string] {
  return street.split("-") as [string, string];
}

/** The streets of a line, in order. */
export function streetsOf(line: string[], { streets }: Pick<BusBoard, "streets">): string[] {
  return line.slice(1).map((end, number) => {
    const start = line[number]!;
    return streets.find((street) => street === `${start}-${end}` || street === `${end}-${start}`)!;
  });
}

export interface Stroke {
  seat: number;
  street: string;
  from: Point;
  to: Point;
}

const STRAND = 9;

/** Lines as parallel strokes: for every street that lines use, one beside the other. */
export function strokes(board: BusBoard, table: BusSeat[]): Stroke[] {
  const at = new Map(board.junctions.map((junction) => [junction.id, junction.at]));
  const users = new Map<string, number[]>();
  table.forEach((seat, number) => {
    for (const street of streetsOf(seat.line, board)) add(users, street, number);
  });
  return [...users].flatMap(([street, seats]) => {
    const [from, to] = endsOf(street).map((end) => at.get(end)!) as [Point, Point];
    return seats.map((seat, place) => {
      const shift = (place - (seats.length - 1) / 2) * STRAND;
      return { seat, street, ...parallel(from, to, shift) };
    });
  });
}

export function parallel(from: Point, to: Point, shift: number): { from: Point; to: Point } {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const x = (-(to[1] - from[1]) / length) * shift;
  const y = ((to[0] - from[0]) / length) * shift;
  return { from: [from[0] + x, from[1] + y], to: [to[0] + x, to[1] + y] };
}
