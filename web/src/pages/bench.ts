import type { SeatWish } from "../live/house";

/** Who shall sit in a seat of a table that is being laid: I, somebody else at this device, whoever comes, or a bot. */
export interface Place {
  who: "me" | "here" | "open" | "bot";
  bot: string;
  name: string;
}

/** I in the first seat, the others free. */
export function freshBench(seats: number, bot: string): Place[] {
  return Array.from({ length: seats }, (_, seat) => ({ who: seat === 0 ? "me" : "open", bot, name: "" }));
}

/** As many places as wanted; whoever had one of those that stay keeps it. */
export function resized(bench: Place[], seats: number, bot: string): Place[] {
  return freshBench(seats, bot).map((fresh, seat) => bench[seat] ?? fresh);
}

/** Somebody else for a seat. I can sit in one seat alone: the one I had is free then. */
export function seated(bench: Place[], seat: number, who: Place["who"], bot?: string): Place[] {
  return bench.map((place, number) => {
    if (number === seat) return { ...place, who, bot: bot ?? place.bot };
    return who === "me" && place.who === "me" ? { ...place, who: "open" } : place;
  });
}

/** The bench as the server wants to hear it; those at this device who gave no name are called by their number. */
export function wishesOf(bench: Place[], called: (seat: number) => string): SeatWish[] {
  return bench.map(({ who, bot, name }, seat) => {
    if (who === "bot") return { who, bot };
    return who === "here" ? { who: "me", name: name.trim() || called(seat) } : { who };
  });
}
