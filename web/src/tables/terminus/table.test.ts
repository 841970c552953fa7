import { render } from "svelte/server";
import { beforeEach, describe, expect, test } from "vitest";
import fixture from "../../../fixtures/terminus-4-middle.json";
import terminus from "../../../fixtures/terminus.json";
import Shell from "../../shell/Shell.svelte";
import type { TableKind } from "../../table";
import { i18n } from "../../texts/i18n.svelte";
import type { GameDetails, GameEvent } from "../../views";
import { grouped, lineOf, meant, movesOf, placeOf } from "./cards";
import kind from "./index";
import { completedIn } from "./reveal";
import type { TerminusBoard, TerminusMoveData, TerminusView } from "./view";
import { cardInWords, lineInWords } from "./words";

const GAME = terminus as unknown as GameDetails<TerminusBoard>;
const BOARD = GAME.board;
const VIEW = fixture.view as unknown as TerminusView;

const LEGAL: TerminusMoveData[] = [
  { text: "secret M5", do: "secret", card: "M5" },
  { text: "secret 3*", do: "secret", card: "3*" },
  { text: "play M5", do: "play", card: "M5", copies: 1, line: "M" },
  { text: "play M5x2", do: "play", card: "M5", copies: 2, line: "M" },
  { text: "play 3*@T", do: "joker", card: "3*", line: "T" },
  { text: "play 3*@B", do: "joker", card: "3*", line: "B" },
  { text: "play **@M", do: "joker", card: "**", line: "M" },
  { text: "swap M3", do: "swap", card: "M3", line: "M" },
  { text: "end", do: "end" },
];
const move = (text: string) => LEGAL.find((each) => each.text === text)!;

describe("Terminus", () => {
  beforeEach(() => {
    i18n.language = "en";
  });

  test("a card is called by what is printed on it", () => {
    const called = ["M3", "3*", "T*", "**"].map((card) => cardInWords(card, BOARD.cards));
    expect(called).toEqual(["Metro 3", "joker 3", "Tram joker", "super joker"]);
  });

  test("the moves of a card are those that lay it somewhere", () => {
    const texts = (card: string) => movesOf(card, LEGAL).map(({ text }) => text);
    expect(texts("M5")).toEqual(["secret M5", "play M5", "play M5x2"]);
    expect(movesOf("3*", LEGAL).map(lineOf)).toEqual([null, "T", "B"]);
    expect(texts("M3")).toEqual(["swap M3"]);
    expect(texts("**")).toEqual(["play **@M"]);
    expect(texts("B1")).toEqual([]);
  });

  test("a move is laid on a place: a number on its own, a joker on the next", () => {
    const lines = { M: [["M1"], ["M2"], [], [], []], T: [[], [], [], [], []], B: [[], [], [], [], []] };
    expect(placeOf(move("play M5x2"), lines, BOARD)).toEqual({ line: "M", place: 4 });
    expect(placeOf(move("swap M3"), lines, BOARD)).toEqual({ line: "M", place: 2 });
    expect(placeOf(move("play **@M"), lines, BOARD)).toEqual({ line: "M", place: 2 });
    expect(placeOf(move("play 3*@T"), lines, BOARD)).toEqual({ line: "T", place: 0 });
    expect(placeOf(move("secret M5"), lines, BOARD)).toBeNull();
    expect(placeOf(move("end"), lines, BOARD)).toBeNull();
  });

  test("whoever points at a card asks about what is to be decided", () => {
    expect(meant("M3", BOARD.cards.M3!, "first-secret", null)).toEqual({ do: "secret", card: "M3" });
    expect(meant("M3", BOARD.cards.M3!, "turn", "T")).toEqual({ do: "play", card: "M3" });
    expect(meant("3*", BOARD.cards["3*"]!, "more", "T")).toEqual({ do: "joker", card: "3*", line: "T" });
    expect(meant("**", BOARD.cards["**"]!, "turn", null)).toEqual({ do: "joker", card: "**" });
  });

  describe("the view has the last word", () => {
    function shown(view: TerminusView): string {
      const props = {
        kind: kind as unknown as TableKind,
        game: GAME,
        view,
        names: fixture.names,
        log: [],
        play: async () => null,
        whyNot: async () => null,
      };
      return render(Shell, { props }).body;
    }

    test("on what a line and what lies aside are worth", () => {
      const worth = { M: 91, T: 92, B: 93 };
      const html = shown({ ...VIEW, worth, aside: ["M1"], aside_worth: 94 });
      for (const points of Object.values(worth)) expect(html).toContain(`${points} points`);
      expect(html).toContain("Set aside for the next line that scores: 94 points");
      expect(lineInWords({ ...VIEW, worth }, "T", BOARD.cards)).toContain("Tram, 92 points");
    });

    test.each([
      ["3*", true, "joker 3: taken back, and still in this hand"],
      ["**", false, "super joker: taken back; in this hand or among the secrets"],
    ])("on whether the joker %s is surely in a hand (%s)", (joker, sure, said) => {
      // All secrets since were seen, or none was: the rule would say otherwise in both cases.
      const table = VIEW.table.map((place, seat) =>
        seat === 1
          ? { ...place, hand: null, stack: [null], shown: [!sure], taken_back: [{ joker, since: 0, sure }] }
          : { ...place, taken_back: [] },
      );
      expect(shown({ ...VIEW, table })).toContain(said);
    });

    test("on what is asked", () => {
      const asked = (asks: TerminusView["asks"]) => kind.ask({ ...VIEW, asks, line: "T" }, fixture.names, GAME);
      expect(asked("first-secret")).toContain("secret transport");
      expect(asked("more")).toContain("Tram");
      expect(asked("turn")).toContain("Your turn");
      expect(asked(null)).toContain("Waiting");
    });
  });

  describe("a line that was completed", () => {
    const before = { lines: { M: [["M1"], ["2*"], [], [], []], T: [], B: [] } } as unknown as TerminusView;
    const news: GameEvent[] = [
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
      expect(completedIn(news, before, BOARD)).toEqual({
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
      expect(completedIn(news.slice(-4), null, BOARD)?.places).toBeNull();
      expect(
        completedIn(news, { ...before, lines: { ...before.lines, M: [[], [], [], [], []] } }, BOARD)?.places,
      ).toBeNull();
    });

    test("is the last one, and does not hold what lay there before the one before it", () => {
      const again: GameEvent[] = [
        ...news,
        { event: "play", seat: 2, cards: ["M1"] },
        { event: "complete-with-aside", seat: 2, line: "M", points: 27, aside: 26 },
      ];
      expect(completedIn(again, before, BOARD)).toMatchObject({ by: 2, aside: 26, places: null, secrets: [] });
    });

    test("is not there when none was", () => {
      expect(completedIn(news.slice(0, 5), before, BOARD)).toBeNull();
    });
  });

  test("equal cards lie together", () => {
    expect(grouped(["T1", "M5", "T1"])).toEqual([
      ["T1", 2],
      ["M5", 1],
    ]);
  });
});
