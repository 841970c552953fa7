import type { DecisionWorths, ReviewStatus } from "../generated/messages";
import { request } from "./api";
import { session } from "./session.svelte";

/** How long the server may keep an answer back until there is more to tell, in seconds. */
const WAIT = 20;
/** There may be something new many times a second; nobody can look that quickly. */
const MIN_INTERVAL = 800;
const NOT_SIGNED_IN = "not-signed-in";
const UNDERWAY = ["waiting", "running"];

/** The review of a finished game: as far as it has come, and on with it as it comes. Leaving the page loses nothing. */
export class ReviewRun {
  status = $state.raw<ReviewStatus | null>(null);
  errorText = $state("");
  asking = $state(false);
  /** The same with all cards known; null as long as the first is not done. */
  second = $state.raw<ReviewRun | null>(null);
  /** Whether one looks at that, once it is there. */
  lookBack = $state(false);
  #closed = false;
  #following = false;
  #path: string;

  /** With hindsight, all cards are known. */
  constructor(
    readonly table: string,
    readonly hindsight = false,
  ) {
    this.#path = `/tables/${table}/review`;
    void this.#follow();
  }

  get review() {
    return this.status?.review ?? null;
  }

  /** What one looks at: this, or the second opinion. */
  get shown(): ReviewRun {
    return this.lookBack && this.second?.review ? this.second : this;
  }

  get underway(): boolean {
    return UNDERWAY.includes(this.status?.state ?? "");
  }

  /** Whether there is nothing yet and one may ask for it. */
  get offered(): boolean {
    if (!this.status || !["none", "failed"].includes(this.status.state)) return false;
    // Whoever asks comes in.
    return this.status.refusal === null || this.status.refusal.code === NOT_SIGNED_IN;
  }

  close(): void {
    this.#closed = true;
    this.second?.close();
  }

  /** Ask for it, or for another one by a better judge. */
  async ask(again = false): Promise<void> {
    this.errorText = "";
    this.asking = true;
    try {
      await session.ensureMe();
      this.status = await request<ReviewStatus>("POST", this.#path, { hindsight: this.hindsight, again });
      void this.#follow();
    } catch (error) {
      this.errorText = (error as Error).message;
    } finally {
      this.asking = false;
    }
  }

  /** What every legal move was worth at a decision that is weighed. */
  worths(n: number): Promise<DecisionWorths> {
    return request<DecisionWorths>("GET", `${this.#path}/${n}?hindsight=${this.hindsight}`);
  }

  async #follow(): Promise<void> {
    if (this.#following) return;
    this.#following = true;
    try {
      do {
        const known = this.status?.done ?? 0;
        const wait = this.status ? WAIT : 0;
        const asked = new URLSearchParams({
          hindsight: String(this.hindsight),
          known: String(known),
          wait: String(wait),
        });
        const status = await request<ReviewStatus>("GET", `${this.#path}?${asked}`);
        if (this.#closed) return;
        this.status = status;
        if (this.underway) await new Promise((resolve) => setTimeout(resolve, MIN_INTERVAL));
      } while (this.underway && !this.#closed);
      if (this.status?.state === "done" && !this.hindsight && !this.#closed)
        this.second ??= new ReviewRun(this.table, true);
    } catch (error) {
      this.errorText = (error as Error).message;
    } finally {
      this.#following = false;
    }
  }
}
