import type { BesideStep } from "../generated/messages";
import type { GameEvent, View } from "../views";
import type { Moment } from "./tableApi";

/** A game as the one who played it saw it: at the start, after each of their own moves, and at the end. */
export interface OwnCourse {
  views: View[];
  /** What stood on the table just before each of these moves. */
  before: (View | null)[];
  /** What each of these moves brought about. */
  events: GameEvent[][];
}

/** The moments of one of the two games to which its player's moves lead. */
export function ownCourse(moments: Moment[], steps: BesideStep[], side: "here" | "there"): OwnCourse {
  const last = moments.length - 1;
  const stops = [0, ...steps.flatMap((step) => step[side]?.at ?? [])];
  if (stops.at(-1) !== last) stops.push(last);
  return {
    views: stops.map((at) => moments[at]!.view),
    before: stops.map((at) => moments[at - 1]?.view ?? null),
    events: stops.map((at) => moments[at]!.ply?.events ?? []),
  };
}

/** What stands at a step; a game that is over stays at its end. */
export function atStep<Item>(items: Item[], step: number): Item {
  return items[Math.min(step, items.length - 1)]!;
}
