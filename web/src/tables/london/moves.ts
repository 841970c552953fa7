import type { ClaimData, LondonMoveData } from "./view";

/** The legal claims of each route. */
export function claimsByRoute(legal: LondonMoveData[]): Map<string, ClaimData[]> {
  const claims = new Map<string, ClaimData[]>();
  for (const move of legal) if (move.do === "claim") claims.set(move.route, [...(claims.get(move.route) ?? []), move]);
  return claims;
}

/** Cards one by one, each by its kind. */
export function oneByOne(cards: Record<string, number>): string[] {
  return Object.entries(cards).flatMap(([kind, count]) => Array<string>(count).fill(kind));
}

/** The slots at their places, one of them moved to another place; what lay there takes its own. */
export function withSlotAt(slots: number[], slot: number, place: number): number[] {
  const from = slots.indexOf(slot);
  const there = slots[place]!;
  return slots.map((each, at) => (at === place ? slot : at === from ? there : each));
}
