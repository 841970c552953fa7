const STORAGE_KEY_PREFIX = "omnibus-invitation-";

/** The secret part of an invitation is told once, when it is made: this tab keeps it as long as it is open. */
export function storeInvitation(table: string, token: string): void {
  try {
    sessionStorage.setItem(STORAGE_KEY_PREFIX + table, token);
  } catch {
    // A browser that keeps nothing is right to do so: a new link can be made.
  }
}

export function storedInvitation(table: string): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY_PREFIX + table);
  } catch {
    return null;
  }
}
