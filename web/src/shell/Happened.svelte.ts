import { i18n } from "../texts/i18n.svelte";
import { teller } from "../texts/rulebook";
import type { GameDetails, GameEvent, View } from "../views";

/** Something that happened, in a sentence. */
export interface ToldEvent {
  event: GameEvent;
  text: string;
}

/** What a table knows of what happened there. */
interface Source {
  texts: () => Pick<GameDetails, "events" | "words">;
  names: () => string[];
  view: () => View;
  log: () => GameEvent[][];
  /** How much of the log there was when the viewer moved last. */
  since: () => number;
  /** What happened since the view before. */
  news: () => GameEvent[];
  /** Whether it is the viewer's turn. */
  mine: () => boolean;
  /** Whether one looks back at a game. */
  replay: () => boolean;
  /** Whether moves are shown one after another, and something is said meanwhile. */
  captioned: () => boolean;
  /** Whether the points are being counted. */
  counting: () => boolean;
}

const MAX_SPOKEN = 3;
const MARKED_FOR = 5_000;

/** What happened at a table: in words, for whom it is news, and what of it is marked on the board. */
export class Happened {
  readonly #at: Source;
  readonly #called = $derived.by(() => this.#at.names().join("\n")); // a new list of the same names is no news
  readonly #sentence = $derived.by(() => teller(this.#at.texts(), this.#called.split("\n"), i18n.language));

  /** All of it, the latest first. The last move says who has won: while the points are counted, it is kept back. */
  readonly lines = $derived.by(() => {
    const log = this.#at.log();
    return this.#told((this.#at.counting() ? log.slice(0, -1) : log).flat()).reverse();
  });

  // Those who only look hear of the last move, those who play of all that the others did since their own.
  readonly #looksOn = $derived.by(() => this.#at.view().seat === null || this.#at.replay() || this.#at.captioned());
  readonly #others = $derived.by(() =>
    this.#byOthers(this.#looksOn ? this.#at.news() : this.#at.log().slice(this.#at.since()).flat()),
  );

  /** The last thing that others did. */
  readonly latest = $derived.by(() => foremost(this.#others));
  /** How much more they did. Whoever waits sees it all happen: it counts when it is one's turn again. */
  readonly uncounted = $derived.by(() => (this.#at.mine() || this.#looksOn ? this.#others.length - 1 : 0));

  /** What is read aloud. Nobody needs to hear what they did themselves, nor everything about a long round. */
  readonly spoken = $derived.by(() => {
    if (this.#at.counting()) return [];
    const heard = this.#at.news().filter(({ seat }) => seat === undefined || this.#isOther(seat));
    return this.#told(heard)
      .slice(-MAX_SPOKEN)
      .map(({ text }) => text);
  });

  // What the others have just done is marked for a while; a line of the log while one looks at it, or until one lets go.
  readonly #justDone = $derived.by(() => foremost(this.#byOthers(this.#at.news()))?.event ?? null);
  #faded = $state.raw<GameEvent | null>(null);
  #glanced = $state.raw<GameEvent | null>(null);
  #pinned = $state.raw<GameEvent | null>(null);

  constructor(source: Source) {
    this.#at = source;
    $effect(() => {
      const event = this.#justDone;
      if (!event || this.#at.replay()) return;
      const timer = setTimeout(() => (this.#faded = event), MARKED_FOR);
      return () => clearTimeout(timer);
    });
  }

  /** What is marked on the board because one asked for it by its line. */
  get pointedAt(): GameEvent | null {
    return this.#glanced ?? this.#pinned;
  }

  /** What is marked because it has just happened. */
  get fresh(): GameEvent | null {
    return this.#justDone === this.#faded || this.#at.counting() ? null : this.#justDone;
  }

  get pinned(): GameEvent | null {
    return this.#pinned;
  }

  glance(event: GameEvent | null): void {
    this.#glanced = event;
  }

  /** Keep it marked, or no more. */
  pin(event: GameEvent): void {
    this.#pinned = this.#pinned === event ? null : event;
  }

  /** Nothing is marked any more. */
  letGo(): void {
    this.#pinned = null;
    this.#faded = this.#justDone;
  }

  #told(events: GameEvent[]): ToldEvent[] {
    return events
      .map((event) => ({ event, text: this.#sentence(event) }))
      .filter((line): line is ToldEvent => line.text !== null);
  }

  #byOthers(events: GameEvent[]): ToldEvent[] {
    return this.#told(events).filter(
      ({ event: { seat } }) => this.#at.replay() || (seat !== undefined && this.#isOther(seat)),
    );
  }

  #isOther(seat: number): boolean {
    return this.#at.replay() || seat !== this.#at.view().seat;
  }
}

/** What somebody did says more than what followed from it. */
function foremost(told: ToldEvent[]): ToldEvent | undefined {
  return told.findLast(({ event }) => event.seat !== undefined) ?? told.at(-1);
}
