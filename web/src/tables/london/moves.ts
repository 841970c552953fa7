import type { LondonBoard, LondonRoute, LondonView } from "./view";

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

type Cards = Record<string, number>;

/** The colour in which someone would most likely pay for a route: its own, or the one held most of. */
function likelyColour(route: LondonRoute, board: LondonBoard, held: Cards): string {
  const colours = route.colour === "grey" ? board.cards.colours : [route.colour];
  return colours.reduce((best, each) => ((held[each] ?? 0) > (held[best] ?? 0) ? each : best));
}

/** The cards in hand that would go towards a route; Bus cards stand in for what is missing. */
export function cardsTowards(route: LondonRoute, board: LondonBoard, held: Cards): string[] {
  const colour = likelyColour(route, board, held);
  const own = Math.min(route.length, held[colour] ?? 0);
  const buses = Math.min(route.length - own, held.bus ?? 0);
  return [...Array<string>(own).fill(colour), ...Array<string>(buses).fill("bus")];
}

/** The claim that someone who points at a route most likely means, with all the Bus cards it needs and there are. */
export function likelyClaim(route: LondonRoute, board: LondonBoard, held: Cards): string {
  const buses = cardsTowards(route, board, held).filter((kind) => kind === "bus").length;
  const rest = route.length - buses;
  const cards = [rest && `${rest}${likelyColour(route, board, held)}`, buses && `${buses}bus`];
  return `claim ${route.id} ${cards.filter(Boolean).join("+")}`;
}

/** The routes that nobody may claim any more: with two players the other of a double (L15). */
export function closedRoutes(board: LondonBoard, { seats, table }: Pick<LondonView, "seats" | "table">): Set<string> {
  if (seats !== 2) return new Set();
  const owned = new Set(table.flatMap(({ routes }) => routes));
  const taken = new Set(board.routes.filter(({ id }) => owned.has(id)).map(({ double }) => double));
  const closed = board.routes.filter(({ id, double }) => double !== undefined && !owned.has(id) && taken.has(double));
  return new Set(closed.map(({ id }) => id));
}
