const FIRST_RETRY_DELAY = 500;
const MAX_RETRY_DELAY = 5_000;

/** Whether the server can be reached. When it cannot, one request tries again and again; all others wait for that one. */
class ServerStatus {
  unreachable = $state(false);
  #retrying: Promise<void> | null = null;
  #skipDelay = () => {};

  /** A request has failed: resolves when the server answers again. */
  untilReachable(): Promise<void> {
    this.unreachable = true;
    this.#retrying ??= this.#retry();
    return this.#retrying;
  }

  /** The device says that it is online again. */
  retryNow(): void {
    this.#skipDelay();
  }

  async #retry(): Promise<void> {
    for (let delay = FIRST_RETRY_DELAY; !(await answers()); delay = Math.min(MAX_RETRY_DELAY, delay * 2)) {
      await new Promise<void>((resolve) => {
        this.#skipDelay = resolve;
        setTimeout(resolve, delay);
      });
    }
    this.#retrying = null;
    this.unreachable = false;
  }
}

async function answers(): Promise<boolean> {
  try {
    return !isProxyError(await fetch("/api/me", { cache: "no-store" }));
  } catch {
    return false;
  }
}

/** Whether a proxy answers in place of the server: it speaks no JSON. */
export function isProxyError(response: Response): boolean {
  return response.status >= 500 && !response.headers.get("content-type")?.includes("json");
}

export const serverStatus = new ServerStatus();
