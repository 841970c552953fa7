import type { Box } from "../tables/labels";

export interface Spot {
  left: number;
  top: number;
}

interface Size {
  width: number;
  height: number;
}

const GAP = 10; // between a bubble and what it is about
// How bad it is to cover what is only looked at, and what the bubble is about, against what can be clicked.
const TO_LOOK_AT = 0.25;
const ITSELF = 0.6;

/** Where a bubble stands: beside what it is about, or within, where it covers the least of what can be clicked. */
export function placeBubble(about: Box, size: Size, within: Box, clickable: Box[], toLookAt: Box[] = []): Spot {
  const spots = spotsFor(about, size).map((spot) => inside(spot, size, within));
  const costs = spots.map((spot) => {
    const covers = (boxes: Box[]) => boxes.reduce((area, each) => area + overlap(boxOf(spot, size), each), 0);
    return covers(clickable) + ITSELF * covers([about]) + TO_LOOK_AT * covers(toLookAt);
  });
  return spots[costs.indexOf(Math.min(...costs))]!;
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
