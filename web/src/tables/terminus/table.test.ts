import { render } from "svelte/server";
import { beforeEach, describe, expect, test } from "vitest";
import fixture from "../../../fixtures/terminus-4-middle.json";
import terminus from "../../../fixtures/terminus.json";
import Shell from "../../shell/Shell.svelte";
import type { TableKind } from "../../table";
import { i18n } from "../../texts/i18n.svelte";
import { explain, tell } from "../../texts/rulebook";
import type { GameDetails, GameEvent, Language } from "../../views";
import { grouped, lineOf, meant, movesOf, placeOf } from "./cards";
import { LAST_HAND } from "./count";
import kind from "./index";
import { markOf } from "./marks";
import { completedIn } from "./reveal";
import { lastTurns } from "./turns";
import type { TerminusBoard, TerminusMoveData, TerminusView } from "./view";
import { cardInWords, lineInWords } from "./words";

const GAME = terminus as unknown as GameDetails<TerminusBoard>;
const BOARD = GAME.board;
// In the middle of a round, wherever the fixture stands.
const VIEW = { ...(fixture.view as unknown as TerminusView), choosing_secrets: false };

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
      expect(asked("turn")).toContain("change your secret");
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

  describe("what everyone did", () => {
    const log: GameEvent[][] = [
      [{ event: "secret", seat: 0 }],
      [{ event: "play", seat: 1, cards: ["M1"] }],
      [{ event: "swap", seat: 1, card: "M2", joker: "2*" }],
      [
        { event: "end", seat: 1 },
        { event: "draw", seat: 2 },
      ],
      [{ event: "joker", seat: 2, card: "**", place: "T3" }],
      [
        { event: "play", seat: 3, cards: ["B5", "B5"] },
        { event: "complete", seat: 3, line: "B", points: 19 },
        { event: "reveal", seat: 0, card: "B1" },
        { event: "take", seat: 0, points: 19, score: 19 },
      ],
    ];

    test("is the last turn of each", () => {
      const turns = lastTurns(log, BOARD);
      expect(turns.get(0)).toMatchObject({ secret: true, laid: [] });
      expect(turns.get(1)).toMatchObject({ line: "M", laid: ["M1", "M2"], tookBack: ["2*"], completed: null });
      expect(turns.get(2)).toMatchObject({ line: "T", laid: ["**"] });
      expect(turns.get(3)).toMatchObject({ line: "B", laid: ["B5", "B5"], completed: 19 });
    });

    test("is not what they did the turn before, nor before the deal or an undo", () => {
      const again = [...log, [{ event: "play", seat: 1, cards: ["T1"] }]];
      expect(lastTurns(again, BOARD).get(1)).toMatchObject({ line: "T", laid: ["T1"], tookBack: [] });
      for (const event of ["deal", "undo"]) expect(lastTurns([...log, [{ event, seat: 0 }]], BOARD).size).toBe(0);
    });

    test("is marked where it happened", () => {
      expect(markOf({ event: "play", seat: 1, cards: ["M3"] }, BOARD)).toMatchObject({ line: "M", place: 2 });
      expect(markOf({ event: "joker", seat: 1, card: "**", place: "T3" }, BOARD)).toMatchObject({
        line: "T",
        place: 2,
      });
      expect(markOf({ event: "swap", seat: 1, card: "B4", joker: "**" }, BOARD)).toMatchObject({ line: "B", place: 3 });
      expect(markOf({ event: "complete", seat: 1, line: "B", points: 9 }, BOARD)).toMatchObject({
        line: "B",
        place: null,
      });
      expect(markOf({ event: "secret", seat: 2 }, BOARD)).toEqual({ line: null, place: null, seat: 2 });
      expect(markOf(null, BOARD)).toEqual({ line: null, place: null, seat: null });
    });

    test.each(["en", "fr"] as Language[])("is told by the names of cards and lines (%s)", (language) => {
      i18n.language = language;
      const texts = { events: { ...GAME.events, ...kind.events }, words: { ...GAME.words, ...kind.words?.(GAME) } };
      const count = { event: "count", seat: 0, hand: ["M1", "M*"], stack: ["3*"], points: 10, score: 20 };
      const aside = { event: "aside", line: "M", points: 10 };
      for (const event of [...(fixture.log.flat() as GameEvent[]), ...log.flat(), count, aside]) {
        const told = tell(texts, event, fixture.names, language) ?? "";
        expect(told).not.toMatch(/\*|(?<!\p{L})[MTB][1-5]?(?![\p{L}\d])/u);
      }
    });
  });

  test.each([
    ["en", "you have begun on the Metro line", "there is no joker at Tram 3"],
    ["fr", "vous avez commencé sur la ligne Métro", "pas de joker à reprendre en Tram 3"],
  ] as [Language, string, string][])("why not is told by their names too (%s)", (language, begun, nowhere) => {
    const texts = { refusals: GAME.refusals, words: { ...GAME.words, ...kind.words?.(GAME) } };
    const told = (data: { refusal: string } & Record<string, unknown>) =>
      explain(texts, { rule: "T9", text: "", data }, language);
    expect(told({ refusal: "one-line", line: "M" })).toContain(begun);
    expect(told({ refusal: "no-joker-there", place: "T3" })).toContain(nowhere);
  });

  describe("the end", () => {
    const row = { lines: [20, 0, 5, 0], hands: [["M1"], [], ["T2", "T3"], ["**"]], stacks: [["B1"], [], ["T1"], []] };
    const sheet = [
      { ...row, out: 1, cards: [30, 0, 6, 10] },
      { ...row, out: 3, cards: [52, 3, 6, 0] },
    ];
    const result = { scores: [122, 3, 22, 10], ranks: [4, 1, 3, 2], winners: [1], parts: [] };
    const OVER = { ...VIEW, turn: [], asks: null, legal: [], sheet, result } as TerminusView;
    const steps = kind.count!(OVER, fixture.names, GAME);

    test("is counted to the points of the result, the hands last", () => {
      for (const [seat, score] of result.scores.entries()) {
        const own = steps.filter((step) => step.seat === seat);
        expect(own.reduce((total, { points }) => total + points, 0)).toBe(score);
      }
      expect(steps.slice(-4).map(({ seat, thing }) => [seat, thing])).toEqual(
        [0, 1, 2, 3].map((seat) => [seat, LAST_HAND]),
      );
    });

    test("has no hands to count when a line ended it", () => {
      const byLine = { ...OVER, sheet: [sheet[0]!, { ...sheet[1]!, out: null, cards: [0, 0, 0, 0] }] };
      expect(kind.count!(byLine, fixture.names, GAME).some(({ thing }) => thing === LAST_HAND)).toBe(false);
    });
  });

  test.each(["en", "fr"] as Language[])("nobody is told that points win (%s)", (language) => {
    i18n.language = language;
    expect(i18n.t("option.terminus.target")).not.toMatch(/win|gagn/);
    expect(i18n.t("optionWhy.terminus.target")).toMatch(/fewest wins|plus bas gagne/);
  });

  test("equal cards lie together", () => {
    expect(grouped(["T1", "M5", "T1"])).toEqual([
      ["T1", 2],
      ["M5", 1],
    ]);
  });
});
