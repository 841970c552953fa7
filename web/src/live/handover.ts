/**
 * Several people share a device: who of them should have it next, or null while it is in the right hands.
 * Of several who may move at once, those from seat `first` on come first, so that all get it in turn.
 */
export function nextHolder(own: number[], turn: number[], holder: number | null, first: number): number | null {
  if (own.length < 2 || (holder !== null && turn.includes(holder))) return null;
  const due = own.filter((seat) => turn.includes(seat));
  return due.find((seat) => seat >= first) ?? due[0] ?? null;
}
