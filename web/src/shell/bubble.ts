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
const STEPS = 6; // places across the screen, and down, to go to when there is no room beside it
// How bad it is to cover an area that can be clicked, that the bubble is about, or that is only looked at ...
const CLICKED = 4;
const ITSELF = 0.6;
const TO_LOOK_AT = 0.25;
const AWAY = 20; // ... and to stand so far away

/** Where a bubble stands: beside what it is about if it can, and where it covers the least of what can be clicked. */
export function placeBubble(about: Box, size: Size, within: Box, clickable: Box[], toLookAt: Box[] = []): Spot {
  const near = spotsFor(about, size).map((spot) => inside(spot, size, within));
  const spots = [...near, ...spotsOn(within, size)];
  const costs = spots.map((spot) => {
    const box = boxOf(spot, size);
    const covers = (boxes: Box[]) => boxes.reduce((area, each) => area + overlap(box, each), 0);
    const covered = CLICKED * covers(clickable) + ITSELF * covers([about]) + TO_LOOK_AT * covers(toLookAt);
    return covered + AWAY * Math.max(0, gap(box, about) - GAP);
  });
  return spots[costs.indexOf(Math.min(...costs))]!;
}

/** Places all over the screen. */
function spotsOn({ left, top, right, bottom }: Box, { width, height }: Size): Spot[] {
  const along = (from: number, to: number) =>
    Array.from({ length: STEPS }, (_, at) => from + ((to - from) * at) / (STEPS - 1));
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
