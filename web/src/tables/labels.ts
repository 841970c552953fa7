import type { Point } from "../views";

/** A text beside a point of a map: its lines, where it stands and which way it is aligned. */
export interface Label {
  lines: string[];
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Obstacle {
  at: Point;
  radius: number;
}

const DIRECTIONS: Point[] = Array.from({ length: 16 }, (_, number) => {
  const angle = (number * Math.PI) / 8;
  return [round(Math.cos(angle)), round(Math.sin(angle))];
});
const DISTANCES = [0, 0.5, 1];
const LINE_HEIGHT = 1.05;
const LETTER_WIDTH = 0.53;

function round(part: number): number {
  return Math.round(part * 100) / 100;
}

interface Spot {
  label: Label;
  box: Box;
  cost: number;
}

/**
 * Where the names of places stand on a map: beside each, where they cover the least of what is drawn, of the
 * names set before and of the margin. Those with the least room choose first.
 */
export function placeLabels(
  places: { name: string; at: Point }[],
  obstacles: Obstacle[],
  bounds: Point,
  size: number,
  radius: number,
): Label[] {
  const best = (place: { name: string; at: Point }, taken: Box[]): Spot => {
    const spots = spotsBeside(place, size, radius).map((spot) => ({
      ...spot,
      cost: spot.cost + costOf(spot.box, obstacles, taken, bounds),
    }));
    return spots.reduce((found, spot) => (spot.cost < found.cost ? spot : found));
  };
  const room = places.map((place) => best(place, []).cost);
  const order = [...places.keys()].sort((a, b) => room[b]! - room[a]!);
  const taken: Box[] = [];
  const labels: Label[] = [];
  for (const number of order) {
    const { label, box } = best(places[number]!, taken);
    labels[number] = label;
    taken.push(box);
  }
  return labels;
}

/** Every way to set a name beside its place; near and on one line is preferred. */
function spotsBeside(place: { name: string; at: Point }, size: number, radius: number): Spot[] {
  return waysToBreak(place.name).flatMap((lines) =>
    DIRECTIONS.flatMap((direction) =>
      DISTANCES.map((distance) => {
        const label = beside(place.at, direction, lines, size, radius + distance * size);
        return { label, box: boxOf(label, size), cost: (lines.length - 1) * 0.4 + distance };
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

function boxOf(label: Label, size: number): Box {
  const width = Math.max(...label.lines.map((line) => line.length)) * size * LETTER_WIDTH;
  const left = label.anchor === "start" ? label.x : label.anchor === "end" ? label.x - width : label.x - width / 2;
  return { left, right: left + width, top: label.y, bottom: label.y + label.lines.length * size * LINE_HEIGHT };
}

function costOf(box: Box, obstacles: Obstacle[], taken: Box[], [width, height]: Point): number {
  let cost = 0;
  for (const { at, radius } of obstacles) {
    const dx = Math.max(box.left - at[0], 0, at[0] - box.right);
    const dy = Math.max(box.top - at[1], 0, at[1] - box.bottom);
    const gap = Math.hypot(dx, dy) - radius;
    if (gap < 2) cost += 2 + (2 - gap) / 4;
  }
  for (const other of taken) {
    const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
    const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
    if (across > 0 && down > 0) cost += 100;
  }
  const beyond = Math.max(0, -box.left, box.right - width) + Math.max(0, -box.top, box.bottom - height);
  return cost + beyond * 2;
}
