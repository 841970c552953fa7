import { sawHidden } from "../texts/rulebook";
import type { GameDetails } from "../views";
import type { Ply } from "./LiveTable.svelte";

/**
 * Several people share a device: who of them should have it next, or null while it is in the right hands.
 * Of several who may move at once, those from seat `first` on come first, so that all get it in turn.
 */
export function nextHolder(own: number[], turn: number[], holder: number | null, first: number): number | null {
  if (own.length < 2 || (holder !== null && turn.includes(holder))) return null;
  const due = own.filter((seat) => turn.includes(seat));
  return due.find((seat) => seat >= first) ?? due[0] ?? null;
}

/** The last ply of whoever holds the device, if it showed them something that the next one may not see. */
export function revealingPly(plies: Ply[], holder: number | null, game: Pick<GameDetails, "events">): number | null {
  const last = plies.findLast(({ seat }) => seat === holder);
  return last?.events.some((event) => sawHidden(game, event)) ? last.n : null;
}
