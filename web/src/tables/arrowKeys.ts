import type { Point } from "../views";

const WAYS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Which of some points one comes to next from here, going that way; null if there is none. */
export function nextThatWay(here: Point, points: Point[], [right, down]: Point): number | null {
  let found: number | null = null;
  let nearest = Infinity;
  for (const [number, [x, y]] of points.entries()) {
    const ahead = (x - here[0]) * right + (y - here[1]) * down;
    const aside = Math.abs((x - here[0]) * down) + Math.abs((y - here[1]) * right);
    const far = ahead + 2 * aside;
    if (ahead < 1 || aside > 2 * ahead || far >= nearest) continue;
    [found, nearest] = [number, far];
  }
  return found;
}

/** The arrow keys lead from one of these things on a board to the next. */
export function arrowKeys(board: SVGElement | HTMLElement, things: string) {
  // What was reached by a click leaves the arrows to the page, which may be a replay.
  let pressing = false;
  let clicked = false;
  const press = () => (pressing = true);
  const release = () => (pressing = false);
  const arrive = () => (clicked = pressing);

  function onkeydown(event: Event) {
    const way = WAYS[(event as KeyboardEvent).key];
    const here = event.target as Element;
    if (!way || clicked) return;
    const others = [...board.querySelectorAll<SVGElement | HTMLElement>(things)].filter((thing) => thing !== here);
    const next = nextThatWay(middle(here), others.map(middle), way);
    event.preventDefault();
    event.stopPropagation();
    if (next !== null) others[next]!.focus();
  }
  // A drawing that listens for the focus would get it itself.
  const frame = board.parentElement!;
  board.addEventListener("pointerdown", press);
  frame.addEventListener("focusin", arrive);
  board.addEventListener("keydown", onkeydown);
  window.addEventListener("pointerup", release);
  return {
    update: (now: string) => (things = now),
    destroy: () => {
      frame.removeEventListener("focusin", arrive);
      window.removeEventListener("pointerup", release);
    },
  };
}

function middle(thing: Element): Point {
  const { left, top, width, height } = thing.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}
