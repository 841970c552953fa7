import type { SeatWish } from "../live/api";

/** Who shall sit in a seat of a new table: I, somebody else at this device, whoever comes, or a bot. */
export interface SeatChoice {
  who: "me" | "here" | "open" | "bot";
  bot: string;
  name: string;
}

/** I in the first seat, the others free. */
export function defaultSeats(count: number, bot: string): SeatChoice[] {
  return Array.from({ length: count }, (_, seat) => ({ who: seat === 0 ? "me" : "open", bot, name: "" }));
}

/** As many seats as wanted; whoever had one of those that stay keeps it. */
export function resized(seats: SeatChoice[], count: number, bot: string): SeatChoice[] {
  return defaultSeats(count, bot).map((added, seat) => seats[seat] ?? added);
}

/** Somebody else for a seat. I can sit in one seat alone: the one I had is free then. */
export function reseated(seats: SeatChoice[], seat: number, who: SeatChoice["who"], bot?: string): SeatChoice[] {
  return seats.map((choice, number) => {
    if (number === seat) return { ...choice, who, bot: bot ?? choice.bot };
    return who === "me" && choice.who === "me" ? { ...choice, who: "open" } : choice;
  });
}

/** The seats as the server takes them; those at this device who gave no name get the default of their seat. */
export function requestedSeats(seats: SeatChoice[], defaultName: (seat: number) => string): SeatWish[] {
  return seats.map(({ who, bot, name }, seat) => {
    if (who === "bot") return { who, bot };
    return who === "here" ? { who: "me", name: name.trim() || defaultName(seat) } : { who };
  });
}
