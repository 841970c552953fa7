import { importOrReload } from "../live/importOrReload";
import type { TableKind } from "../table";

/** Each game's table lies in the folder of its id and comes when it is needed, so that the first page is light. */
const TABLES = import.meta.glob<{ default: unknown }>("./*/index.ts");

/** The table of a game: its own, which takes only views of its game, or the plain one. */
export async function tableOf(game: string): Promise<TableKind> {
  const own = TABLES[`./${game}/index.ts`];
  if (!own) return (await importOrReload(() => import("./plain"))).plain;
  return (await importOrReload(own)).default as TableKind;
}
