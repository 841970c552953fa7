import type { PrivateNote } from "../shell/Talk.svelte";

const PAUSE = 800;

/** One's private note at a table, written down whenever the pen rests. */
export class PrivateNotes implements PrivateNote {
  text = $state("");
  state = $state<PrivateNote["state"]>("kept");
  #asks: { note: () => Promise<string>; write: (text: string) => Promise<void> };
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(asks: { note: () => Promise<string>; write: (text: string) => Promise<void> }) {
    this.#asks = asks;
    asks.note().then(
      (text) => (this.text ||= text),
      () => (this.state = "lost"),
    );
  }

  write = (text: string): void => {
    this.text = text;
    this.state = "writing";
    clearTimeout(this.#pause);
    this.#pause = setTimeout(async () => {
      this.state = await this.#asks.write(text).then(
        () => "kept" as const,
        () => "lost" as const,
      );
    }, PAUSE);
  };
}
