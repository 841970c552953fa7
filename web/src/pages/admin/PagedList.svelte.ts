import { sentence } from "../labels";
import { ta } from "./texts";

/** A list that comes page by page, and what was last done about something on it. */
export class PagedList<Item> {
  /** Undefined until the first page has come. */
  items = $state.raw<Item[] | undefined>(undefined);
  more = $state(false);
  page = $state(0);
  errorText = $state("");
  done = $state("");
  busy = $state(false);

  constructor(private readonly fetchPage: (page: number) => Promise<{ items: Item[]; more: boolean }>) {
    void this.load(0);
  }

  async load(page = this.page): Promise<void> {
    await this.#attempt(async () => {
      const { items, more } = await this.fetchPage(page);
      this.items = items;
      this.more = more;
      this.page = page;
    });
  }

  /** Do something about an item, say so, and show the list as it is then. */
  async act(action: () => Promise<unknown>): Promise<boolean> {
    this.done = "";
    const succeeded = await this.#attempt(action);
    if (succeeded) {
      await this.load();
      this.done = ta("done");
    }
    return succeeded;
  }

  async #attempt(action: () => Promise<unknown>): Promise<boolean> {
    this.errorText = "";
    this.busy = true;
    try {
      await action();
      return true;
    } catch (error) {
      this.errorText = sentence(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
