import type { GameEvent } from "../../views";
import type { Letter, TerminusBoard } from "./view";

/** What a player did in the last turn. */
export interface Turn {
  line: Letter | null;
  laid: string[];
  /** The jokers that came into the hand. */
  tookBack: string[];
  secret: boolean;
  /** The points of the line that was completed. */
  completed: number | null;
}

/** What every seat did last, as far as this round tells. */
export function lastTurns(log: GameEvent[][], board: TerminusBoard): Map<number, Turn> {
  const turns = new Map<number, Turn>();
  let moving: number | undefined;
  for (const event of log.flat()) {
    // What a move that is taken back had replaced nobody remembers.
    if (event.event === "deal" || event.event === "undo") turns.clear();
    const part = partOfTurn(event, board);
    if (!part || event.seat === undefined) continue;
    const begun = event.seat === moving ? turns.get(event.seat) : undefined;
    turns.set(event.seat, joined(begun ?? EMPTY, part));
    moving = endsTurn(event) ? undefined : event.seat;
  }
  return turns;
}

const EMPTY: Turn = { line: null, laid: [], tookBack: [], secret: false, completed: null };

function joined(turn: Turn, part: Partial<Turn>): Turn {
  return {
    ...turn,
    ...part,
    laid: [...turn.laid, ...(part.laid ?? [])],
    tookBack: [...turn.tookBack, ...(part.tookBack ?? [])],
  };
}

function partOfTurn(event: GameEvent, { cards }: TerminusBoard): Partial<Turn> | null {
  const lineOf = (place: unknown) => cards[place as string]?.line ?? null;
  switch (event.event) {
    case "play":
      return { laid: event.cards as string[], line: lineOf((event.cards as string[])[0]) };
    case "joker":
      return { laid: [event.card as string], line: lineOf(event.place) };
    case "swap":
      return { laid: [event.card as string], tookBack: [event.joker as string], line: lineOf(event.card) };
    case "secret":
      return { secret: true };
    case "complete":
    case "complete-with-aside":
      return { completed: Number(event.points), line: event.line as Letter };
    case "end":
      return {};
    default:
      return null;
  }
}

function endsTurn({ event }: GameEvent): boolean {
  return event === "end" || event === "secret" || event.startsWith("complete");
}
