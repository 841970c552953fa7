import type { LondonBoard, LondonRoute, LondonSeat } from "../../views";

/** The legal claims of each route: the texts of the moves, by route. */
export function claimsByRoute(legal: string[]): Map<string, string[]> {
  const claims = new Map<string, string[]>();
  for (const move of legal) {
    const [verb, route] = move.split(" ");
    if (verb !== "claim" || !route) continue;
    claims.set(route, [...(claims.get(route) ?? []), move]);
  }
  return claims;
}

/** The cards that a claim spends, each by its kind: `claim R06 3orange+1bus`. */
export function payment(claim: string): string[] {
  return (claim.split(" ")[2] ?? "").split("+").flatMap((part) => {
    const found = /^(\d+)([a-z]+)$/.exec(part);
    return found ? Array<string>(Number(found[1])).fill(found[2]!) : [];
  });
}

/** The claim that someone who points at a route most likely means: in its colour, or in the one held most of. */
export function likelyClaim(route: LondonRoute, board: LondonBoard, place: LondonSeat | undefined): string {
  const held = place?.hand ?? {};
  const colours = route.colour === "grey" ? board.cards.colours : [route.colour];
  const colour = colours.reduce((best, each) => ((held[each] ?? 0) > (held[best] ?? 0) ? each : best));
  return `claim ${route.id} ${route.length}${colour}`;
}
