import type { View } from "../views";

const OTHERS = ["Bo", "Cy", "Dee", "Eli", "Fay"];

/** Names for all seats of a table at which nobody else really sits. */
export function namesAround(me: string, { seat, seats }: View): string[] {
  const names = OTHERS.slice(0, seats - 1);
  names.splice(seat ?? 0, 0, me);
  return names;
}
