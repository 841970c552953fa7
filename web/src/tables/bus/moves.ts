import type { Point } from "../../views";
import type { Action, BusBoard, BusSeat, BusView, Kind } from "./view";

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

/** In these the last cube acts first. */
const LAST_FIRST = new Set<Action>(["extension", "buildings"]);

export function lastFirst(action: Action): boolean {
  return LAST_FIRST.has(action);
}

/** The cubes that are still to act after the one that acts now, in their order. */
export function stillToAct<Cube>(action: Action, cubes: Cube[], space: number): Cube[] {
  return lastFirst(action) ? cubes.slice(0, space).reverse() : cubes.slice(space + 1);
}

/** Those who may still place a cube before the one who places one now is asked again, clockwise. */
export function stillToChoose({ table, turn }: Pick<BusView, "table" | "turn">): number[] {
  const now = turn[0] ?? 0;
  const others = table.slice(1).map((_, step) => (now + step + 1) % table.length);
  return others.filter((seat) => !table[seat]!.passed && table[seat]!.cubes > 0);
}

/** Legal moves by what one taps: `extend A>B` and `line A-B` by street, `build L kind` by lot. */
export function byTarget(legal: string[]) {
  const streets = new Map<string, string[]>();
  const lots = new Map<string, string[]>();
  const stations = new Set<string>();
  const rides = new Map<string, string[]>();
  for (const move of legal) {
    const [verb, what = ""] = move.split(" ");
    if (verb === "line") add(streets, key(what, "-"), move);
    else if (verb === "extend") add(streets, key(what, ">"), move);
    else if (verb === "build") add(lots, what, move);
    else if (verb === "arrive") stations.add(what);
    else if (verb === "ride") {
      const [start = "", end = ""] = what.split(">");
      add(rides, start, end);
    }
  }
  return { streets, lots, stations, rides };
}

/** What on the map a move is about: a street, a lot, or junctions. */
export function touchedBy(move: string): { street: string | null; lot: string | null; junctions: string[] } {
  const [verb, what = ""] = move.split(" ");
  return {
    street: verb === "line" ? key(what) : verb === "extend" ? key(what, ">") : null,
    lot: verb === "build" ? what : null,
    junctions: verb === "arrive" || verb === "ride" ? what.split(">") : [],
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

/** A street by its two ends, whichever comes first. */
export function key(street: string, between = "-"): string {
  return street.split(between).sort().join("-");
}

function add(map: Map<string, string[]>, key: string, value: string) {
  map.set(key, [...(map.get(key) ?? []), value]);
}

/** The streets of a line, in order. */
export function streetsOf(line: string[]): string[] {
  return line.slice(1).map((end, number) => key(`${line[number]}-${end}`));
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
    for (const street of streetsOf(seat.line)) users.set(street, [...(users.get(street) ?? []), number]);
  });
  return [...users].flatMap(([street, seats]) => {
    const [a = "", b = ""] = street.split("-");
    const [from, to] = [at.get(a)!, at.get(b)!];
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
