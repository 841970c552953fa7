import type { Point } from "../views";

/** A text beside a point of a map: its lines, where it stands and which way it is aligned. */
export interface Label {
  lines: string[];
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Obstacle {
  at: Point;
  radius: number;
  /** How bad it is to cover it. */
  weight?: number;
}

const DIRECTIONS: Point[] = Array.from({ length: 24 }, (_, number) => {
  const angle = (number * Math.PI) / 12;
  return [round(Math.cos(angle)), round(Math.sin(angle))];
});
const DISTANCES = [0, 0.35, 0.9];
const LINE_HEIGHT = 1.05;
const LETTER_WIDTH = 0.5;
const ROUNDS = 3;

function round(part: number): number {
  return Math.round(part * 100) / 100;
}

interface Spot {
  label: Label;
  box: Box;
  cost: number;
}

interface Place {
  name: string;
  at: Point;
}

/**
 * Where the names of places stand on a map: beside each, where they cover the least of what is drawn, of the
 * other names and of the margin. Those with the least room choose first; then each may choose again.
 */
export function placeLabels(
  places: Place[],
  obstacles: Obstacle[],
  bounds: Box,
  size: number,
  radius: number,
): Label[] {
  const spots = places.map((place) => {
    const beside = spotsBeside(place, size, radius);
    const reach = reachOf(beside);
    const near = within(reach, obstacles);
    const neighbours = places.filter(({ at }) => at !== place.at && distance(reach, at) < radius + 2 * size);
    for (const spot of beside) {
      spot.cost += costOf(spot.box, near, bounds);
      if (strays(spot.box, place, neighbours, size)) spot.cost += ASTRAY;
    }
    return beside;
  });
  const chosen: (Spot | undefined)[] = places.map(() => undefined);
  const room = spots.map((each) => Math.min(...each.map(({ cost }) => cost)));
  const order = [...places.keys()].sort((a, b) => room[b]! - room[a]!);
  for (let turn = 0; turn < ROUNDS; turn++) {
    for (const number of order) {
      const others = chosen.filter((spot, other) => other !== number && spot !== undefined) as Spot[];
      chosen[number] = cheapest(spots[number]!, others, size * APART);
    }
  }
  return chosen.map((spot) => spot!.label);
}

const OVER_A_NAME = 100;
const AT_A_NAME = 3; // two names without a gap are read as one
const APART = 0.3; // of the size of the letters
const ASTRAY = 8;

/** Whether a name would be taken for that of another place, which is about as near. */
function strays(box: Box, { at }: Place, neighbours: Place[], size: number): boolean {
  const own = (distance(box, at) + size / 2) ** 2;
  return neighbours.some((other) => squaredDistance(box, other.at) < own);
}

function cheapest(spots: Spot[], others: Spot[], gap: number): Spot {
  const cost = ({ box, cost }: Spot) => {
    for (const other of others)
      if (overlap(box, other.box, gap)) cost += overlap(box, other.box, 0) ? OVER_A_NAME : AT_A_NAME;
    return cost;
  };
  let best = spots[0]!;
  let least = Infinity;
  for (const spot of spots) {
    if (spot.cost >= least) continue;
    const whole = cost(spot);
    if (whole < least) [best, least] = [spot, whole];
  }
  return best;
}

/** Whether there is no gap of that width between two boxes. */
function overlap(a: Box, b: Box, gap: number): boolean {
  return a.left < b.right + gap && b.left < a.right + gap && a.top < b.bottom + gap && b.top < a.bottom + gap;
}

function reachOf(spots: Spot[]): Box {
  return {
    left: Math.min(...spots.map(({ box }) => box.left)),
    top: Math.min(...spots.map(({ box }) => box.top)),
    right: Math.max(...spots.map(({ box }) => box.right)),
    bottom: Math.max(...spots.map(({ box }) => box.bottom)),
  };
}

function within({ left, top, right, bottom }: Box, obstacles: Obstacle[]): Obstacle[] {
  return obstacles.filter(({ at: [x, y], radius }) => {
    const near = radius + CLEAR;
    return x > left - near && x < right + near && y > top - near && y < bottom + near;
  });
}

/** Every way to set a name beside its place; near and on one line is preferred. */
function spotsBeside(place: Place, size: number, radius: number): Spot[] {
  return waysToBreak(place.name).flatMap((lines) =>
    DIRECTIONS.flatMap((direction) =>
      DISTANCES.map((gap) => {
        const label = beside(place.at, direction, lines, size, radius + gap * size);
        return { label, box: boxOf(label, size), cost: (lines.length - 1) * 0.8 + gap * 4 };
      }),
    ),
  );
}

function waysToBreak(name: string): string[][] {
  const words = name.split(" ");
  const ways = [[name]];
  for (let cut = 1; cut < words.length; cut++) ways.push([words.slice(0, cut).join(" "), words.slice(cut).join(" ")]);
  return ways;
}

function beside(at: Point, [right, down]: Point, lines: string[], size: number, radius: number): Label {
  const height = lines.length * size * LINE_HEIGHT;
  const anchor = right > 0.3 ? "start" : right < -0.3 ? "end" : "middle";
  const x = at[0] + right * (radius + size * 0.3);
  const middle = at[1] + down * (radius + size * 0.1 + (anchor === "middle" ? height / 2 : height / 3));
  return { lines, x, y: middle - height / 2, anchor };
}

/** The room that a name takes. */
export function boxOf(label: Label, size: number): Box {
  const width = Math.max(...label.lines.map((line) => line.length)) * size * LETTER_WIDTH;
  const left = label.anchor === "start" ? label.x : label.anchor === "end" ? label.x - width : label.x - width / 2;
  return { left, right: left + width, top: label.y, bottom: label.y + label.lines.length * size * LINE_HEIGHT };
}

const CLEAR = 2; // how far a name keeps from what is drawn

function costOf(box: Box, obstacles: Obstacle[], bounds: Box): number {
  let cost = 0;
  for (const { at, radius, weight = 1 } of obstacles) {
    const far = squaredDistance(box, at);
    if (far < (radius + CLEAR) ** 2) cost += weight * (1 + (CLEAR + radius - Math.sqrt(far)) / 3);
  }
  const beyond =
    Math.max(0, bounds.left - box.left, box.right - bounds.right) +
    Math.max(0, bounds.top - box.top, box.bottom - bounds.bottom);
  return cost + beyond * 2;
}

/** How far a point lies from a box. */
export function distance(box: Box, point: Point): number {
  return Math.sqrt(squaredDistance(box, point));
}

/** For comparing alone, which is done many thousand times. */
function squaredDistance({ left, top, right, bottom }: Box, [x, y]: Point): number {
  const dx = x < left ? left - x : x > right ? x - right : 0;
  const dy = y < top ? top - y : y > bottom ? y - bottom : 0;
  return dx * dx + dy * dy;
}
