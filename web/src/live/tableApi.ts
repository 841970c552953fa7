import type * as messages from "../generated/messages";
import type { BlockedPerson, Hint, PositionWorths, SeatChoice, Target } from "../generated/messages";
import type { GameEvent, View } from "../views";
import { api, request, type TableInfo } from "./api";

type BlockKind = BlockedPerson["kind"];

/** The table after so many moves, and what the last of them brought about. */
export interface Moment {
  at: number;
  ply: { events: GameEvent[] } | null;
  view: View;
}

/** Requests about one table, during the game and after it, besides what goes through its WebSocket. */
export function tableApi(id: string) {
  const table = `/tables/${id}`;
  return {
    /** What a strong player would do in that seat now, and why. */
    hint: (seat: number) => request<Hint>("POST", `${table}/hint`, { seat }),
    /** What every legal move of a seat is worth after a ply, at a table that is for study alone. */
    worths: (seat: number, n: number) => request<PositionWorths>("POST", `${table}/worth`, { seat, n }),
    /** Refuse the undo that somebody asks for, or withdraw one's own. */
    cancelUndo: () => request<void>("DELETE", `${table}/undo`),
    resign: (seat: number) => request<TableInfo>("POST", `${table}/seats/${seat}/resign`),
    /** End the game as the only one left of several people. */
    end: () => request<TableInfo>("POST", `${table}/end`),
    sendMessage: (said: string) => request<void>("POST", `${table}/chat`, { said }),
    /** Tell the administrators about somebody here, or about what they said. */
    report: (target: Target, reason: string) => request<void>("POST", `${table}/reports`, { ...target, reason }),
    /** Do not hear somebody any more, or never sit with them again. */
    block: (target: Target, kind: BlockKind) => request<void>("POST", `${table}/blocks`, { ...target, kind }),
    note: async () => (await request<messages.Note>("GET", `${table}/note`)).note,
    saveNote: (note: string) => request<void>("PUT", `${table}/note`, { note }),
    /** Every moment of the game from one on, seen from a seat or, with null, from outside. */
    replay: async (seat: number | null, since = 0) => {
      const asked = new URLSearchParams({ since: String(since), ...(seat !== null && { seat: String(seat) }) });
      return (await request<{ moments: Moment[] }>("GET", `${table}/replay?${asked}`)).moments;
    },
    /** Agree that whoever has the link may see a private game of one's own, or ask the others for it. */
    share: () => request<TableInfo>("PUT", `${table}/shared`),
    keepPrivate: () => request<TableInfo>("DELETE", `${table}/shared`),
    fork: (at: number, seats: SeatChoice[]) => request<TableInfo>("POST", `${table}/fork`, { at, seats }),
    recordUrl: `/api${table}/record`,
  };
}

/** Sit down at the table at which those who played play again: whoever comes first lays it, the others find it. */
export async function playAgain(played: string, turned: boolean): Promise<TableInfo> {
  return startIfFull(await request<TableInfo>("POST", `/tables/${played}/rematch`, { turned }));
}

/** As the host, start the game unless somebody is still to come. */
export async function startIfFull(table: TableInfo): Promise<TableInfo> {
  if (!table.hosting || table.status !== "open" || table.seats.some(({ who }) => who === "open")) return table;
  return api.start(table.id);
}
