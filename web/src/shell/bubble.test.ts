import { describe, expect, test } from "vitest";
import { placeBubble } from "./bubble";

const SCREEN = { left: 0, top: 0, right: 400, bottom: 800 };
const SIZE = { width: 200, height: 60 };

function box(left: number, top: number, width: number, height: number) {
  return { left, top, right: left + width, bottom: top + height };
}

describe("a bubble stands", () => {
  test("below what it is about", () => {
    expect(placeBubble(box(100, 100, 200, 40), SIZE, SCREEN, [])).toEqual({ left: 100, top: 150 });
  });

  test("above it, where something can be clicked below", () => {
    const buttons = [box(100, 150, 100, 40)];
    expect(placeBubble(box(100, 100, 200, 40), SIZE, SCREEN, buttons)).toEqual({ left: 100, top: 30 });
  });

  test("elsewhere, where all around it something can be clicked", () => {
    const around = [box(0, 0, 400, 99), box(0, 141, 400, 400)];
    const { top } = placeBubble(box(0, 100, 400, 40), SIZE, SCREEN, around);
    expect(top).toBeGreaterThan(541);
  });

  test("always on the screen", () => {
    const { left, top } = placeBubble(box(350, 780, 40, 15), SIZE, SCREEN, []);
    expect(left + SIZE.width).toBeLessThanOrEqual(SCREEN.right);
    expect(top + SIZE.height).toBeLessThanOrEqual(SCREEN.bottom);
  });

  test("in a corner of a board that fills the screen, where nothing can be clicked", () => {
    const board = box(0, 0, 400, 800);
    const buttons = [box(0, 0, 400, 700), box(0, 700, 150, 100)];
    const { left, top } = placeBubble(board, SIZE, SCREEN, buttons);
    expect({ left, top }).toEqual({ left: 190, top: 730 });
  });
});
