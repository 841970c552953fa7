import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { countSteps, FinalCount } from "../src/shell/FinalCount.svelte";
import { outcomeInWords } from "../src/shell/outcome";
import { pacing } from "../src/shell/pacing.svelte";
import type { CountStep, TableKind } from "../src/table";
import { plain } from "../src/tables/plain";
import { i18n } from "../src/texts/i18n.svelte";
import type { GameDetails, View } from "../src/views";

const NAMES = ["Ada", "Bo", "Cy"];
const GAME = {} as GameDetails;

function over(scores: number[], parts: Record<string, number>[] = []): View {
  const best = Math.max(...scores);
  const ranks = scores.map((score) => 1 + scores.filter((other) => other > score).length);
  const winners = [...scores.keys()].filter((seat) => scores[seat] === best);
  return { game: "shunting", seats: scores.length, result: { scores, ranks, winners, parts } } as unknown as View;
}

beforeEach(() => {
  i18n.language = "en";
  pacing.chosen = "normal";
  vi.useFakeTimers();
});

afterEach(() => {
  pacing.chosen = null;
  vi.useRealTimers();
});

describe("who has won", () => {
  test("is told by name, and to the winner as “you”", () => {
    expect(outcomeInWords(over([7, 9, 3]), NAMES, null, 0)).toBe("Bo wins with 9 points");
    expect(outcomeInWords(over([7, 9, 3]), NAMES, null, 1)).toBe("You win with 9 points!");
    expect(outcomeInWords(over([1, 0, 0]), NAMES, null, 0)).toBe("You win with 1 point!");
    expect(outcomeInWords(over([7, 9, 3]), NAMES, null, null)).toBe("Bo wins with 9 points");
    i18n.language = "fr";
    expect(outcomeInWords(over([7, 9, 3]), NAMES, null, 1)).toBe("Vous gagnez avec 9 points\u00a0!");
  });

  test("is told of several who share it, and of somebody who played alone", () => {
    expect(outcomeInWords(over([9, 9, 3]), NAMES, null, 1)).toBe("The victory is shared: Ada and you");
    expect(outcomeInWords(over([12]), ["Ada"], null, 0)).toBe("Your score: 12");
  });

  test("says so where few points are good", () => {
    const view = over([7, 9, 0]);
    view.result!.winners = [2];
    expect(outcomeInWords(view, NAMES, null, 0)).toBe("Cy wins with 0 points, the fewest");
    expect(outcomeInWords(view, NAMES, null, 2)).toBe("You win with 0 points, the fewest!");
    expect(outcomeInWords(view, NAMES, [1, 2, 3], 0), "Cy resigned").toBe("You win with 7 points!");
    i18n.language = "fr";
    expect(outcomeInWords(view, NAMES, null, 0)).toBe("Cy gagne avec 0 point, le plus petit total");
  });

  test("follows the places where somebody resigned", () => {
    expect(outcomeInWords(over([7, 9, 3]), NAMES, [1, 3, 2], 2)).toBe("Ada wins with 7 points");
  });
});

describe("the count", () => {
  const STEPS: CountStep[] = [
    { part: "tickets", seat: 0, points: 5, text: "a – b", thing: "T1" },
    { part: "tickets", seat: 1, points: -3, text: "c – d", thing: "T2" },
    { part: "districts", seat: 0, points: 2, text: "district 2" },
  ];

  test("is told step by step, and what is not told yet is not counted yet", () => {
    const count = new FinalCount();
    expect(count.telling).toBe(false);
    count.begin(STEPS);
    const seen: unknown[] = [];
    while (count.telling) {
      seen.push([count.step!.text, count.untold(0), count.untold(1), count.untold(0, "tickets")]);
      vi.advanceTimersByTime(1_000);
    }
    expect(seen).toEqual([
      ["a – b", 2, -3, 0],
      ["c – d", 2, 0, 0],
      ["district 2", 0, 0, 0],
    ]);
    expect([count.step, count.untold(0)]).toEqual([null, 0]);
  });

  test("is over at once for whoever skips it, and never begins for whoever wants everything at once", () => {
    const count = new FinalCount();
    count.begin(STEPS);
    count.finish();
    expect([count.telling, count.step, count.untold(0)]).toEqual([false, null, 0]);
    vi.advanceTimersByTime(10_000);
    expect(count.telling).toBe(false);
    pacing.chosen = "atOnce";
    count.begin(STEPS);
    expect(count.telling).toBe(false);
  });

  test("takes no longer than one cares to watch, however much there is to count", () => {
    const count = new FinalCount();
    count.begin(Array.from({ length: 90 }, () => STEPS[0]!));
    vi.advanceTimersByTime(16_100);
    expect(count.telling).toBe(false);
  });

  test("goes part by part where the game does not say how, without what is nothing and without a tie-break", () => {
    const parts = [
      { carried: 4, stones: -1, tiebreak: 2 },
      { carried: 0, stones: -2, tiebreak: 2 },
    ];
    expect(countSteps(plain, over([3, -2], parts), NAMES, GAME)).toEqual([
      { part: "carried", seat: 0, points: 4, text: "carried" },
      { part: "stones", seat: 0, points: -1, text: "stones" },
      { part: "stones", seat: 1, points: -2, text: "stones" },
    ]);
    const own: TableKind = { ...plain, count: () => STEPS };
    expect(countSteps(own, over([7, -3]), NAMES, GAME)).toBe(STEPS);
  });
});
