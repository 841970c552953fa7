import type { Refusal } from "../table";
import type { Told, View } from "../views";
import type { TableInfo } from "./house";

interface Ply {
  n: number;
  seat: number;
  events: Told[];
}

type Frame =
  | { is: "sight"; seat: number | null; after: number; n: number; plies: Ply[]; view: View }
  | { is: "accepted"; key: string; ply: number | null }
  | { is: "refused"; key: string; code: string; rule: string | null; reason: string; n: number; view: View | null }
  | { is: "table"; table: TableInfo }
  | { is: "chat"; chat: { id: number; name: string; said: string }[] }
  | { is: "pong" }
  | { is: "trouble"; code: string; reason: string };

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;

/** A window on a table, kept open: when the connection is lost it comes back by itself and catches up. */
export class LiveTable {
  view = $state.raw<View | null>(null);
  before = $state.raw<View | null>(null);
  log = $state.raw<Told[][]>([]);
  news = $state.raw<Told[]>([]); // what happened since the view before
  table = $state.raw<TableInfo | null>(null);
  chat = $state.raw<{ id: number; name: string; said: string }[]>([]);
  connection = $state<"live" | "lost">("live");

  #socket: WebSocket | null = null;
  #n = 0; // the last ply seen
  #seat: number | null = null; // the seat looked from, once the server has said which
  #seated = false;
  #waiting = new Map<string, (refusal: Refusal | null) => void>();
  #patience = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(readonly id: string) {
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** Open the window anew, as when the language has changed. */
  reopen(): void {
    if (this.#socket) this.#socket.onclose = null;
    this.#socket?.close();
    this.#giveUpWaiting();
    this.#connect();
  }

  /** Make a move; resolves to the reason if it is refused. */
  move(move: string): Promise<Refusal | null> {
    return this.#command({ do: "move", seat: this.#seat, move });
  }

  undo(): Promise<Refusal | null> {
    return this.#command({ do: "undo", seat: this.#seat });
  }

  say(said: string): void {
    this.#send({ do: "say", said });
  }

  /** Look from another seat of one's own. */
  look(seat: number): void {
    this.#seat = seat;
    this.#send({ do: "look", seat });
  }

  #connect(): void {
    const address = new URL(`/api/tables/${this.id}/live`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.searchParams.set("n", String(this.#n));
    if (this.#seated && this.#seat !== null) address.searchParams.set("seat", String(this.#seat));
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => {
      this.connection = "live";
      this.#patience = FIRST_WAIT;
    };
    socket.onmessage = ({ data }) => this.#read(JSON.parse(data as string) as Frame);
    socket.onclose = () => {
      if (this.#closed) return;
      this.connection = "lost";
      this.#giveUpWaiting();
      this.#timer = setTimeout(() => this.#connect(), this.#patience);
      this.#patience = Math.min(LONGEST_WAIT, this.#patience * 2);
    };
  }

  /** What was on its way may have counted or not: the next sight will tell. */
  #giveUpWaiting(): void {
    for (const answer of this.#waiting.values()) answer(null);
    this.#waiting.clear();
  }

  #read(frame: Frame): void {
    switch (frame.is) {
      case "sight":
        this.#see(frame.view, frame.n, frame.seat, frame.plies);
        break;
      case "accepted":
        this.#answer(frame.key, null);
        break;
      case "refused":
        this.#answer(frame.key, { rule: frame.rule, text: frame.reason });
        if (frame.view && frame.n >= this.#n) this.view = frame.view;
        break;
      case "table":
        this.table = frame.table;
        break;
      case "chat":
        this.chat = [...this.chat, ...frame.chat.filter((said) => said.id > (this.chat.at(-1)?.id ?? 0))];
        break;
    }
  }

  #see(view: View, n: number, seat: number | null, plies: Ply[]): void {
    this.#seated = true;
    this.#seat = seat;
    const fresh = plies.filter((ply) => ply.n > this.#n);
    if (fresh.length) {
      this.before = this.view;
      // Who has just come in is told of the last move alone.
      this.news = (this.before ? fresh : fresh.slice(-1)).flatMap((ply) => ply.events);
    }
    this.#n = n;
    this.view = view;
    this.log = [...this.log, ...fresh.map((ply) => ply.events)];
  }

  #command(command: Record<string, unknown>): Promise<Refusal | null> {
    const key = crypto.randomUUID();
    return new Promise((resolve) => {
      this.#waiting.set(key, resolve);
      this.#send({ ...command, n: this.#n, key });
    });
  }

  #answer(key: string, refusal: Refusal | null): void {
    this.#waiting.get(key)?.(refusal);
    this.#waiting.delete(key);
  }

  #send(frame: unknown): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }
}
