import type * as messages from "../generated/messages";
import type { SeatWish } from "../generated/messages";
import type { Told, View } from "../views";
import { ask, house, type TableInfo } from "./house";
import { keepInvitation } from "./invitations";

/** The table after so many moves, and what the last of them brought about. */
export interface Moment {
  at: number;
  ply: { events: Told[] } | null;
  view: View;
}

/** What can be asked of the server at a table and after the game, besides what goes through its window. */
export function tableside(id: string) {
  const table = `/tables/${id}`;
  return {
    /** What a strong player would do in that seat now. */
    hint: async (seat: number) => (await ask<{ move: string }>("POST", `${table}/hint`, { seat })).move,
    /** Do not agree to an undo, or no longer wish for it. */
    keepMove: () => ask<void>("DELETE", `${table}/undo`),
    resign: (seat: number) => ask<TableInfo>("POST", `${table}/seats/${seat}/resign`),
    /** Let a bot play for somebody who has been away for too long. */
    standIn: (seat: number, bot: string) => ask<TableInfo>("PUT", `${table}/seats/${seat}/bot`, { bot }),
    /** Take one's own seat back from a bot. */
    takeBack: (seat: number) => ask<TableInfo>("DELETE", `${table}/seats/${seat}/bot`),
    say: (said: string) => ask<void>("POST", `${table}/chat`, { said }),
    note: async () => (await ask<messages.Note>("GET", `${table}/note`)).note,
    write: (note: string) => ask<void>("PUT", `${table}/note`, { note }),
    /** Every moment of the game from its beginning, from a seat or, with null, from outside. */
    lookBack: async (seat: number | null) =>
      (await ask<{ moments: Moment[] }>("GET", `${table}/replay${seat === null ? "" : `?seat=${seat}`}`)).moments,
    fork: (at: number, seats: SeatWish[]) => ask<TableInfo>("POST", `${table}/fork`, { at, seats }),
    record: `/api${table}/record`,
  };
}

/** Open a table like another one, for the same people as far as they are here, and begin if nobody is missing. */
export async function playAgain(played: TableInfo): Promise<TableInfo> {
  const seats = played.seats.map(({ who, bot, name, yours }): SeatWish => {
    if (yours) return { who: "me", name };
    return who === "bot" ? { who: "bot", bot } : { who: "open" };
  });
  const { game, options, patience } = played;
  const { table, invitation } = await house.open({ game, seats, options, patience, public: played.public });
  keepInvitation(table.id, invitation);
  return begin(table);
}

/** Begin to play, unless somebody is still to come. */
export async function begin(table: TableInfo): Promise<TableInfo> {
  if (table.status !== "open" || table.seats.some(({ who }) => who === "open")) return table;
  return house.start(table.id);
}
