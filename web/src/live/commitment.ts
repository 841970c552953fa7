import type { TableInfo } from "./api";
import { storedTable, storeTable } from "./tableStorage";

/**
 * Whether the deal was the one committed to before the first move.
 * `unwitnessed`: the seed fits, but this browser did not see the commitment before the end.
 * `unchecked`: this browser cannot hash, as it cannot without https.
 */
export type Verdict = "verified" | "unwitnessed" | "broken" | "unchecked";

/** Remember what a table commits to, as long as its end is not known. */
export function rememberCommitment({ id, commitment, seed }: TableInfo): void {
  if (seed === null && storedTable(id).promise === undefined) storeTable(id, { promise: commitment });
}

/** Check what anyone can check: the commitment is the SHA-256 of the seed. */
export async function verifyCommitment({ id, commitment, seed }: TableInfo): Promise<Verdict> {
  const witnessed = storedTable(id).promise;
  if (witnessed !== undefined && witnessed !== commitment) return "broken";
  if (!crypto.subtle) return "unchecked";
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(seed ?? ""));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hex !== commitment) return "broken";
  return witnessed === undefined ? "unwitnessed" : "verified";
}
