import { bring } from "../live/bring";
import type { TableKind } from "../table";

/** Each game's table lies in the folder of its id and comes when it is needed, so that the first page is light. */
const TABLES = import.meta.glob<{ default: unknown }>("./*/index.ts");

/** The table of a game. Each takes only views of its own game, which is what the id says. */
export async function tableOf(game: string): Promise<TableKind> {
  return (await bring(TABLES[`./${game}/index.ts`]!)).default as TableKind;
}
