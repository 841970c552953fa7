import { describe, expect, test } from "vitest";
import type { BesideStep } from "../src/generated/messages";
import { isSealed } from "../src/live/daily";
import { atStep, ownCourse } from "../src/live/sideBySide";
import type { Moment } from "../src/live/tableApi";
import { resultInWords, tryInWords } from "../src/pages/dailyLabels";
import { dayOfMonth, inWords, monthOf, monthsOn, weekdays, weeksOf } from "../src/texts/calendar";
import { timeUntil } from "../src/texts/time";
import { i18n } from "../src/texts/i18n.svelte";
import type { View } from "../src/views";

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

describe("a try", () => {
  const yours = { table: "7f3a", counted: true, resigned: false, place: 2, points: 31 };

  test("is told by its result, and among several players by its place", () => {
    i18n.language = "en";
    expect(tryInWords(null, 3)).toBe("Not played yet");
    expect(tryInWords({ ...yours, status: "finished" }, 3)).toBe("Place 2 of 3, 31 points");
    expect(tryInWords({ ...yours, status: "finished" }, 1)).toBe("31 points");
    expect(tryInWords({ ...yours, status: "running", counted: false }, 3)).toBe("Being played (uncounted)");
    expect(resultInWords({ resigned: true, place: null, points: null }, 3)).toBe("Resigned");
  });

  test("is sealed while it counts and its day goes on", () => {
    expect(isSealed({ day: "2026-11-16", counted: true, seed: null })).toBe(true);
    expect(isSealed({ day: "2026-11-16", counted: true, seed: "open" })).toBe(false);
    expect(isSealed({ day: "2026-11-16", counted: false, seed: null })).toBe(false);
    expect(isSealed({ day: null, counted: true, seed: null })).toBe(false);
  });
});

describe("two games beside each other", () => {
  /** A game of so many moves; after each the view has its number, and that is what happened. */
  const game = (last: number): Moment[] =>
    Array.from({ length: last + 1 }, (_, at) => ({
      at,
      ply: at ? { events: [{ event: String(at) }] } : null,
      view: { n: at } as View,
    }));
  const decided = (at: number | null) => (at === null ? null : { at, move: `${at}` });
  const step = (here: number | null, there: number | null): BesideStep => ({
    here: decided(here),
    there: decided(there),
    same: false,
  });
  const steps = [step(1, 1), step(3, 4), step(null, 6)];

  test("stop at the start, after each own move, and at the end", () => {
    const here = ownCourse(game(5), steps, "here");
    expect(here.views.map(({ n }) => n)).toEqual([0, 1, 3, 5]);
    expect(here.before.map((view) => view?.n ?? null)).toEqual([null, 0, 2, 4]);
    expect(here.events.map(([event]) => event?.event)).toEqual([undefined, "1", "3", "5"]);
    expect(ownCourse(game(6), steps, "there").views.map(({ n }) => n)).toEqual([0, 1, 4, 6]);
  });

  test("stay at the end of the shorter while the longer goes on", () => {
    const { views } = ownCourse(game(3), steps, "here");
    expect(atStep(views, 2).n).toBe(3);
    expect(atStep(views, 9).n).toBe(3);
  });
});
