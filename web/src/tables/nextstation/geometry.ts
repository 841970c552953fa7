import type { NextStationBoard } from "./view";

/** How far apart neighbouring places of the grid are drawn. */
export const CELL = 100;

/** What is printed on every sheet, as paths: the two tints of the districts, their borders, the river, the sections. */
export interface Print {
  tints: [string, string];
  borders: string;
  river: string;
  sections: string;
}

const printed = new WeakMap<NextStationBoard, Print>();

/** All sheets of a board are printed alike, so this is worked out once. */
export function printOf(board: NextStationBoard): Print {
  const known = printed.get(board);
  if (known) return known;
  const grid = districtsOfGrid(board);
  const letters = [...new Set(grid.flat())].sort();
  const tint = (which: number) =>
    grid
      .flatMap((row, y) => row.map((letter, x) => (letters.indexOf(letter) % 2 === which ? cell(x, y) : "")))
      .join("");
  const print: Print = {
    tints: [tint(0), tint(1)],
    borders: borders(grid),
    river: `M${board.river.map((point) => point.map((part) => part * CELL).join(" ")).join("L")}`,
    sections: board.sections.map(({ between }) => section(board, ...between)).join(""),
  };
  printed.set(board, print);
  return print;
}

/** The ground of a district. */
export function ground(board: NextStationBoard, district: string): string {
  return districtsOfGrid(board)
    .flatMap((row, y) => row.map((letter, x) => (letter === district ? cell(x, y) : "")))
    .join("");
}

function cell(x: number, y: number): string {
  return `M${(x - 0.5) * CELL} ${(y - 0.5) * CELL}h${CELL + 0.5}v${CELL + 0.5}h${-CELL - 0.5}z`;
}

/** The stroke from one station to another. */
export function section(board: NextStationBoard, from: number, to: number): string {
  const spot = (station: number) => board.stations[station]!.at.map((part) => part * CELL).join(" ");
  return `M${spot(from)}L${spot(to)}`;
}

/** The district of every place of the grid, row by row: of the smallest frame around stations that holds it. */
export function districtsOfGrid(board: NextStationBoard): string[][] {
  const frames = framesOf(board);
  return Array.from({ length: board.rows }, (_, y) =>
    Array.from({ length: board.columns }, (_, x) => {
      const near = (frame: Frame) => beyond(frame, x, y) * 1000 + area(frame);
      return frames.reduce((best, frame) => (near(frame) < near(best) ? frame : best)).district;
    }),
  );
}

interface Frame {
  district: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function framesOf(board: NextStationBoard): Frame[] {
  const frames = new Map<string, Frame>();
  for (const { district, at } of board.stations) {
    const [x, y] = at;
    const frame = frames.get(district) ?? { district, left: x, right: x, top: y, bottom: y };
    frames.set(district, {
      district,
      left: Math.min(frame.left, x),
      right: Math.max(frame.right, x),
      top: Math.min(frame.top, y),
      bottom: Math.max(frame.bottom, y),
    });
  }
  return [...frames.values()];
}

function beyond(frame: Frame, x: number, y: number): number {
  return Math.max(frame.left - x, 0, x - frame.right) + Math.max(frame.top - y, 0, y - frame.bottom);
}

function area(frame: Frame): number {
  return (frame.right - frame.left + 1) * (frame.bottom - frame.top + 1);
}

/** The borders between districts, as strokes between the places of the grid. */
export function borders(grid: string[][]): string {
  let path = "";
  grid.forEach((row, y) =>
    row.forEach((district, x) => {
      if (x + 1 < row.length && row[x + 1] !== district) path += `M${(x + 0.5) * CELL} ${(y - 0.5) * CELL}v${CELL}`;
      if (y + 1 < grid.length && grid[y + 1]![x] !== district)
        path += `M${(x - 0.5) * CELL} ${(y + 0.5) * CELL}h${CELL}`;
    }),
  );
  return path;
}
