import type { SeatEvent } from "../generated/messages";
import type { GameEvent } from "../views";

/** Something that happened at a seat besides moves, as a line of the log after ply `n`. */
export interface SeatLine {
  n: number;
  event: GameEvent & { seat: number };
}

/** What is told of somebody: what the server wrote down, or who comes and goes while one looks. */
export type SeatNews = SeatEvent["event"] | "left" | "here";

export function seatLine(n: number, seat: number, news: SeatNews): SeatLine {
  return { n, event: { event: `seat-${news}`, seat } };
}

/** What each ply brought about, and what happened at the seats before the next; earlier things stand with the first. */
export function withSeatLines(plies: { n: number; events: GameEvent[] }[], lines: SeatLine[]): GameEvent[][] {
  if (!lines.length) return plies.map(({ events }) => events);
  if (!plies.length) return [lines.map(({ event }) => event)];
  return plies.map(({ n, events }, place) => {
    const next = plies[place + 1]?.n ?? Infinity;
    const after = lines.filter((line) => line.n >= n && line.n < next);
    const before = place === 0 ? lines.filter((line) => line.n < n) : [];
    return before.length || after.length ? [...told(before), ...events, ...told(after)] : events;
  });
}

const told = (lines: SeatLine[]) => lines.map(({ event }) => event);
