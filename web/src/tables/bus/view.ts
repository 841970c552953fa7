/** What a seat may know, generated from the rules and said more narrowly here, and the board as the server tells it. */

import type * as bus from "../../generated/bus";
import type { Point } from "../../views";

export type {
  Action,
  ArriveData,
  BuildData,
  Building as Kind,
  BusMoveData,
  RideData,
  BusSeatView as BusSeat,
} from "../../generated/bus";

export interface BusBoard {
  size: Point;
  junctions: { id: string; kind: "plain" | "station" | "centre"; at: Point; lots: { zone: string; at: Point }[] }[];
  streets: string[];
}

export interface BusView extends bus.BusView {
  lots: Record<string, { lot: string; building: bus.Building | null }[]>;
  clock: bus.Building;
  hours: bus.Building[];
  actions: Record<bus.Action, bus.ActionView>;
}
