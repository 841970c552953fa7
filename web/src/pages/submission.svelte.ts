import { sentence } from "./labels";

/** Something asked of the server: whether it is on its way, and what came of it. */
export class Submission {
  busy = $state(false);
  wrong = $state("");
  done = $state("");

  /** Do it once; what it answers, if it is a text, is said to the one who waits. */
  async run(action: () => Promise<unknown>): Promise<void> {
    this.wrong = this.done = "";
    this.busy = true;
    try {
      const said = await action();
      if (typeof said === "string") this.done = said;
    } catch (error) {
      this.wrong = sentence(error);
    } finally {
      this.busy = false;
    }
  }
}

export const MIN_PASSWORD_LENGTH = 8;
