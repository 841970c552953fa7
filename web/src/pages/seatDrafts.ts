import type { SeatChoice } from "../live/api";

/** Who shall sit in a seat of a new table: I, somebody else at this device, whoever comes, or a bot. */
export interface SeatDraft {
  who: "me" | "here" | "open" | "bot";
  bot: string;
  name: string;
}

/** I in the first seat, the others free. */
export function defaultSeats(count: number, bot: string): SeatDraft[] {
  return Array.from({ length: count }, (_, seat) => ({ who: seat === 0 ? "me" : "open", bot, name: "" }));
}

/** As many seats as wanted; whoever had one of those that stay keeps it. */
export function resized(seats: SeatDraft[], count: number, bot: string): SeatDraft[] {
  return defaultSeats(count, bot).map((added, seat) => seats[seat] ?? added);
}

/** Somebody else for a seat. I can sit in one seat alone: the one I had is free then. */
export function reseated(seats: SeatDraft[], seat: number, who: SeatDraft["who"], bot?: string): SeatDraft[] {
  return seats.map((draft, number) => {
    if (number === seat) return { ...draft, who, bot: bot ?? draft.bot };
    return who === "me" && draft.who === "me" ? { ...draft, who: "open" } : draft;
  });
}

/** The seats as the server takes them; those at this device who gave no name get the default of their seat. */
export function requestedSeats(seats: SeatDraft[], defaultName: (seat: number) => string): SeatChoice[] {
  return seats.map(({ who, bot, name }, seat) => {
    if (who === "bot") return { who, bot };
    return who === "here" ? { who: "me", name: name.trim() || defaultName(seat) } : { who };
  });
}
