import type * as messages from "../generated/messages";
import type { Me, SeatWish } from "../generated/messages";
import type { GameId, GameInfo, Language, Phrase } from "../views";

/** What the server tells about people, games and tables. */

export type { Me, Said, SeatInfo, SeatWish } from "../generated/messages";

export interface Offer extends messages.GameInfo {
  id: GameId;
  name: Phrase;
  aim: Phrase;
}

export interface TableInfo extends messages.TableInfo {
  game: GameId;
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

/** Ask the server for something. */
export async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  // The header says that one of our own pages asks.
  const headers: Record<string, string> = { "x-omnibus": "1" };
  if (body !== undefined) headers["content-type"] = "application/json";
  const answer = await fetch(`/api${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => ({ code: "fault", reason: answer.statusText }))) as {
      code: string;
      reason: string;
    };
    throw new Trouble(problem.code, problem.reason);
  }
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
}

export const house = {
  me: () => ask<Me>("GET", "/me"),
  /** The server answers in this language from now on. */
  speak: async (language: Language) => {
    const { name } = await house.me();
    await ask<Me>("PATCH", "/me", { name, language });
  },
  comeIn: (name: string, language: Language) => ask<Me>("POST", "/people", { name, language }),
  games: async () => (await ask<{ games: Offer[] }>("GET", "/games")).games,
  game: (id: GameId) => ask<GameInfo>("GET", `/games/${id}`),
  table: (id: string) => ask<TableInfo>("GET", `/tables/${id}`),
  mine: async () => (await ask<{ tables: TableInfo[] }>("GET", "/tables?mine=true")).tables,
  start: (id: string) => ask<TableInfo>("POST", `/tables/${id}/start`),
  open: async (game: GameId, seats: SeatWish[]) =>
    (await ask<{ table: TableInfo }>("POST", "/tables", { game, seats, public: false })).table,
};
