import type { LobbyFrame, RemovedFrame } from "../generated/messages";
import { api, type TableFilter, type TableInfo } from "./api";
import { BANNED } from "./closeCodes";
import { isOffered } from "./seats";

const FIRST_RETRY_DELAY = 500;
const MAX_RETRY_DELAY = 15_000;
// Hosts go away without a word, and their tables leave the list.
const REFRESH_INTERVAL = 5 * 60_000;
const STATUSES: Status[] = ["open", "running", "finished"];

type Status = TableInfo["status"];

/** A list of tables that stays true: fetched once, then told of every change, and fetched anew after a break. */
export class LiveTableList {
  /** Undefined until the list has come. */
  tables = $state.raw<TableInfo[] | undefined>(undefined);
  error = $state.raw<unknown>(null);
  #more = $state.raw<Partial<Record<Status, string | null>>>({});

  #socket: WebSocket | null = null;
  #retryDelay = FIRST_RETRY_DELAY;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #refreshTimer: ReturnType<typeof setInterval> | undefined;
  #closed = false;

  constructor(readonly filter: TableFilter) {
    this.#connect();
    this.#refreshTimer = setInterval(
      () => this.tables && !globalThis.document?.hidden && this.#fetch(),
      REFRESH_INTERVAL,
    );
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#refreshTimer);
    clearTimeout(this.#retryTimer);
    this.#socket?.close();
  }

  /** Whether there are further tables of a status. */
  hasMore(status: Status): boolean {
    return Boolean(this.#more[status]);
  }

  async loadMore(status: Status): Promise<void> {
    const before = this.#more[status];
    if (!before) return;
    try {
      const page = await api.tables({ ...this.filter, status }, before);
      const known = new Set(this.tables?.map(({ id }) => id));
      this.tables = [...(this.tables ?? []), ...page.tables.filter(({ id }) => !known.has(id))];
      this.#more = { ...this.#more, [status]: page.more };
    } catch (error) {
      this.error = error;
    }
  }

  /** The connection is opened first and the list fetched then, so that nothing happens unseen in between. */
  #connect(): void {
    const address = new URL("/api/lobby/live", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#retryDelay = FIRST_RETRY_DELAY;
      void this.#fetch();
    };
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data as string) as LobbyFrame | RemovedFrame;
      if (frame.is === "removed") this.#remove(frame.id);
      else this.#update(frame.table);
    };
    socket.onclose = ({ code }) => {
      if (this.#closed) return;
      if (code === BANNED) return void this.#fetch();
      // The request itself says when the server cannot be reached, and waits for it.
      if (!this.tables) void this.#fetch();
      this.#retryTimer = setTimeout(() => this.#connect(), this.#retryDelay);
      this.#retryDelay = Math.min(MAX_RETRY_DELAY, this.#retryDelay * 2);
    };
  }

  /** Every status is fetched by itself, so that many tables of one do not push the others off the list. */
  async #fetch(): Promise<void> {
    const statuses = this.filter.status ? [this.filter.status] : STATUSES;
    try {
      const pages = await Promise.all(statuses.map((status) => api.tables({ ...this.filter, status })));
      this.tables = pages.flatMap(({ tables }) => tables);
      this.#more = Object.fromEntries(statuses.map((status, index) => [status, pages[index]!.more]));
      this.error = null;
    } catch (error) {
      this.error = error;
    }
  }

  #update(table: TableInfo): void {
    this.#remove(table.id);
    if (matches(table, this.filter)) this.tables = [table, ...(this.tables ?? [])];
  }

  #remove(id: string): void {
    this.tables = (this.tables ?? []).filter((table) => table.id !== id);
  }
}

/** Whether a table stands on a list. One that everybody has left before the start is cleared away. */
export function matches(table: TableInfo, filter: TableFilter): boolean {
  const mine = table.hosting || isOffered(table) || table.seats.some((seat) => seat.yours);
  if (table.status === "open" && !table.hosting && !table.seats.some((seat) => seat.who === "person")) return false;
  return (
    (!filter.status || table.status === filter.status) &&
    (!filter.game || table.game === filter.game) &&
    (!filter.mine || mine) &&
    (!filter.my_turn || table.your_turn) &&
    Boolean(filter.put_away) === (table.put_away && table.status !== "finished")
  );
}
