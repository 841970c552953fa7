import { loadStored, store } from "./storage";

/** What this browser remembers of a table. Browsers hold it under these names: renaming one would lose what they hold. */
interface StoredTable {
  /** The commitment that was shown when the table was first seen. */
  promise?: string;
  /** The id of the last chat message that was read. */
  heard?: number;
  /** Whether one plays on against bots as the only one left of several people. */
  playsOn?: boolean;
  /** How many moves there were when the table was last looked at. */
  seen?: number;
}

const STORAGE_KEY = "omnibus-tables";
const MAX_TABLES = 100;

export function storedTable(table: string): StoredTable {
  return loadAll().find(([id]) => id === table)?.[1] ?? {};
}

/** Remember something more of a table; of too many tables, those looked at longest ago are forgotten. */
export function storeTable(table: string, changes: StoredTable): void {
  const others = loadAll().filter(([id]) => id !== table);
  store(STORAGE_KEY, [...others, [table, { ...storedTable(table), ...changes }]].slice(-MAX_TABLES));
}

function loadAll(): [string, StoredTable][] {
  return loadStored<[string, StoredTable][]>(STORAGE_KEY, []);
}
