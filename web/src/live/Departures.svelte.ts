import { house, type TableInfo, type Wanted } from "./house";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const STATUSES: TableInfo["status"][] = ["open", "running", "finished"];

/** A list of tables that stays true: asked for once, then told of every change, and asked for anew after a break. */
export class Departures {
  /** Undefined until the list has come. */
  tables = $state.raw<TableInfo[] | undefined>(undefined);
  trouble = $state.raw<unknown>(null);

  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(readonly wanted: Wanted) {
    this.#watch();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** The window is opened first and the list asked for then, so that nothing happens unseen in between. */
  #watch(): void {
    const address = new URL("/api/lobby/live", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT;
      void this.#ask();
    };
    socket.onmessage = ({ data }) => this.#hear((JSON.parse(data as string) as { table: TableInfo }).table);
    socket.onclose = () => {
      if (this.#closed) return;
      // The list itself says when the line is cut, and comes back with it.
      if (!this.tables) void this.#ask();
      this.#timer = setTimeout(() => this.#watch(), this.#wait);
      this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
    };
  }

  /** Every sort of table is asked for by itself, so that many of one do not push the others off the list. */
  async #ask(): Promise<void> {
    const sorts = this.wanted.status ? [this.wanted.status] : STATUSES;
    try {
      this.tables = (await Promise.all(sorts.map((status) => house.tables({ ...this.wanted, status })))).flat();
      this.trouble = null;
    } catch (trouble) {
      this.trouble = trouble;
    }
  }

  #hear(table: TableInfo): void {
    const others = (this.tables ?? []).filter(({ id }) => id !== table.id);
    this.tables = belongs(table, this.wanted) ? [table, ...others] : others;
  }
}

/** Whether a table stands on a list. One that everybody has left before the start is cleared away. */
export function belongs(table: TableInfo, wanted: Wanted): boolean {
  const mine = table.hosting || table.seats.some((seat) => seat.yours);
  if (table.status === "open" && !table.hosting && !table.seats.some((seat) => seat.who === "person")) return false;
  return (
    (!wanted.status || table.status === wanted.status) &&
    (!wanted.game || table.game === wanted.game) &&
    (!wanted.mine || mine) &&
    (!wanted.my_turn || table.your_turn)
  );
}
