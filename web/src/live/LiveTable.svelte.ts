import type { ClientFrame, MoveFrame, ServerFrame, SightFrame, UndoFrame } from "../generated/messages";
import { lasting } from "../shell/motion";
import type { About, Refusal } from "../table";
import type { MoveData, Told, View } from "../views";
import type { Said, TableInfo } from "./house";

interface Ply {
  n: number;
  seat: number;
  events: Told[];
}

interface Underway {
  command: MoveFrame | UndoFrame;
  answer: Answer;
  /** Whether the table waits for what comes of it. */
  awaited: boolean;
}

type Answer = (refusal: Refusal | null) => void;

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5_000;
const BETWEEN_PINGS = 15_000;
const DEAF_AFTER = 4_000;
const SHOWN_OUT = 4401;
// Bots answer at once: so that one can see what they do, their plies are shown one after another.
const BETWEEN_BOTS = 500;
const MOST_WAITING = 8;
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
  #n = 0; // the last ply heard of
  #shown = 0; // the last ply shown
  #sights: SightFrame[] = []; // those not shown yet
  #showNext = 0; // when the next one may be shown
  #showing: ReturnType<typeof setTimeout> | undefined;
  #counted = 0; // the last ply that one of our own commands became
  #underway = new Map<string, Underway>();
  #questions = new Map<string, Answer>(); // those asked and not answered yet
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
    clearTimeout(this.#showing);
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
  move(move: MoveData): Promise<Refusal | null> {
    return this.#command({ do: "move", seat: this.seat!, n: this.#shown, key: newKey(), move: move.text });
  }

  /** Why nothing like this can be done now; null if it can, or if no answer comes: a question is not asked again. */
  async whyNot(about: About): Promise<Refusal | null> {
    // Before a position that has passed, the question is idle; nobody hears it where there is no connection.
    if (this.#sights.length || this.#socket?.readyState !== WebSocket.OPEN) return null;
    const key = newKey();
    return new Promise((answer) => {
      this.#questions.set(key, answer);
      this.#send({ do: "why", key, seat: this.seat!, n: this.#shown, about });
    });
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
    this.#sights = [];
    this.#n = this.#shown = 0;
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
      this.#giveUpQuestions();
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
    this.#giveUpQuestions();
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = socket.onopen = socket.onmessage = socket.onclose = null;
    // A browser complains about a connection that is given up before it stands.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
  }

  /** What was asked over a connection that is gone stays without an answer. */
  #giveUpQuestions(): void {
    for (const answer of this.#questions.values()) answer(null);
    this.#questions.clear();
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
        this.#n = frame.n;
        this.#sights.push(frame);
        this.#showSights();
        break;
      case "accepted":
        this.#counted = Math.max(this.#counted, frame.ply ?? 0);
        this.#answer(frame.key, null);
        break;
      case "refused":
        this.#answer(frame.key, { rule: frame.rule, text: frame.reason });
        break;
      case "why":
        this.#questions.get(frame.key)?.(frame.reason === null ? null : { rule: frame.rule, text: frame.reason });
        this.#questions.delete(frame.key);
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

  #showSights(): void {
    clearTimeout(this.#showing);
    const patient = this.#sights.length <= MOST_WAITING && this.#sights.every((sight) => this.#canWait(sight));
    while (this.#sights.length) {
      const wait = this.#showNext - Date.now();
      if (patient && wait > 0) {
        this.#showing = setTimeout(() => this.#showSights(), wait);
        return;
      }
      this.#show(this.#sights.shift()!);
    }
  }

  /** What people do is shown at once, and everything where all move at the same time or nobody looks. */
  #canWait({ plies, view }: SightFrame): boolean {
    const byBots = plies.length > 0 && plies.every(({ seat }) => this.#isBot(seat));
    return byBots && view.turn.length < 2 && !globalThis.document?.hidden;
  }

  #isBot(seat: number): boolean {
    return !!this.table?.seats[seat]?.bot;
  }

  #show({ after, n, seat, plies, view }: SightFrame): void {
    const told = plies as Ply[];
    const fresh = told.filter((ply) => ply.n > this.#shown);
    // Of what was missed for long only the last part is told: what came before it may have been taken back since.
    const gap = after > this.#shown;
    if (fresh.length) {
      this.before = this.view?.seat === seat && !gap ? this.view : null;
      // Who has just come in is told of the last move alone.
      this.news = (this.before ? fresh : fresh.slice(-1)).flatMap((ply) => ply.events);
      // Any further ply makes a wish to undo void; the server does not say so.
      if (this.table?.undo && n > this.table.undo.n) this.table = { ...this.table, undo: null };
      if (fresh.some((ply) => this.#isBot(ply.seat))) this.#showNext = Date.now() + lasting(BETWEEN_BOTS);
    }
    // Whoever sees the own move made need not wait for the word that it counts.
    for (const underway of this.#underway.values()) {
      const { seat: mover, n: known } = underway.command;
      if (fresh.some((ply) => ply.seat === mover && ply.n > known)) underway.awaited = false;
    }
    this.#plies = gap ? told : [...this.#plies.filter((ply) => ply.n <= after), ...told];
    this.#shown = n;
    this.view = view as View;
    this.#settle();
  }

  #command(command: MoveFrame | UndoFrame): Promise<Refusal | null> {
    return new Promise((answer) => {
      this.#underway.set(command.key, { command, answer, awaited: true });
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
    this.busy = [...this.#underway.values()].some(({ awaited }) => awaited) || this.#counted > this.#shown;
  }

  #send(frame: ClientFrame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }
}

/** Something nobody else makes up. (`randomUUID` is missing where a page comes without https.) */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join("-");
}
