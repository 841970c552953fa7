import type { Point } from "../../views";
import { add, endsOf } from "./moves";
import type { BusBoard, BusSeat } from "./view";

/** A line in one street: its lane, from the street's first junction to its second. */
export interface Stroke {
  seat: number;
  street: string;
  from: Point;
  to: Point;
}

/** The streets of a line, in order. */
export function streetsOf(line: string[], { streets }: Pick<BusBoard, "streets">): string[] {
  const named = new Set(streets);
  return line.slice(1).map((end, number) => {
    const start = line[number]!;
    return named.has(`${start}-${end}`) ? `${start}-${end}` : `${end}-${start}`;
  });
}

/** Whose lines run in each street that any uses, in the order of the seats. */
export function usersOf(board: Pick<BusBoard, "streets">, table: Pick<BusSeat, "line">[]): Map<string, number[]> {
  const users = new Map<string, number[]>();
  table.forEach((seat, number) => {
    for (const street of streetsOf(seat.line, board)) add(users, street, number);
  });
  return users;
}

/** Lines as parallel strokes: in every street the lower seat lies further up, or to the right where it is steep. */
export function strokes(board: BusBoard, table: Pick<BusSeat, "line">[], strand = 10): Stroke[] {
  const at = new Map(board.junctions.map((junction) => [junction.id, junction.at]));
  return [...usersOf(board, table)].flatMap(([street, seats]) => {
    const [from, to] = endsOf(street).map((end) => at.get(end)!) as [Point, Point];
    // One way of looking for all streets, so that lines keep their order from one to the next.
    const way = Math.sign(to[0] - from[0] + (to[1] - from[1]) / 2) || 1;
    return seats.map((seat, place) => {
      const shift = (place - (seats.length - 1) / 2) * strand * way;
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

/** The way of a whole line through its lanes, round at every junction, as the data of a path. */
export function wayOf(line: string[], lanes: Map<string, Stroke>, { streets }: BusBoard, bend: number): string {
  const pieces = streetsOf(line, { streets }).map((street, number) => {
    const { from, to } = lanes.get(street)!;
    return endsOf(street)[0] === line[number] ? { from, to } : { from: to, to: from };
  });
  let path = "";
  for (const [number, { from, to }] of pieces.entries()) {
    const next = pieces[number + 1];
    const start = number ? towards(from, to, bend) : from;
    path += number ? "" : `M${spot(start)}`;
    if (!next) return `${path}L${spot(to)}`;
    path += `L${spot(towards(to, from, bend))}C${spot(to)} ${spot(next.from)} ${spot(towards(next.from, next.to, bend))}`;
  }
  return path;
}

/** The point so far from the first one on the way to the second. */
export function towards(from: Point, to: Point, far: number): Point {
  const part = far / Math.hypot(to[0] - from[0], to[1] - from[1]);
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
}

function spot([x, y]: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
