import type * as messages from "../generated/messages";
import type {
  BlockedPerson,
  Guest,
  InvitationInfo,
  Me,
  NewAccount,
  NewTable,
  SessionInfo,
  SiteInfo,
  TableChange,
  TableInfo,
  TableList,
} from "../generated/messages";
import { i18n } from "../texts/i18n.svelte";
import type { GameDetails, Language, Phrase } from "../views";
import { ban } from "./ban.svelte";
import { isProxyError, serverStatus } from "./serverStatus.svelte";

/** What the server tells about people, games and tables. */

export type {
  BlockedPerson,
  ChatMessage,
  Me,
  SeatChoice,
  SeatInfo,
  SessionInfo,
  SiteInfo,
  TableInfo,
} from "../generated/messages";

export interface GameInfo extends messages.GameInfo {
  name: Phrase;
  aim: Phrase;
}

const BANNED = ["banned", "banned-until"];

/** A request that was refused, with the reason for people. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    reason: string,
  ) {
    super(reason);
  }
}

/** Where the server cannot be reached, whoever only reads waits until it can; whoever changes something is told. */
export async function request<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  for (;;) {
    const response = await tryFetch(method, path, body);
    if (response) return await parse<Answer>(response);
    const reachable = serverStatus.untilReachable();
    if (method !== "GET") throw new ApiError("no-connection", i18n.t("connection.none"));
    await reachable;
  }
}

/** The response, or null where the server cannot be reached. */
async function tryFetch(method: string, path: string, body: unknown): Promise<Response | null> {
  // The first header says that one of our own pages asks; the second is for those whom the server does not know yet.
  const headers: Record<string, string> = { "x-omnibus": "1", "accept-language": i18n.language };
  if (body !== undefined) headers["content-type"] = "application/json";
  try {
    const response = await fetch(`/api${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return isProxyError(response) ? null : response;
  } catch {
    return null;
  }
}

async function parse<Answer>(response: Response): Promise<Answer> {
  if (!response.ok) {
    const problem = (await response.json().catch(() => ({ code: "fault", reason: response.statusText }))) as {
      code: string;
      reason: string;
    };
    if (BANNED.includes(problem.code)) ban.reason = problem.reason;
    throw new ApiError(problem.code, problem.reason);
  }
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}

/** Which tables to list. */
export interface TableFilter {
  status?: TableInfo["status"];
  game?: string;
  mine?: boolean;
  my_turn?: boolean;
  put_away?: boolean;
}

export const api = {
  /** Who one is here; null for a newcomer. */
  me: () => request<Me | null>("GET", "/me"),
  updateMe: (guest: Guest) => request<Me>("PATCH", "/me", guest),
  createGuest: (name: string, language: Language) => request<Me>("POST", "/people", { name, language }),
  createAccount: (account: NewAccount) => request<Me>("POST", "/account", account),
  /** Who may come in here. */
  site: () => request<SiteInfo>("GET", "/site"),
  /** Those one has muted or blocked. */
  blocks: async () => (await request<{ blocks: BlockedPerson[] }>("GET", "/me/blocks")).blocks,
  unblock: (person: string) => request<void>("DELETE", `/me/blocks/${person}`),
  signIn: (name: string, password: string) => request<Me>("POST", "/session", { name, password }),
  logOut: () => request<void>("DELETE", "/session"),
  logOutEverywhere: () => request<void>("DELETE", "/sessions"),
  sessions: async () => (await request<{ sessions: SessionInfo[] }>("GET", "/sessions")).sessions,
  endSession: (id: string) => request<void>("DELETE", `/sessions/${encodeURIComponent(id)}`),
  changePassword: (old: string, wanted: string) => request<void>("PUT", "/account/password", { old, new: wanted }),
  changeEmail: (password: string, email: string | null) => request<Me>("PUT", "/account/email", { password, email }),
  forgotPassword: (name: string) => request<void>("POST", "/password/forgotten", { name }),
  /** A new password by the secret part of a link. */
  resetPassword: (token: string, password: string) => request<Me>("POST", "/password/reset", { token, password }),
  deleteMe: (password: string | null) => request<void>("POST", "/me/deletion", { password }),
  games: async () => (await request<{ games: GameInfo[] }>("GET", "/games")).games,
  game: (id: string) => request<GameDetails>("GET", `/games/${encodeURIComponent(id)}`),
  table: (id: string) => request<TableInfo>("GET", `/tables/${id}`),
  /** A page of a list, and where the next one begins: with `before` being the `more` of the page before. */
  tables: (filter: TableFilter, before?: string) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...filter, before })) if (value) query.set(name, String(value));
    return request<TableList>("GET", `/tables?${query}`);
  },
  openTable: (table: NewTable) => request<{ table: TableInfo; invitation: string }>("POST", "/tables", table),
  changeTable: (id: string, change: TableChange) => request<TableInfo>("PATCH", `/tables/${id}`, change),
  /** Let a table vanish that has not begun, or at which nobody else plays. */
  closeTable: (id: string) => request<void>("DELETE", `/tables/${id}`),
  start: (id: string) => request<TableInfo>("POST", `/tables/${id}/start`),
  /** What somebody with an invitation should know before coming in. */
  invitation: (id: string, token: string) => request<InvitationInfo>("POST", `/tables/${id}/invited`, { token }),
  /** Come with an invitation. */
  visit: (id: string, token: string) => request<TableInfo>("POST", `/tables/${id}/visit`, { token }),
  /** The secret part of a new invitation link; the old link is void. */
  invite: async (id: string) => (await request<{ token: string }>("POST", `/tables/${id}/invitation`)).token,
  /** Sit down: in that seat, or with null where a seat is kept for one or free. */
  join: (id: string, seat: number | null) => request<TableInfo>("POST", `/tables/${id}/join`, { seat }),
  /** Do not take the seat that is kept for one. */
  decline: (id: string) => request<TableInfo>("POST", `/tables/${id}/decline`),
  /** Let anybody sit down in a seat that was kept for somebody. */
  freeSeat: (id: string, seat: number) => request<TableInfo>("DELETE", `/tables/${id}/seats/${seat}/keeping`),
  /** Take a table off one's lists, or have it there again. */
  putAway: (id: string) => request<void>("PUT", `/tables/${id}/put-away`),
  takeOut: (id: string) => request<void>("DELETE", `/tables/${id}/put-away`),
  leave: (id: string) => request<void>("POST", `/tables/${id}/leave`),
  /** Put a bot into a seat: a free one before the start, later that of somebody who has been away for too long. */
  seatBot: (id: string, seat: number, bot: string) =>
    request<TableInfo>("PUT", `/tables/${id}/seats/${seat}/bot`, { bot }),
  /** Remove a bot before the start, or take one's own seat back from it later. */
  removeBot: (id: string, seat: number) => request<TableInfo>("DELETE", `/tables/${id}/seats/${seat}/bot`),
  /** Send somebody away before the start. */
  removePerson: (id: string, seat: number) => request<TableInfo>("DELETE", `/tables/${id}/seats/${seat}/person`),
  upload: (record: string) => request<TableInfo>("POST", "/records", { record }),
};

let games: Promise<GameInfo[]> | null = null;

/** The games there are; they do not change while one looks. */
export function cachedGames(): Promise<GameInfo[]> {
  games ??= api.games();
  return games;
}
