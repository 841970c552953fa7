import { describe, expect, test } from "vitest";
import type { Told } from "../../views";
import { faceOf, grouped, movesOf, placeOf, pointsOf } from "./cards";
import { completedIn } from "./reveal";
import type { TerminusView } from "./view";

describe("Terminus", () => {
  test("a card tells its sort and its points", () => {
    expect(faceOf("M3")).toEqual({ sort: "number", line: "M", number: 3 });
    expect(faceOf("3*")).toEqual({ sort: "number joker", number: 3 });
    expect(faceOf("T*")).toEqual({ sort: "colour joker", line: "T" });
    expect(faceOf("**")).toEqual({ sort: "super joker" });
    // The rulebook's example: 1, 2 2, 3, a colour joker, 5.
    expect(pointsOf(["M1", "M2", "M2", "M3", "M*", "M5"])).toBe(19);
  });

  test("the moves of a card are those that lay it somewhere", () => {
    const legal = [
      "secret M5",
      "secret 3*",
      "play M5",
      "play M5x2",
      "play 3*@T",
      "play 3*@B",
      "play **@M",
      "swap M3",
      "end",
    ];
    expect(movesOf("M5", legal).map(({ move }) => move)).toEqual(["secret M5", "play M5", "play M5x2"]);
    expect(movesOf("3*", legal).map(({ line }) => line)).toEqual([null, "T", "B"]);
    expect(movesOf("M3", legal)).toEqual([{ move: "swap M3", card: "M3", line: "M" }]);
    expect(movesOf("**", legal)).toEqual([{ move: "play **@M", card: "**", line: "M" }]);
    expect(movesOf("B1", legal)).toEqual([]);
  });

  test("a move is laid on a place: a number on its own, a joker on the next", () => {
    const lines = { M: [["M1"], ["M2"], [], [], []], T: [[], [], [], [], []], B: [[], [], [], [], []] };
    expect(placeOf("play M1", lines)).toEqual({ line: "M", place: 0 });
    expect(placeOf("play M5x2", lines)).toEqual({ line: "M", place: 4 });
    expect(placeOf("play **@M", lines)).toEqual({ line: "M", place: 2 });
    expect(placeOf("play 1*@T", lines)).toEqual({ line: "T", place: 0 });
    expect(placeOf("secret M1", lines)).toBeNull();
    expect(placeOf("end", lines)).toBeNull();
  });

  describe("a line that was completed", () => {
    const before = { lines: { M: [["M1"], ["2*"], [], [], []], T: [], B: [] } } as unknown as TerminusView;
    const news: Told[] = [
      { event: "swap", seat: 1, card: "M2", joker: "2*" },
      { event: "play", seat: 1, cards: ["M3"] },
      { event: "play", seat: 1, cards: ["M3"] },
      { event: "joker", seat: 1, card: "**", place: "M4" },
      { event: "play", seat: 1, cards: ["M5", "M5"] },
      { event: "complete", seat: 1, line: "M", points: 26 },
      { event: "reveal", seat: 0, card: "M4" },
      { event: "reveal", seat: 2, card: "T1" },
      { event: "take", seat: 0, points: 26, score: 26 },
    ];

    test("shows what lay on it, whose secrets came to light and who takes the points", () => {
      expect(completedIn(news, before)).toEqual({
        line: "M",
        by: 1,
        points: 26,
        aside: 0,
        places: [["M1"], ["M2"], ["M3", "M3"], ["**"], ["M5", "M5"]],
        secrets: [
          { seat: 0, card: "M4", takes: true },
          { seat: 2, card: "T1", takes: false },
        ],
      });
    });

    test("is shown without its cards to whoever did not see them all", () => {
      expect(completedIn(news.slice(-4), null)?.places).toBeNull();
      expect(completedIn(news, { ...before, lines: { ...before.lines, M: [[], [], [], [], []] } })?.places).toBeNull();
    });

    test("is the last one, and does not hold what lay there before the one before it", () => {
      const again: Told[] = [
        ...news,
        { event: "play", seat: 2, cards: ["M1"] },
        { event: "complete-with-aside", seat: 2, line: "M", points: 27, aside: 26 },
      ];
      expect(completedIn(again, before)).toMatchObject({ by: 2, aside: 26, places: null, secrets: [] });
    });

    test("is not there when none was", () => {
      expect(completedIn(news.slice(0, 5), before)).toBeNull();
    });
  });

  test("equal cards lie together", () => {
    expect(grouped(["T1", "M5", "T1"])).toEqual([
      ["T1", 2],
      ["M5", 1],
    ]);
  });
});
