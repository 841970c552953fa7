import type { CountStep } from "../../table";
import { districtsOfGrid } from "./geometry";
import { linesOf } from "./lines";
import type { LineView, NextStationBoard, SheetView } from "./view";

/** Something that counts, written on the sheet where it does. */
export interface Badge {
  x: number;
  y: number;
  text: string;
  /** Whether it is the best of its kind. */
  best?: boolean;
}

/** Points as they are counted on a sheet. */
export interface Tally {
  colour: string | null;
  /** The districts that count, and whether one of them counts most. */
  districts: Map<string, boolean>;
  badges: Badge[];
}

/** A line: its districts with their stations, and where it crosses the Thames. */
export function tallyOfLine(line: LineView, board: NextStationBoard): Tally {
  const counts = Object.entries(line.by_district);
  const spots = spotsOf(board);
  const best = counts.find(([, stations]) => stations === line.most)?.[0];
  return {
    colour: line.colour,
    districts: new Map(counts.map(([district]) => [district, district === best])),
    badges: [
      ...counts.map(([district, stations]) => ({
        ...spots.get(district)!,
        text: String(stations),
        best: district === best,
      })),
      ...crossingsOf(line, board).map((spot) => ({ ...spot, text: `+${board.points.thames}` })),
    ],
  };
}

/** What a step of the final count is about; nothing where no place on the sheet shows it. */
export function tallyOfStep({ part, thing }: CountStep, sheet: SheetView, board: NextStationBoard): Tally | null {
  const lines = linesOf(sheet);
  if (part === "lines") {
    const line = lines.find(({ colour }) => colour === thing);
    return line ? tallyOfLine(line, board) : null;
  }
  const served = board.stations.map((_, station) => lines.filter(({ stations }) => stations.includes(station)).length);
  if (part === "sites") return atStations(served, board, (count, { site }) => (site && count ? `×${count}` : null));
  if (part !== "interchanges") return null;
  const points = board.points.interchanges[Number(thing) - 2];
  return atStations(served, board, (count) => (count === Number(thing) ? `+${points}` : null));
}

function atStations(
  served: number[],
  board: NextStationBoard,
  said: (count: number, station: NextStationBoard["stations"][number]) => string | null,
): Tally {
  const badges = board.stations.flatMap((station, number) => {
    const text = said(served[number]!, station);
    return text ? [{ x: station.at[0] + 0.32, y: station.at[1] - 0.32, text }] : [];
  });
  return { colour: null, districts: new Map(), badges };
}

function crossingsOf(line: LineView, board: NextStationBoard): { x: number; y: number }[] {
  const thames = new Set(board.sections.filter((section) => section.thames).map(({ between }) => between.join()));
  return line.sections
    .filter((ends) => thames.has(ends.join()))
    .map((ends) => {
      const [a, b] = ends.map((station) => board.stations[station]!.at);
      return { x: (a![0] + b![0]) / 2, y: (a![1] + b![1]) / 2 };
    });
}

/** Where the number of a district is written: on a place without a station, as near to its middle as can be. */
function spotsOf(board: NextStationBoard): Map<string, { x: number; y: number }> {
  const places = new Map<string, { x: number; y: number }[]>();
  districtsOfGrid(board).forEach((row, y) =>
    row.forEach((district, x) => places.set(district, [...(places.get(district) ?? []), { x, y }])),
  );
  const taken = new Set(board.stations.map(({ at }) => at.join()));
  return new Map([...places].map(([district, all]) => [district, spotAmong(all, taken)]));
}

function spotAmong(places: { x: number; y: number }[], taken: Set<string>): { x: number; y: number } {
  const free = places.filter(({ x, y }) => !taken.has([x, y].join()));
  if (!free.length) return { x: places[0]!.x + 0.33, y: places[0]!.y + 0.33 };
  const middle = (axis: "x" | "y") => places.reduce((sum, place) => sum + place[axis], 0) / places.length;
  const [x, y] = [middle("x"), middle("y")];
  const far = (place: { x: number; y: number }) => Math.hypot(place.x - x, place.y - y);
  return free.reduce((best, place) => (far(place) < far(best) ? place : best));
}
