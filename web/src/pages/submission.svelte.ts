import { sentence } from "./labels";

/** A form on its way to the server: whether it is busy, and what came of it. */
export class Submission {
  busy = $state(false);
  wrong = $state("");
  done = $state("");

  /** Do it once; what is said afterwards is for the one who waits. */
  async run(action: () => Promise<string>): Promise<void> {
    this.wrong = this.done = "";
    this.busy = true;
    try {
      this.done = await action();
    } catch (error) {
      this.wrong = sentence(error);
    } finally {
      this.busy = false;
    }
  }
}

export const MIN_PASSWORD_LENGTH = 8;
