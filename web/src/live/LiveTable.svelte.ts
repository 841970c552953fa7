import type {
  ClientFrame,
  MoveFrame,
  PresenceFrame,
  RefusedFrame,
  SeatEvent,
  ServerFrame,
  SightFrame,
  UndoFrame,
  WhyAnswerFrame,
} from "../generated/messages";
import { pacing } from "../shell/pacing.svelte";
import type { PartialMove, Refusal } from "../table";
import type { GameEvent, MoveData, RefusalData, View } from "../views";
import { api, type ChatMessage, type TableInfo } from "./api";
import { BANNED, LOGGED_OUT, TABLE_GONE } from "./closeCodes";

/** What the seat looked from was told of a ply. */
export interface Ply {
  n: number;
  seat: number;
  events: GameEvent[];
}

interface PendingCommand {
  command: MoveFrame | UndoFrame;
  resolve: Resolve;
  /** Whether the table waits for what comes of it. */
  awaited: boolean;
}

/** Whether news comes in; only what is lost is sought again. */
export type Connection = "live" | "lost" | "loggedOut" | "gone";

type Resolve = (refusal: Refusal | null) => void;

const FIRST_RETRY_DELAY = 400;
const MAX_RETRY_DELAY = 5_000;
const PING_INTERVAL = 15_000;
const PONG_TIMEOUT = 4_000;
// Of more than so many plies that are still to be shown, each is shown the shorter.
const UNHURRIED_SIGHTS = 8;
// A number that no seat has: the server lets whoever asks for it look from outside.
const SPECTATOR_SEAT = "-1";

/**
 * A window on a table, kept open: when the connection is lost it comes back by itself and catches up, and what was on
 * its way is sent again under the same key, which the server counts once.
 */
export class LiveTable {
  view = $state.raw<View | null>(null);
  before = $state.raw<View | null>(null);
  news = $state.raw<GameEvent[]>([]); // what happened since the view before
  table = $state.raw<TableInfo | null>(null);
  chat = $state.raw<ChatMessage[]>([]);
  /** What happened at the seats besides moves; null before one was told. */
  seatEvents = $state.raw<SeatEvent[] | null>(null);
  /** Who has the table open; null before one was told. */
  presence = $state.raw<PresenceFrame | null>(null);
  connection = $state<Connection>("live");
  /** The seat looked from; its view may still be on its way. */
  seat = $state<number | null>(null);
  /** Whether something was sent of which the table does not show yet what came of it. */
  busy = $state(false);
  /** Whether it is still being shown, ply by ply, what the others did. */
  behind = $state(false);

