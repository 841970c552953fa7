import type { GameDetails, GameEvent, View } from "../src/views";

/** A moment of a game between bots, as seat 0 saw it. */
export interface Fixture {
  names: string[];
  view: View;
  before: View;
  log: GameEvent[][];
}

const FILES = import.meta.glob<unknown>("../fixtures/*.json", { eager: true, import: "default" });
const called = (path: string) => path.split("/").at(-1)!.replace(".json", "");

/** Every game there is, and a moment in the middle of it. */
export const TABLES = Object.entries(FILES)
  .filter(([path]) => !path.endsWith("-middle.json"))
  .map(([path, game]) => {
    const id = called(path);
    const moment = Object.keys(FILES).find((other) => called(other).startsWith(`${id}-`))!;
    return { id, game: game as GameDetails, fixture: FILES[moment] as Fixture };
  });
