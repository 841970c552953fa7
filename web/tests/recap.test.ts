import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Moment } from "../src/live/tableApi";
import { pacing } from "../src/shell/pacing.svelte";
import { pliesBeforeOthers, Recap } from "../src/shell/Recap.svelte";

const moment = (at: number) => ({ at, ply: null, view: { n: at } }) as unknown as Moment;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  pacing.chosen = null;
  vi.useRealTimers();
});

test("what the others did last begins after the move of one's own before it", () => {
  const plies = (...seats: number[]) => seats.map((seat, place) => ({ n: place + 1, seat, events: [] }));
  expect(pliesBeforeOthers(plies(0, 1, 2), 0)).toBe(1);
  expect(pliesBeforeOthers(plies(0, 1, 2, 0, 0), 0)).toBe(1);
  expect(pliesBeforeOthers(plies(0, 1, 0, 2, 2), 0)).toBe(3);
  expect(pliesBeforeOthers(plies(1, 2), 0)).toBe(0);
  expect(pliesBeforeOthers(plies(0, 0), 0)).toBe(0);
  expect(pliesBeforeOthers([], 0)).toBe(0);
});

test.each(["normal", "atOnce"] as const)("moments are shown one after another, and then the present (%s)", (pace) => {
  pacing.chosen = pace;
  const recap = new Recap();
  expect(recap.shown).toBeNull();
  recap.play([moment(4), moment(5), moment(6)]);
  const seen: unknown[] = [];
  while (recap.shown) {
    const { moment, before, at, last } = recap.shown;
    seen.push([moment.at, before?.at ?? null, at, last]);
    vi.advanceTimersByTime(800);
  }
  expect(seen).toEqual([
    [4, null, 0, 2],
    [5, 4, 1, 2],
    [6, 5, 2, 2],
  ]);
});

test("whoever has seen enough is in the present again", () => {
  pacing.chosen = "normal";
  const recap = new Recap();
  recap.play([moment(4), moment(5)]);
  recap.stop();
  expect(recap.shown).toBeNull();
  vi.advanceTimersByTime(5_000);
  expect(recap.shown).toBeNull();
});
