const FIRST_WAIT = 500;
const LONGEST_WAIT = 5_000;

/** The line to the server. When it is cut, one request tries it again and again; all others wait for that one. */
class Line {
  lost = $state(false);
  #mending: Promise<void> | null = null;
  #hurry = () => {};

  /** The line is cut: resolves when the server answers again. */
  mended(): Promise<void> {
    this.lost = true;
    this.#mending ??= this.#mend();
    return this.#mending;
  }

  /** Try now: the device says that it is online again. */
  hurry(): void {
    this.#hurry();
  }

  async #mend(): Promise<void> {
    for (let wait = FIRST_WAIT; !(await answers()); wait = Math.min(LONGEST_WAIT, wait * 2)) {
      await new Promise<void>((resolve) => {
        this.#hurry = resolve;
        setTimeout(resolve, wait);
      });
    }
    this.#mending = null;
    this.lost = false;
  }
}

async function answers(): Promise<boolean> {
  try {
    return !isCut(await fetch("/api/me", { cache: "no-store" }));
  } catch {
    return false;
  }
}

/** Whether this is no answer of ours: a proxy that stands alone speaks no JSON. */
export function isCut(answer: Response): boolean {
  return answer.status >= 500 && !answer.headers.get("content-type")?.includes("json");
}

export const line = new Line();
