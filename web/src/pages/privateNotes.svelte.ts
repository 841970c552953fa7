import type { PrivateNote } from "../shell/ChatPanel.svelte";

const SAVE_DELAY = 800;

interface NoteApi {
  note: () => Promise<string>;
  saveNote: (text: string) => Promise<void>;
}

/** One's private note at a table, saved whenever the writer pauses. */
export class PrivateNotes implements PrivateNote {
  text = $state("");
  state = $state<PrivateNote["state"]>("saved");
  #api: NoteApi;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: NoteApi) {
    this.#api = api;
    api.note().then(
      (text) => (this.text ||= text),
      () => (this.state = "failed"),
    );
  }

  write = (text: string): void => {
    this.text = text;
    this.state = "unsaved";
    clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(async () => {
      this.state = await this.#api.saveNote(text).then(
        () => "saved" as const,
        () => "failed" as const,
      );
    }, SAVE_DELAY);
  };
}
