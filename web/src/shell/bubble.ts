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
const AWAY = 0.25; // how bad it is to cover what it is about itself, against what can be clicked

/** Where a bubble stands: beside what it is about, or within, where it covers the least of what can be clicked. */
export function placeBubble(about: Box, size: Size, within: Box, clickable: Box[]): Spot {
  const spots = spotsFor(about, size).map((spot) => inside(spot, size, within));
  const costs = spots.map((spot) => {
    const box = boxOf(spot, size);
    return clickable.reduce((covered, each) => covered + overlap(box, each), AWAY * overlap(box, about));
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
