import { i18n, type TextKey } from "../../texts/i18n.svelte";
import type { NextStationBoard } from "./view";

/** “square (north)”, “left square (north)”: what a station is called by what is drawn, its sign and its place. */
export function nameOf(station: number, board: NextStationBoard): string {
  const { symbol, district } = board.stations[station]!;
  if (symbol === "any") return i18n.t("ns.any");
  const which = whichOf(station, board);
  return i18n.t(which ? "ns.placeAmong" : "ns.place", {
    symbol: i18n.t(`ns.${symbol}` as TextKey),
    district: i18n.t(`ns.district.${district}` as TextKey),
    which: which && i18n.t(`ns.which.${which}` as TextKey),
  });
}

/** The same within a sentence: “the square (north)”. */
export function theStation(station: number, board: NextStationBoard): string {
  if (board.stations[station]!.symbol === "any") return i18n.t("ns.theAny");
  return i18n.t("ns.the", { place: nameOf(station, board) });
}

const ORDERS = [
  ["left", "middle", "right"],
  ["upper", "middle", "lower"],
] as const;

/** Which of the stations with this sign in its district it is; null if there is no other. */
function whichOf(station: number, board: NextStationBoard): string | null {
  const { symbol, district, at } = board.stations[station]!;
  const alike = board.stations.filter((other) => other.symbol === symbol && other.district === district);
  if (alike.length === 1) return null;
  // Of left to right and top to bottom the one that tells them further apart.
  const [across, down] = [0, 1].map((axis) => alike.map((other) => other.at[axis]!));
  const axis = apart(across!) > apart(down!) ? 0 : 1;
  const place = alike.filter((other) => other.at[axis]! < at[axis]!).length;
  const order = ORDERS[axis]!;
  return (alike.length === 2 ? [order[0], order[2]] : order)[place]!;
}

/** How far apart the nearest two of some numbers are. */
function apart(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return Math.min(...sorted.slice(1).map((number, place) => number - sorted[place]!));
}
