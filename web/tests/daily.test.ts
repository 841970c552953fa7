import { describe, expect, test } from "vitest";
import { atStep, firstDifference, ownCourse } from "../src/live/sideBySide";
import type { Moment } from "../src/live/tableApi";
import { dayOfMonth, inWords, monthOf, monthsOn, weekdays, weeksOf } from "../src/texts/calendar";
import { timeUntil } from "../src/texts/time";
import type { GameEvent, View } from "../src/views";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe("the time until a day ends", () => {
  test.each([
    [5 * HOUR + 59 * MINUTE, "in 5 hours", "dans 5 heures"],
    [HOUR, "in 1 hour", "dans 1 heure"],
    [HOUR - 1, "in 59 minutes", "dans 59 minutes"],
    [20_000, "in 1 minute", "dans 1 minute"],
    [-20_000, "in 1 minute", "dans 1 minute"],
  ])("%i ms are said in words", (left, english, french) => {
    expect(timeUntil(1e12 + left, 1e12, "en")).toBe(english);
    expect(timeUntil(1e12 + left, 1e12, "fr")).toBe(french);
  });
});

describe("a month of the calendar", () => {
  test("begins its weeks on Monday and holds every day once", () => {
    const weeks = weeksOf("2026-11"); // its first is a Sunday
    expect(weeks.every((week) => week.length === 7)).toBe(true);
    expect(weeks).toHaveLength(6);
    expect(weeks[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
    expect(weeks[1]![0]).toBe("2026-11-02");
    expect(weeks.flat().filter(Boolean)).toHaveLength(30);
    expect(weeks.at(-1)!.slice(1)).toEqual([null, null, null, null, null, null]);
  });

  test("knows leap years, and months that fill their weeks", () => {
    expect(weeksOf("2028-02").flat().filter(Boolean).at(-1)).toBe("2028-02-29");
    expect(weeksOf("2027-02")).toHaveLength(4);
  });

  test("is followed by the next across the year", () => {
    expect(monthsOn("2026-12", 1)).toBe("2027-01");
    expect(monthsOn("2026-01", -1)).toBe("2025-12");
    expect(monthOf("2026-11-16")).toBe("2026-11");
    expect(dayOfMonth("2026-11-06")).toBe(6);
  });

  test("is told in both languages, the same wherever one is", () => {
    expect(inWords("2026-11-16", "en")).toBe("16 November 2026");
    expect(inWords("2026-11-16", "fr")).toBe("16 novembre 2026");
    expect(inWords("2026-11", "fr")).toBe("novembre 2026");
    expect(weekdays("en")[0]).toEqual({ short: "Mon", long: "Monday" });
    expect(weekdays("fr")[6]!.long).toBe("dimanche");
  });
});

/** A game in which each of these seats moves, one after the other, and does that. */
function game(...plies: [number, string][]): Moment[] {
  const view = (n: number) => ({ n }) as View;
  const events = (seat: number, event: string): GameEvent[] => [{ event, seat }];
  return [
    { at: 0, ply: null, view: view(0) },
    ...plies.map(([seat, event], at) => ({ at: at + 1, ply: { seat, events: events(seat, event) }, view: view(at + 1) })),
  ];
}

describe("two games beside each other", () => {
  const one = ownCourse(game([0, "a"], [1, "x"], [0, "b"], [1, "y"]), 0);
  const other = ownCourse(game([0, "a"], [1, "x"], [0, "c"], [1, "z"], [0, "d"]), 0);

  test("stop at the start, after each own move and at the end", () => {
    expect(one.views.map(({ n }) => n)).toEqual([0, 1, 3, 4]);
    expect(one.before.map((view) => view?.n ?? null)).toEqual([null, 0, 2, 3]);
    expect(other.views.map(({ n }) => n)).toEqual([0, 1, 3, 5]);
  });

  test("part where the first own moves differ", () => {
    expect(firstDifference(one, other)).toBe(2);
    expect(firstDifference(one, one)).toBeNull();
    expect(firstDifference(one, ownCourse(game([0, "a"], [1, "x"], [0, "b"]), 0))).toBe(3);
  });

  test("stay at the end of the shorter while the longer goes on", () => {
    expect(atStep(one.views, 2).n).toBe(3);
    expect(atStep(one.views, 9).n).toBe(4);
  });
});
