/** What this browser has stored under a key; the fallback where there is nothing or it cannot be read. */
export function loadStored<Value>(key: string, fallback: Value): Value {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as Value | null) ?? fallback;
  } catch {
    return fallback;
  }
}

/** Store something in this browser, if it allows that. */
export function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing is right to do so.
  }
}
