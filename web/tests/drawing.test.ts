import { describe, expect, test } from "vitest";
import { nextThatWay } from "../src/tables/arrowKeys";
import { boxOf, placeLabels } from "../src/tables/labels";
import type { Point } from "../src/views";

describe("the arrow keys", () => {
  const points: Point[] = [
    [10, 0],
    [50, 1],
    [-5, 0],
    [0, 30],
    [40, 90],
  ];

  test("lead to what lies next that way", () => {
    expect(nextThatWay([0, 0], points, [1, 0])).toBe(0);
    expect(nextThatWay([0, 0], points, [-1, 0])).toBe(2);
    expect(nextThatWay([0, 0], points, [0, 1])).toBe(3);
    expect(nextThatWay([10, 0], points, [1, 0])).toBe(1);
  });

  test("stay where nothing lies that way", () => {
    expect(nextThatWay([0, 0], points, [0, -1])).toBeNull();
  });
});

describe("names on a map", () => {
  test("a name rather lies over a space than over another place's stop", () => {
    const [east, ...spaces] = [0, 1, 2, 3, 4, 5].map((number) => {
      const angle = (number * Math.PI) / 3;
      return { at: [200 + 50 * Math.cos(angle), 100 + 50 * Math.sin(angle)] as Point, radius: 26 };
    });
    const place = [{ name: "Here", at: [200, 100] as Point }];
    const [label] = placeLabels(
      place,
      [{ ...east!, weight: 50 }, ...spaces],
      { left: 0, top: 0, right: 400, bottom: 200 },
      20,
      15,
    );
    const box = boxOf(label!, 20);
    const beside = Math.hypot(
      Math.max(box.left - 250, 0, 250 - box.right),
      Math.max(box.top - 100, 0, 100 - box.bottom),
    );
    expect(beside).toBeGreaterThan(26);
  });

  test("a name keeps clear of what is drawn, if it can", () => {
    const wall = [20, 40, 60, 80].map((x) => ({ at: [200 + x, 100] as Point, radius: 14 }));
    const [label] = placeLabels(
      [{ name: "Here", at: [200, 100] }],
      wall,
      { left: 0, top: 0, right: 400, bottom: 200 },
      20,
      15,
    );
    expect(label!.anchor === "start" && Math.abs(label!.y + 10 - 100) < 10).toBe(false);
  });
});