  #plies = $state.raw<Ply[]>([]);
  #socket: WebSocket | null = null;
  #lastPly = 0; // the last one heard of; it may not be shown yet
  #shownPly = 0;
  #queued: SightFrame[] = []; // those not shown yet
  #nextShowAt = 0; // when the next one may be shown
  #showTimer: ReturnType<typeof setTimeout> | undefined;
  #acceptedPly = 0; // the last ply that one of our own commands became
  #pending = new Map<string, PendingCommand>();
  #questions = new Map<string, Resolve>(); // those asked and not answered yet
  #retryDelay = FIRST_RETRY_DELAY;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #pingTimer: ReturnType<typeof setInterval> | undefined;
  #pongTimer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    readonly id: string,
    seat: number | null = null,
  ) {
    this.seat = seat;
    this.#connect();
    this.#pingTimer = setInterval(() => this.#ping(), PING_INTERVAL);
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

  /** The last ply that is shown. */
  get shownPly(): number {
    return this.#shownPly;
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#pingTimer);
    clearTimeout(this.#showTimer);
    this.#disconnect();
  }

  /** Open the window anew, as when the language has changed. */
  reopen(): void {
    this.#disconnect();
    this.#connect();
  }

  /** Is anybody there? Asked when the device wakes up or its network changes. */
  checkConnection(): void {
    if (this.#closed || this.connection === "loggedOut" || this.connection === "gone") return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ping();
    else if (this.connection === "lost") this.reopen();
  }

  /** Make a move; resolves to the reason if it is refused. */
  move(move: MoveData): Promise<Refusal | null> {
    return this.#command({ do: "move", seat: this.seat!, n: this.#shownPly, key: newKey(), move: move.text });
  }

  /** Why nothing like this can be done now; null if it can, or if no answer comes: a question is not asked again. */
  async whyNot(about: PartialMove): Promise<Refusal | null> {
    // Before a position that has passed, the question is idle; nobody hears it where there is no connection.
    if (this.#queued.length || this.#socket?.readyState !== WebSocket.OPEN) return null;
    const key = newKey();
    return new Promise((resolve) => {
      this.#questions.set(key, resolve);
      this.#send({ do: "why", key, seat: this.seat!, n: this.#shownPly, about });
    });
  }

  /** Take back the last move of a seat, ask the others for it, or agree to it. */
  undo(seat: number): Promise<Refusal | null> {
    return this.#command({ do: "undo", seat, n: this.#lastPly, key: newKey() });
  }

  /** Show at once all that the others have done. */
  skip(): void {
    clearTimeout(this.#showTimer);
    while (this.#queued.length) this.#show(this.#queued.shift()!);
    this.behind = false;
  }

  /** Look from another seat of one's own, or from outside. Nothing that the old seat was told is kept. */
  lookFrom(seat: number | null): void {
    if (seat === this.seat) return;
    this.seat = seat;
    this.before = null;
    this.news = [];
    this.#plies = [];
    this.#queued = [];
    this.behind = false;
    this.#lastPly = this.#shownPly = 0;
    this.reopen();
  }

  #connect(): void {
    const address = new URL(`/api/tables/${this.id}/live`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.searchParams.set("n", String(this.#lastPly));
    address.searchParams.set("seat", this.seat === null ? SPECTATOR_SEAT : String(this.seat));
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => {
      this.connection = "live";
      this.#retryDelay = FIRST_RETRY_DELAY;
      for (const { command } of this.#pending.values()) this.#send(command);
    };
    socket.onmessage = ({ data }) => {
      clearTimeout(this.#pongTimer);
      this.#receive(JSON.parse(data as string) as ServerFrame);
    };
    socket.onclose = ({ code }) => {
      this.#dropQuestions();
      if (code === LOGGED_OUT || code === BANNED) this.connection = "loggedOut";
      else if (code === TABLE_GONE) this.connection = "gone";
      else this.#reconnectLater();
      if (code === BANNED) void askWhyBanned();
    };
  }

  #reconnectLater(): void {
    this.connection = "lost";
    this.#disconnect();
    this.#retryTimer = setTimeout(() => this.#connect(), this.#retryDelay);
    this.#retryDelay = Math.min(MAX_RETRY_DELAY, this.#retryDelay * 2);
  }

  #disconnect(): void {
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#pongTimer);
    this.#dropQuestions();
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = socket.onopen = socket.onmessage = socket.onclose = null;
    // A browser complains about a connection that is given up before it stands.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
  }

  /** What was asked over a connection that is gone stays without an answer. */
  #dropQuestions(): void {
    for (const resolve of this.#questions.values()) resolve(null);
    this.#questions.clear();
  }

  #ping(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    clearTimeout(this.#pongTimer);
    this.#pongTimer = setTimeout(() => this.#reconnectLater(), PONG_TIMEOUT);
    this.#send({ do: "ping" });
  }

  #receive(frame: ServerFrame): void {
    switch (frame.is) {
      case "sight":
        this.#lastPly = frame.n;
        this.#queued.push(frame);
        this.#showQueued();
        break;
      case "accepted":
        this.#acceptedPly = Math.max(this.#acceptedPly, frame.ply ?? 0);
        this.#answer(frame.key, null);
        break;
      case "refused":
        this.#answer(frame.key, refusalOf(frame, frame.reason));
        break;
      case "why":
        this.#questions.get(frame.key)?.(frame.reason === null ? null : refusalOf(frame, frame.reason));
        this.#questions.delete(frame.key);
        break;
      case "table":
        this.table = frame.table as TableInfo;
        this.#addSeatEvents(frame.events);
        break;
      case "presence":
        this.presence = frame;
        break;
      case "chat":
        if (frame.whole) this.chat = frame.chat;
        else this.chat = [...this.chat, ...frame.chat.filter((said) => said.id > (this.chat.at(-1)?.id ?? 0))];
        break;
      case "pong":
        if (frame.n > this.#lastPly) this.#send({ do: "resume", n: this.#lastPly });
        break;
    }
  }

  /** A window that is opened again is told everything again. */
  #addSeatEvents(events: SeatEvent[]): void {
    const known = this.seatEvents ?? [];
    const last = known.at(-1)?.id ?? 0;
    if (this.seatEvents && !events.some(({ id }) => id > last)) return;
    this.seatEvents = [...known, ...events.filter(({ id }) => id > last)];
  }

  #showQueued(): void {
    clearTimeout(this.#showTimer);
    if (!this.#queued.every((sight) => this.#canBeDelayed(sight))) return this.skip();
    while (this.#queued.length) {
      const wait = this.#nextShowAt - Date.now();
      if (wait > 0) {
        this.#showTimer = setTimeout(() => this.#showQueued(), wait);
        break;
      }
      this.#show(this.#queued.shift()!);
    }
    this.behind = this.#queued.length > 0;
  }

  /** What one does oneself is shown at once, and everything where all move at the same time or nobody looks. */
  #canBeDelayed({ plies, view }: SightFrame): boolean {
    const byOthers = plies.length > 0 && plies.every(({ seat }) => seat !== this.seat);
    return byOthers && view.turn.length < 2 && !globalThis.document?.hidden;
  }

  #show({ after, n, seat, plies, view }: SightFrame): void {
    const received = plies as Ply[];
    const fresh = received.filter((ply) => ply.n > this.#shownPly);
    // Of what was missed for long only the last part is told: what came before it may have been taken back since.
    const gap = after > this.#shownPly;
    if (fresh.length) {
      this.before = this.view?.seat === seat && !gap ? this.view : null;
      // Who has just come in is told of the last move alone.
      this.news = (this.before ? fresh : fresh.slice(-1)).flatMap((ply) => ply.events);
      // Any further ply makes a wish to undo void; the server does not say so.
      if (this.table?.undo && n > this.table.undo.n) this.table = { ...this.table, undo: null };
      if (fresh.some((ply) => ply.seat !== this.seat))
        this.#nextShowAt = Date.now() + pacing.perPly / Math.max(1, this.#queued.length / UNHURRIED_SIGHTS);
    }
    // Whoever sees the own move made need not wait for the word that it counts.
    for (const pending of this.#pending.values()) {
      const { seat: mover, n: known } = pending.command;
      if (fresh.some((ply) => ply.seat === mover && ply.n > known)) pending.awaited = false;
    }
    this.#plies = gap ? received : [...this.#plies.filter((ply) => ply.n <= after), ...received];
    this.#shownPly = n;
    this.view = view as View;
    this.#updateBusy();
  }

  #command(command: MoveFrame | UndoFrame): Promise<Refusal | null> {
    return new Promise((resolve) => {
      this.#pending.set(command.key, { command, resolve, awaited: true });
      this.#updateBusy();
      this.#send(command);
    });
  }

  #answer(key: string, refusal: Refusal | null): void {
    const pending = this.#pending.get(key);
    this.#pending.delete(key);
    this.#updateBusy();
    pending?.resolve(refusal);
  }

  #updateBusy(): void {
    this.busy = [...this.#pending.values()].some(({ awaited }) => awaited) || this.#acceptedPly > this.#shownPly;
  }

  #send(frame: ClientFrame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }
}

function refusalOf({ rule, refusal }: RefusedFrame | WhyAnswerFrame, text: string): Refusal {
  return { rule, text, data: refusal as RefusalData | null };
}

/** Whoever is banned is told why in answer to any request, and the page shows it. */
async function askWhyBanned(): Promise<void> {
  await api.me().catch(() => null);
}

/** Something nobody else makes up. (`randomUUID` is missing where a page comes without https.) */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join("-");
}
