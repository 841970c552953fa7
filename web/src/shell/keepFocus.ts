const FOCUSABLE = ":is(a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex='-1'])):not(:disabled)";

type Focusable = HTMLElement | SVGElement;

/**
 * Focus never falls to the page's body. When what had it is gone, it goes to what stands nearest in the same part of
 * the table; when that part is gone too, to the first thing that can be done (`.tray`), and while there is nothing to
 * do to what is asked or awaited (`.ask`), from where it goes on by itself once there is.
 */
export function keepFocus(table: HTMLElement) {
  const question = table.querySelector<HTMLElement>(".ask")!;
  let last: { path: Element[]; box: DOMRect } | null = null;
  // A page that has just been opened has no focus yet, and whoever clicks beside everything lets go of it.
  let held = navigator.userActivation?.hasBeenActive ?? false;
  let byKeyboard = false;
  let parked = false;
  let due = false;

  function remember({ target }: FocusEvent) {
    const path: Element[] = [];
    for (let at = target as Element | null; at && at !== table; at = at.parentElement) path.push(at);
    last = { path, box: (target as Element).getBoundingClientRect() };
    held = true;
    parked &&= target === question;
  }

  /** Once the page has settled: whoever made the change may have put the focus somewhere. */
  function checkSoon() {
    if (due) return;
    due = true;
    requestAnimationFrame(() => setTimeout(check));
  }

  function check() {
    due = false;
    if (!table.isConnected || document.querySelector("dialog[open]")) return;
    if (hasFallen()) {
      if (held) find().focus({ preventScroll: true });
    } else if (parked && document.activeElement === question) {
      firstDeed()?.focus({ preventScroll: true });
    }
  }

  function find(): Focusable {
    const kept = last?.path[0] as Focusable | undefined;
    if (kept?.isConnected && kept.matches(FOCUSABLE)) return kept;
    const near = byKeyboard ? nearest() : null;
    parked = !near;
    return near ?? firstDeed() ?? question;
  }

  /** What stands nearest to where the focus was, in the smallest part of the table that is still there. */
  function nearest(): Focusable | null {
    const part = last?.path.find((each) => each.isConnected && focusables(each).length);
    if (!last || !part || part.matches(".side, .bar")) return null;
    const { box } = last;
    const far = (thing: Element) => distance(thing.getBoundingClientRect(), box);
    return focusables(part).reduce((best, thing) => (far(thing) < far(best) ? thing : best));
  }

  function firstDeed(): Focusable | null {
    return byKeyboard && question.matches(".mine") ? (focusables(table, ".tray ")[0] ?? null) : null;
  }

  const noteKey = () => (byKeyboard = true);
  const notePointer = () => (byKeyboard = false);
  const letGo = () => setTimeout(() => (held &&= !hasFallen()));
  const observer = new MutationObserver(checkSoon);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["class", "disabled", "tabindex"],
  });
  table.addEventListener("focusin", remember);
  window.addEventListener("keydown", noteKey, { capture: true });
  window.addEventListener("pointerdown", notePointer, { capture: true });
  window.addEventListener("mousedown", letGo);
  checkSoon();
  return () => {
    observer.disconnect();
    table.removeEventListener("focusin", remember);
    window.removeEventListener("keydown", noteKey, { capture: true });
    window.removeEventListener("pointerdown", notePointer, { capture: true });
    window.removeEventListener("mousedown", letGo);
  };
}

function hasFallen(): boolean {
  return document.activeElement === document.body || document.activeElement === null;
}

function focusables(part: Element, within = ""): Focusable[] {
  return [...part.querySelectorAll<Focusable>(within + FOCUSABLE)].filter((thing) => thing.getClientRects().length);
}

function distance(one: DOMRect, other: DOMRect): number {
  return Math.hypot(one.x + one.width / 2 - other.x - other.width / 2, one.y + one.height / 2 - other.y - other.height / 2);
}
