/** What this browser remembers of a table. */
interface Keepsake {
  /** The commitment that was shown when the table was first seen. */
  promise?: string;
  /** The number of the last thing said that was read. */
  heard?: number;
}

const PLACE = "omnibus-tables";
const MOST = 100;

export function keepsake(table: string): Keepsake {
  return read().find(([id]) => id === table)?.[1] ?? {};
}

/** Remember something more of a table; of too many tables, those looked at longest ago are forgotten. */
export function keep(table: string, more: Keepsake): void {
  const others = read().filter(([id]) => id !== table);
  const kept = [...others, [table, { ...keepsake(table), ...more }]].slice(-MOST);
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing is right to do so.
  }
}

function read(): [string, Keepsake][] {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "[]") as [string, Keepsake][];
  } catch {
    return [];
  }
}
