import { bring } from "../live/bring";
import type { TableKind } from "../table";
import type { GameId } from "../views";

/** Each game's table comes when it is needed, so that the first page is light. */
const TABLES: Record<GameId, () => Promise<unknown>> = {
  london: async () => (await import("./london")).london,
  bus: async () => (await import("./bus")).bus,
  nextstation: async () => (await import("./nextstation")).nextstation,
  terminus: async () => (await import("./terminus")).terminus,
};

/** The table of a game. Each takes only views of its own game, which is what the id says. */
export async function tableOf(game: GameId): Promise<TableKind> {
  return (await bring(TABLES[game])) as TableKind;
}
