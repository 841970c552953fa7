/**
 * Several people share a device: who of them should have it next, or null while it is in the right hands.
 * The one after the last holder comes first, so that all get it in turn where several may move at once.
 */
export function nextHolder(own: number[], turn: number[], holder: number | null, last: number | null): number | null {
  if (own.length < 2 || (holder !== null && turn.includes(holder))) return null;
  const due = own.filter((seat) => turn.includes(seat));
  return due.find((seat) => seat > (last ?? -1)) ?? due[0] ?? null;
}
