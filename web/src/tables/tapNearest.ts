import type { Point } from "../views";

const REACH = 26; // of a fingertip, in pixels

/** A finger is thick: a tap means the nearest of these parts of a drawing, if one is near. */
export function tapNearest(board: SVGElement, parts: string) {
  function onclick(event: MouseEvent) {
    if (!event.isTrusted || !(event instanceof PointerEvent) || event.pointerType !== "touch") return;
    const meant = nearest(board.querySelectorAll(parts), [event.clientX, event.clientY]);
    const thing = meant?.closest<SVGElement>("[role=button]");
    if (!thing || thing.contains(event.target as Element)) return;
    event.stopPropagation();
    thing.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }
  board.addEventListener("click", onclick, { capture: true });
  return {
    update: (now: string) => (parts = now),
    destroy: () => board.removeEventListener("click", onclick, { capture: true }),
  };
}

function nearest(parts: Iterable<Element>, [x, y]: Point): Element | null {
  let found: Element | null = null;
  let distance = REACH;
  for (const part of parts) {
    const { left, top, width, height } = part.getBoundingClientRect();
    const far = Math.hypot(left + width / 2 - x, top + height / 2 - y);
    if (far < distance) [found, distance] = [part, far];
  }
  return found;
}
