import type { ClientFrame, MoveFrame, ServerFrame, SightFrame, UndoFrame } from "../generated/messages";
import type { Refusal } from "../table";
import type { Told, View } from "../views";
import type { Said, TableInfo } from "./house";

interface Ply {
  n: number;
  seat: number;
  events: Told[];
}

interface Underway {
  command: MoveFrame | UndoFrame;
  answer: (refusal: Refusal | null) => void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;
const BETWEEN_PINGS = 15_000;
const DEAF_AFTER = 4_000;
const SHOWN_OUT = 4401;
// A number that no seat has: the server lets whoever asks for it look from outside.
const OUTSIDE = "-1";

/**
 * A window on a table, kept open: when the connection is lost it comes back by itself and catches up, and what was on
 * its way is sent again under the same key, which the server counts once.
 */
export class LiveTable {
  view = $state.raw<View | null>(null);
  before = $state.raw<View | null>(null);
  news = $state.raw<Told[]>([]); // what happened since the view before
  table = $state.raw<TableInfo | null>(null);
  chat = $state.raw<Said[]>([]);
  connection = $state<"live" | "lost" | "out">("live");
  /** The seat looked from; its view may still be on its way. */
  seat = $state<number | null>(null);
  /** Whether something was sent of which the table does not show yet what came of it. */
  busy = $state(false);

  #plies = $state.raw<Ply[]>([]);
  #socket: WebSocket | null = null;
  #n = 0; // the last ply seen
  #counted = 0; // the last ply that one of our own commands became
  #underway = new Map<string, Underway>();
  #patience = FIRST_WAIT;
  #again: ReturnType<typeof setTimeout> | undefined;
  #pings: ReturnType<typeof setInterval> | undefined;
  #deaf: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    readonly id: string,
    seat: number | null = null,
  ) {
    this.seat = seat;
    this.#connect();
    this.#pings = setInterval(() => this.#ping(), BETWEEN_PINGS);
  }

  /** The plies that stand, and the undos, as far as the seat looked from was told of them. */
  get plies(): Ply[] {
    const standing: Ply[] = [];
    for (const ply of this.#plies) {
      const undo = ply.events.find(({ event }) => event === "undo");
      while (undo && standing.length && standing.at(-1)!.n > Number(undo.to)) standing.pop();
      standing.push(ply);
    }
    return standing;
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#pings);
    this.#hangUp();
  }

  /** Open the window anew, as when the language has changed. */
  reopen(): void {
    this.#hangUp();
    this.#connect();
  }

  /** Is anybody there? Asked when the device wakes up or its network changes. */
  check(): void {
    if (this.#closed || this.connection === "out") return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ping();
    else if (this.connection === "lost") this.reopen();
  }

  /** Make a move; resolves to the reason if it is refused. */
  move(move: string): Promise<Refusal | null> {
    return this.#command({ do: "move", seat: this.seat!, n: this.#n, key: newKey(), move });
  }

  /** Take back the last move of a seat, ask the others for it, or agree to it. */
  undo(seat: number): Promise<Refusal | null> {
    return this.#command({ do: "undo", seat, n: this.#n, key: newKey() });
  }

  /** Look from another seat of one's own, or from outside. Nothing that the old seat was told is kept. */
  look(seat: number | null): void {
    if (seat === this.seat) return;
    this.seat = seat;
    this.before = null;
    this.news = [];
    this.#plies = [];
    this.#n = 0;
    this.reopen();
  }

  #connect(): void {
    const address = new URL(`/api/tables/${this.id}/live`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.searchParams.set("n", String(this.#n));
    address.searchParams.set("seat", this.seat === null ? OUTSIDE : String(this.seat));
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => {
      this.connection = "live";
      this.#patience = FIRST_WAIT;
      for (const { command } of this.#underway.values()) this.#send(command);
    };
    socket.onmessage = ({ data }) => {
      clearTimeout(this.#deaf);
      this.#read(JSON.parse(data as string) as ServerFrame);
    };
    socket.onclose = ({ code }) => {
      if (code === SHOWN_OUT) this.connection = "out";
      else this.#comeBack();
    };
  }

  #comeBack(): void {
    this.connection = "lost";
    this.#hangUp();
    this.#again = setTimeout(() => this.#connect(), this.#patience);
    this.#patience = Math.min(LONGEST_WAIT, this.#patience * 2);
  }

  #hangUp(): void {
    clearTimeout(this.#again);
    clearTimeout(this.#deaf);
    if (!this.#socket) return;
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = null;
  }

  #ping(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    clearTimeout(this.#deaf);
    this.#deaf = setTimeout(() => this.#comeBack(), DEAF_AFTER);
    this.#send({ do: "ping" });
  }

  #read(frame: ServerFrame): void {
    switch (frame.is) {
      case "sight":
        this.#see(frame);
        break;
      case "accepted":
        this.#counted = Math.max(this.#counted, frame.ply ?? 0);
        this.#answer(frame.key, null);
        break;
      case "refused":
        this.#answer(frame.key, { rule: frame.rule, text: frame.reason });
        break;
      case "table":
        this.table = frame.table as TableInfo;
        break;
      case "chat":
        this.chat = [...this.chat, ...frame.chat.filter((said) => said.id > (this.chat.at(-1)?.id ?? 0))];
        break;
      case "pong":
        if (frame.n > this.#n) this.#send({ do: "resume", n: this.#n });
        break;
    }
  }

  #see({ after, n, seat, plies, view }: SightFrame): void {
    const told = plies as Ply[];
    const fresh = told.filter((ply) => ply.n > this.#n);
    if (fresh.length) {
      this.before = this.view?.seat === seat ? this.view : null;
      // Who has just come in is told of the last move alone.
      this.news = (this.before ? fresh : fresh.slice(-1)).flatMap((ply) => ply.events);
      // Any further ply makes a wish to undo void; the server does not say so.
      if (this.table?.undo) this.table = { ...this.table, undo: null };
    }
    this.#plies = [...this.#plies.filter((ply) => ply.n <= after), ...told];
    this.#n = n;
    this.view = view as View;
    this.#settle();
  }

  #command(command: MoveFrame | UndoFrame): Promise<Refusal | null> {
    return new Promise((answer) => {
      this.#underway.set(command.key, { command, answer });
      this.#settle();
      this.#send(command);
    });
  }

  #answer(key: string, refusal: Refusal | null): void {
    const underway = this.#underway.get(key);
    this.#underway.delete(key);
    this.#settle();
    underway?.answer(refusal);
  }

  #settle(): void {
    this.busy = this.#underway.size > 0 || this.#counted > this.#n;
  }

  #send(frame: ClientFrame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }
}

/** Something nobody else makes up. (`randomUUID` is missing where a page comes without https.) */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join("-");
}
