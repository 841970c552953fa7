const FOCUSABLE =
  ":is(a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex='-1'])):not(:disabled)";
const WATCHED = {
  childList: true,
  subtree: true,
  attributes: true,
  attributeFilter: ["class", "disabled", "tabindex"],
};

type Focusable = HTMLElement | SVGElement;

/** For `{@attach}`: at this table the focus never falls to the page's body. */
export function keepFocus(table: HTMLElement): () => void {
  const keeper = new FocusKeeper(table);
  return () => keeper.stop();
}

/**
 * When what had the focus is gone, it goes to what stands nearest in the same part of the table. Where that part is gone
 * too, it goes to the first thing that can be done (`.tray`), and while there is nothing to do to what is asked or
 * awaited (`.ask`), from where it goes on by itself once there is.
 */
class FocusKeeper {
  #question: HTMLElement;
  #last: { path: Element[]; box: DOMRect } | null = null;
  // A page that has just been opened has no focus yet, and whoever clicks beside everything lets go of it.
  #held = navigator.userActivation?.hasBeenActive ?? false;
  #parked = false;
  #due = false;
  #observer = new MutationObserver(() => this.#checkSoon());
  #stopped = new AbortController();

  constructor(readonly table: HTMLElement) {
    this.#question = table.querySelector<HTMLElement>(".ask")!;
    const { signal } = this.#stopped;
    table.addEventListener("focusin", ({ target }) => this.#remember(target as Element), { signal });
    window.addEventListener("keydown", () => (this.#byKeyboard = true), { capture: true, signal });
    window.addEventListener("pointerdown", () => (this.#byKeyboard = false), { capture: true, signal });
    window.addEventListener("mousedown", () => setTimeout(() => (this.#held &&= !hasFallen())), { signal });
    this.#observer.observe(document.body, WATCHED);
    this.#checkSoon();
  }

  /** Whether whoever is here used a key last; the table shows it, for what is only to be seen then. */
  get #byKeyboard(): boolean {
    return this.table.hasAttribute("data-by-keyboard");
  }

  set #byKeyboard(used: boolean) {
    this.table.toggleAttribute("data-by-keyboard", used);
  }

  stop(): void {
    this.#stopped.abort();
    this.#observer.disconnect();
  }

  #remember(target: Element): void {
    const path: Element[] = [];
    for (let at: Element | null = target; at && at !== this.table; at = at.parentElement) path.push(at);
    this.#last = { path, box: target.getBoundingClientRect() };
    this.#held = true;
    this.#parked &&= target === this.#question;
  }

  /** Once the page has settled: whoever made the change may have put the focus somewhere. */
  #checkSoon(): void {
    if (this.#due) return;
    this.#due = true;
    requestAnimationFrame(() => setTimeout(() => this.#check()));
  }

  #check(): void {
    this.#due = false;
    if (!this.table.isConnected || document.querySelector("dialog[open]")) return;
    if (hasFallen()) {
      if (this.#held) this.#find().focus({ preventScroll: true });
    } else if (this.#parked && document.activeElement === this.#question) {
      this.#firstDeed()?.focus({ preventScroll: true });
    }
  }

  #find(): Focusable {
    const kept = this.#last?.path[0] as Focusable | undefined;
    if (kept?.matches(FOCUSABLE) && isShown(kept)) return kept;
    // Whoever points with something else than the focus shall see nothing that the focus would bring up.
    const near = this.#byKeyboard ? this.#nearest() : null;
    this.#parked = !near;
    return near ?? this.#firstDeed() ?? this.#question;
  }

  /** What stands nearest to where the focus was, in the smallest part of the table that is still there. */
  #nearest(): Focusable | null {
    if (!this.#last) return null;
    const { path, box } = this.#last;
    const part = path.find((each) => each.isConnected && focusables(each).length);
    if (!part || part.matches(".side, .bar")) return null;
    const far = (thing: Element) => distance(thing.getBoundingClientRect(), box);
    return focusables(part).reduce((best, thing) => (far(thing) < far(best) ? thing : best));
  }

  #firstDeed(): Focusable | null {
    if (!this.#byKeyboard || !this.#question.matches(".mine")) return null;
    return focusables(this.table, ".tray ")[0] ?? null;
  }
}

function hasFallen(): boolean {
  return document.activeElement === document.body || document.activeElement === null;
}

function focusables(part: Element, within = ""): Focusable[] {
  return [...part.querySelectorAll<Focusable>(within + FOCUSABLE)].filter(isShown);
}

/** Whether it is on the page and nothing makes it invisible, as the tickets to choose from do with the market. */
function isShown(thing: Element): boolean {
  return thing.checkVisibility({ checkVisibilityCSS: true });
}

function distance(one: DOMRect, other: DOMRect): number {
  const [dx, dy] = [one.x - other.x + (one.width - other.width) / 2, one.y - other.y + (one.height - other.height) / 2];
  return Math.hypot(dx, dy);
}
