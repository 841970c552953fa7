import type { NextStationBoard, SheetView } from "./view";
import { linesOf } from "./lines";

/** How much of what an objective asks for a network has so far. */
export function soFar(objective: string, sheet: SheetView, { stations }: NextStationBoard): number {
  const lines = linesOf(sheet);
  const served = [...new Set(lines.flatMap((line) => line.stations))].map((number) => stations[number]!);
  switch (objective) {
    case "interchanges":
      return sheet.interchanges.reduce((sum, count) => sum + count, 0);
    case "districts":
      return new Set(served.map(({ district }) => district)).size;
    case "sites":
      return served.filter(({ site }) => site).length;
    case "centre": {
      const centre = stations.find(({ symbol }) => symbol === "any")!.district;
      return served.filter(({ district }) => district === centre).length;
    }
    default:
      return lines.reduce((sum, line) => sum + line.crossings, 0);
  }
}
