import { describe, expect, test } from "vitest";
import type { Box } from "../tables/labels";
import { placeBubble } from "./bubble";

const SCREEN = { left: 0, top: 0, right: 400, bottom: 800 };
const SIZE = { width: 200, height: 60 };

function box(left: number, top: number, width: number, height: number) {
  return { left, top, right: left + width, bottom: top + height };
}

function placed(about: Box, around: { clickable?: Box[]; words?: Box[] } = {}, sizes = [SIZE]) {
  return placeBubble(about, sizes, SCREEN, { clickable: [], words: [], toLookAt: [], ...around });
}

describe("a bubble stands", () => {
  test("below what it is about", () => {
    expect(placed(box(100, 100, 200, 40))).toMatchObject({ left: 100, top: 150 });
  });

  test("above it, where something can be clicked below", () => {
    const buttons = [box(100, 150, 100, 40)];
    expect(placed(box(100, 100, 200, 40), { clickable: buttons })).toMatchObject({ left: 100, top: 30 });
  });

  test("elsewhere, where all around it something can be clicked", () => {
    const around = [box(0, 0, 400, 99), box(0, 141, 400, 400)];
    const { top } = placed(box(0, 100, 400, 40), { clickable: around });
    expect(top).toBeGreaterThan(541);
  });

  test("above it, where something is written below", () => {
    const words = [box(120, 160, 60, 18)];
    expect(placed(box(100, 100, 200, 40), { words })).toMatchObject({ left: 100, top: 30 });
  });

  test("upright, where there is no room for something wide", () => {
    const words = [box(0, 0, 250, 800)];
    const narrow = { width: 120, height: 100 };
    const found = placed(box(0, 0, 400, 800), { words }, [SIZE, narrow]);
    expect(found).toMatchObject(narrow);
    expect(found.left).toBeGreaterThanOrEqual(250);
  });

  test("always on the screen", () => {
    const { left, top } = placed(box(350, 780, 40, 15));
    expect(left + SIZE.width).toBeLessThanOrEqual(SCREEN.right);
    expect(top + SIZE.height).toBeLessThanOrEqual(SCREEN.bottom);
  });

  test("in a corner of a board that fills the screen, where nothing can be clicked", () => {
    const board = box(0, 0, 400, 800);
    const buttons = [box(0, 0, 400, 700), box(0, 700, 150, 100)];
    const { left, top } = placed(board, { clickable: buttons });
    expect({ left, top }).toEqual({ left: 190, top: 730 });
  });
});
