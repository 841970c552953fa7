import type { GameEvent } from "../../views";
import type { Letter, TerminusBoard, TerminusView } from "./view";

/** A line that was completed: what lay on it, whose secrets came to light, and who takes its points. */
export interface Completed {
  line: Letter;
  by: number;
  points: number;
  /** How many of these points were set aside before. */
  aside: number;
  /** The cards on its five places; null where not all of them were seen. */
  places: string[][] | null;
  secrets: { seat: number; card: string; takes: boolean }[];
}

interface Completion {
  seat: number;
  line: Letter;
  points: number;
  aside?: number;
}

/** The last line that was completed in what has just happened. */
export function completedIn(news: GameEvent[], before: TerminusView | null, board: TerminusBoard): Completed | null {
  const at = news.findLastIndex(isCompletion);
  if (at < 0) return null;
  const { seat, line, points, aside = 0 } = news[at] as unknown as Completion;
  const after = news.slice(at);
  const takers = new Set(after.filter(({ event }) => event === "take").map((event) => event.seat));
  return {
    line,
    by: seat,
    points,
    aside,
    places: placesOf(line, news.slice(0, at), before, board.lines[line]),
    secrets: after
      .filter(({ event }) => event === "reveal")
      .map((event) => ({ seat: event.seat!, card: event.card as string, takes: takers.has(event.seat) })),
  };
}

function isCompletion({ event }: GameEvent): boolean {
  return event === "complete" || event === "complete-with-aside";
}

/** What lay on a line that is empty now: what lay there before, and what came upon it since. */
function placesOf(line: Letter, news: GameEvent[], before: TerminusView | null, numbers: string[]): string[][] | null {
  const empty = (): string[][] => numbers.map(() => []);
  let places = before?.lines[line].map((stack) => [...stack]) ?? empty();
  const put = (place: string, cards: string[], alone: boolean) => {
    const number = numbers.indexOf(place);
    if (number >= 0) places[number] = alone ? cards : [...places[number]!, ...cards];
  };
  for (const told of news) {
    if (told.event === "play") put((told.cards as string[])[0]!, told.cards as string[], false);
    if (told.event === "joker") put(told.place as string, [told.card as string], true);
    if (told.event === "swap") put(told.card as string, [told.card as string], true);
    if (told.event === "deal" || (isCompletion(told) && told.line === line)) places = empty();
  }
  return places.every((stack) => stack.length) ? places : null;
}
