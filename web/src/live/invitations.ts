const PLACE = "omnibus-invitation-";

/** The secret part of an invitation is told once, when it is made: this tab keeps it as long as it is open. */
export function keepInvitation(table: string, token: string): void {
  try {
    sessionStorage.setItem(PLACE + table, token);
  } catch {
    // A browser that keeps nothing is right to do so: a new link can be made.
  }
}

export function keptInvitation(table: string): string | null {
  try {
    return sessionStorage.getItem(PLACE + table);
  } catch {
    return null;
  }
}
