/** What a seat may know, generated from the rules, and the board as the server tells it. */

import type { Point } from "../../views";

export type {
  ClaimData,
  LondonMoveData,
  LondonView,
  LondonSeatView as LondonSeat,
  TicketView,
} from "../../generated/london";

export interface LondonBoard {
  size: Point;
  locations: { id: string; name: string; at: Point }[];
  districts: { value: number; colour: string; locations: string[] }[];
  routes: LondonRoute[];
  tickets: { id: string; ends: [string, string]; points: number }[];
  route_points: Record<string, number>;
  cards: { colours: string[]; of_each: number; bus: number };
  buses: number;
}

export interface LondonRoute {
  id: string;
  ends: [string, string];
  colour: string;
  length: number;
  double?: string;
  spaces: Point[];
}
