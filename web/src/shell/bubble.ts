import type { Box } from "../tables/labels";

interface Spot {
  left: number;
  top: number;
}

export interface Size {
  width: number;
  height: number;
}

/** What there is on the screen. */
interface Around {
  clickable: Box[];
  words: Box[];
  toLookAt: Box[];
}

const GAP = 10; // between a bubble and what it is about
const STEP = 64; // between the places all over the screen to go to when there is no room beside it
// How bad it is to cover an area that can be clicked or read, that the bubble is about, or that is only looked at ...
const CLICKED = 8;
const READ = 6;
const ITSELF = 0.2;
const TO_LOOK_AT = 0.2;
const AWAY = 6; // ... and to stand so far away

/** Where a bubble stands, and how wide it is, the first of equals being the best: beside what it is about if it can, and
    where it covers the least of what can be clicked or read. */
export function placeBubble(about: Box, sizes: Size[], within: Box, around: Around): Spot & Size {
  let best: (Spot & Size) | undefined;
  let least = Infinity;
  for (const size of sizes) {
    for (const spot of [...spotsFor(about, size).map((near) => inside(near, size, within)), ...spotsOn(within, size)]) {
      const cost = costOf(boxOf(spot, size), about, around, least);
      if (cost < least) [best, least] = [{ ...spot, ...size }, cost];
    }
  }
  return best!;
}

/** How bad it is to stand there; at some point it does not matter how bad. */
function costOf(box: Box, about: Box, { clickable, words, toLookAt }: Around, enough: number): number {
  const covers = (boxes: Box[]) => {
    let area = 0;
    for (const each of boxes) area += overlap(box, each);
    return area;
  };
  let cost = AWAY * Math.max(0, gap(box, about) - GAP) + ITSELF * overlap(box, about);
  if (cost < enough) cost += CLICKED * covers(clickable) + TO_LOOK_AT * covers(toLookAt);
  if (cost < enough) cost += READ * covers(words);
  return cost;
}

/** Places all over the screen. */
function spotsOn({ left, top, right, bottom }: Box, { width, height }: Size): Spot[] {
  const along = (from: number, to: number) =>
    Array.from({ length: Math.max(1, Math.ceil((to - from) / STEP) + 1) }, (_, at) => Math.min(from + at * STEP, to));
  return along(left, right - width).flatMap((x) => along(top, bottom - height).map((y) => ({ left: x, top: y })));
}

/** Below, above, beside, then in the corners: the first of equals is taken. */
function spotsFor({ left, top, right, bottom }: Box, { width, height }: Size): Spot[] {
  const [middle, level] = [(left + right - width) / 2, (top + bottom - height) / 2];
  return [
    { left: middle, top: bottom + GAP },
    { left: middle, top: top - GAP - height },
    { left: right + GAP, top: level },
    { left: left - GAP - width, top: level },
    { left: right + GAP, top },
    { left: left + GAP, top: top + GAP },
    { left: right - GAP - width, top: top + GAP },
    { left: left + GAP, top: bottom - GAP - height },
    { left: right - GAP - width, top: bottom - GAP - height },
  ];
}

function inside({ left, top }: Spot, { width, height }: Size, within: Box): Spot {
  return {
    left: Math.max(within.left, Math.min(left, within.right - width)),
    top: Math.max(within.top, Math.min(top, within.bottom - height)),
  };
}

function boxOf({ left, top }: Spot, { width, height }: Size): Box {
  return { left, top, right: left + width, bottom: top + height };
}

function overlap(a: Box, b: Box): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, across) * Math.max(0, down);
}

/** How far two boxes are apart. */
function gap(a: Box, b: Box): number {
  const across = Math.max(a.left - b.right, b.left - a.right, 0);
  const down = Math.max(a.top - b.bottom, b.top - a.bottom, 0);
  return Math.hypot(across, down);
}
