import type { TableInfo } from "./house";
import { keep, keepsake } from "./keepsake";

/**
 * Whether the deal was the one promised before the first move.
 * `unseen`: the sum is right, but this browser did not see the promise before the end.
 * `unchecked`: this browser cannot do the sum, as it cannot without https.
 */
export type Verdict = "kept" | "unseen" | "broken" | "unchecked";

/** Remember what a table promises, as long as its end is not known. */
export function hearPromise({ id, commitment, seed }: TableInfo): void {
  if (seed === null && keepsake(id).promise === undefined) keep(id, { promise: commitment });
}

/** Do the sum that anyone can do: the promise is the SHA-256 of the seed. */
export async function checkPromise({ id, commitment, seed }: TableInfo): Promise<Verdict> {
  const heard = keepsake(id).promise;
  if (heard !== undefined && heard !== commitment) return "broken";
  if (!crypto.subtle) return "unchecked";
  const sum = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(seed ?? ""));
  const written = Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (written !== commitment) return "broken";
  return heard === undefined ? "unseen" : "kept";
}
