import type * as messages from "../generated/messages";
import type { Guest, Me, NewTable, TableInfo } from "../generated/messages";
import { voice } from "../texts/voice.svelte";
import type { GameInfo, Language, Phrase } from "../views";
import { isCut, line } from "./line.svelte";

/** What the server tells about people, games and tables. */

export type { Me, Said, SeatInfo, SeatWish, TableInfo } from "../generated/messages";

export interface Offer extends messages.GameInfo {
  name: Phrase;
  aim: Phrase;
}

/** A request that was refused, with the reason for people. */
export class Trouble extends Error {
  constructor(
    readonly code: string,
    reason: string,
  ) {
    super(reason);
  }
}

/** Ask the server. Whoever only wants to know waits until the line is there again; whoever changes something is told. */
export async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  for (;;) {
    const answer = await send(method, path, body);
    if (answer) return await read<Answer>(answer);
    const mended = line.mended();
    if (method !== "GET") throw new Trouble("no-connection", voice.say("connection.none"));
    await mended;
  }
}

/** The answer, or null where the line is cut. */
async function send(method: string, path: string, body: unknown): Promise<Response | null> {
  // The first header says that one of our own pages asks; the second is for those whom the server does not know yet.
  const headers: Record<string, string> = { "x-omnibus": "1", "accept-language": voice.language };
  if (body !== undefined) headers["content-type"] = "application/json";
  try {
    const answer = await fetch(`/api${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return isCut(answer) ? null : answer;
  } catch {
    return null;
  }
}

async function read<Answer>(answer: Response): Promise<Answer> {
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => ({ code: "fault", reason: answer.statusText }))) as {
      code: string;
      reason: string;
    };
    throw new Trouble(problem.code, problem.reason);
  }
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
}

/** Which tables to list. */
export interface Wanted {
  status?: TableInfo["status"];
  game?: string;
  mine?: boolean;
  my_turn?: boolean;
}

export const house = {
  /** Who one is here; null for a newcomer. */
  me: () => ask<Me | null>("GET", "/me"),
  rename: (guest: Guest) => ask<Me>("PATCH", "/me", guest),
  comeIn: (name: string, language: Language) => ask<Me>("POST", "/people", { name, language }),
  makeAccount: (name: string, password: string) => ask<Me>("POST", "/account", { name, password }),
  signIn: (name: string, password: string) => ask<Me>("POST", "/session", { name, password }),
  logOut: () => ask<void>("DELETE", "/session"),
  logOutEverywhere: () => ask<void>("DELETE", "/sessions"),
  games: async () => (await ask<{ games: Offer[] }>("GET", "/games")).games,
  game: (id: string) => ask<GameInfo>("GET", `/games/${encodeURIComponent(id)}`),
  table: (id: string) => ask<TableInfo>("GET", `/tables/${id}`),
  tables: async (wanted: Wanted) => {
    const asked = new URLSearchParams();
    for (const [name, value] of Object.entries(wanted)) if (value) asked.set(name, String(value));
    return (await ask<{ tables: TableInfo[] }>("GET", `/tables?${asked}`)).tables;
  },
  start: (id: string) => ask<TableInfo>("POST", `/tables/${id}/start`),
  open: (wish: NewTable) => ask<{ table: TableInfo; invitation: string }>("POST", "/tables", wish),
  /** Come with an invitation. */
  visit: (id: string, token: string) => ask<TableInfo>("POST", `/tables/${id}/visit`, { token }),
  /** The secret part of a new invitation link; the old link is void. */
  invite: async (id: string) => (await ask<{ token: string }>("POST", `/tables/${id}/invitation`)).token,
  join: (id: string, seat: number | null) => ask<TableInfo>("POST", `/tables/${id}/join`, { seat }),
  leave: (id: string) => ask<void>("POST", `/tables/${id}/leave`),
  seatBot: (id: string, seat: number, bot: string) => ask<TableInfo>("PUT", `/tables/${id}/seats/${seat}/bot`, { bot }),
  clearSeat: (id: string, seat: number) => ask<TableInfo>("DELETE", `/tables/${id}/seats/${seat}/bot`),
  upload: (record: string) => ask<TableInfo>("POST", "/records", { record }),
};

let shelf: Promise<Offer[]> | null = null;

/** The games there are; they do not change while one looks. */
export function offers(): Promise<Offer[]> {
  shelf ??= house.games();
  return shelf;
}
