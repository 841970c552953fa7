import { render } from "svelte/server";
import { beforeEach, describe, expect, test } from "vitest";
import nextstation2 from "../../../fixtures/nextstation-2-middle.json";
import nextstation from "../../../fixtures/nextstation.json";
import Shell from "../../shell/Shell.svelte";
import type { TableKind } from "../../table";
import { i18n } from "../../texts/i18n.svelte";
import { tell } from "../../texts/rulebook";
import type { GameDetails, GameEvent, Language } from "../../views";
import { borders, districtsOfGrid, printOf } from "./geometry";
import kind from "./index";
import { byStation, doubles, draws, sectionKeys, spends } from "./moves";
import type { DrawData, NextStationBoard, NextStationMoveData, NextStationView, SheetView } from "./view";

const GAME = nextstation as unknown as GameDetails<NextStationBoard>;
const MAP = GAME.board;
const VIEW = nextstation2.view as unknown as NextStationView;

const draw = (start: number, end: number, how: DrawData["do"] = "draw"): DrawData => ({
  text: `${start}>${end} ${how}`,
  do: how,
  start,
  end,
});
const PASS: NextStationMoveData = { text: "pass", do: "pass" };

describe("Next Station", () => {
  beforeEach(() => {
    i18n.language = "en";
  });

  test("draws are found by the station they lead to", () => {
    const [joker, plain, other] = [draw(13, 8, "draw-joker"), draw(14, 9), draw(2, 8)];
    expect(draws([joker, PASS, plain])).toEqual([joker, plain]);
    expect(byStation([joker, plain, PASS, other]).get(8)).toEqual([joker, other]);
  });

  test("what may be counted twice is found by its station", () => {
    const [twice, single]: NextStationMoveData[] = [
      { text: "double 27", do: "double", station: 27 },
      { text: "single", do: "single" },
    ];
    expect([...doubles([twice!, single!])]).toEqual([[27, twice]]);
  });

  test("what is new on a sheet is what was not there before", () => {
    const now = VIEW.table[0]!;
    const keys = sectionKeys([...now.lines, now.line!]);
    expect(keys.size).toBe([...now.lines, now.line!].reduce((sum, line) => sum + line.sections.length, 0));
  });

  test("a joker or a switch of the pencil is spent, a second section is only drawn", () => {
    const ways = (["draw", "draw-joker", "draw-switch", "draw-second"] as const).map((how) => draw(13, 8, how));
    expect(ways.map(spends)).toEqual([false, true, true, false]);
  });

  test.each(["en", "fr"] as Language[])(
    "what happened is told without the numbers of the notation (%s)",
    (language) => {
      i18n.language = language;
      const texts = { events: { ...GAME.events, ...kind.events }, words: { ...GAME.words, ...kind.words?.(GAME) } };
      const drawn = { event: "draw", seat: 0, from: 19, to: 20 };
      const events = [...(nextstation2.log.flat() as GameEvent[]), drawn, { ...drawn, event: "draw-switch" }];
      const told = events.map((event) => tell(texts, event, nextstation2.names, language) ?? "");
      for (const sentence of told) expect(sentence).not.toMatch(/station (station|\d)|(from|to|de|à) \d/);
    },
  );

  test("what is printed on all sheets is worked out once", () => {
    const print = printOf(MAP);
    expect(print.sections.match(/M/g)).toHaveLength(155);
    expect(print.tints.join("").match(/M/g)).toHaveLength(100);
    expect(printOf(MAP)).toBe(print);
  });

  describe("the board and the view have the last word", () => {
    function shown(view: NextStationView, points: Partial<NextStationBoard["points"]> = {}): string {
      const board = { ...MAP, points: { ...MAP.points, ...points } };
      const props = {
        kind: kind as unknown as TableKind,
        game: { ...GAME, board },
        view,
        names: nextstation2.names.slice(0, view.seats),
        log: [],
        play: async () => null,
        whyNot: async () => null,
      };
      return render(Shell, { props }).body.replace(/<!--.*?-->/g, "");
    }

    const with_ = (changes: Partial<SheetView>): NextStationView => ({
      ...VIEW,
      table: VIEW.table.map((sheet) => ({ ...sheet, ...changes })),
    });

    test("on the tables of the score sheet", () => {
      const html = shown(with_({ site_marks: 2 }), { sites: [0, 71, 72, 73], interchanges: [81, 82, 83], thames: 7 });
      expect(html).toMatch(/marked[^>]*>71<.*marked reached[^>]*>72<.*>73</s);
      expect(html).toContain("2 of 3 marks");
      for (const points of [81, 82, 83]) expect(html).toContain(`× ${points}`);
      expect(html).toContain("Thames ×7");
    });

    test("on the verdicts of the Mayor, and on which one it is", () => {
      const alone = {
        ...with_({ points: { lines: 52 } }),
        seats: 1,
        table: with_({ points: { lines: 52 } }).table.slice(0, 1),
      };
      const verdicts = [50, 60, 70];
      expect(shown(alone, { verdicts })).toMatch(/marked reached[^>]*>50<.*<i[^>]*>60</s);
      expect(shown({ ...alone, verdict: 2 }, { verdicts })).toMatch(/marked reached[^>]*>60</);
      const result = { scores: [52], ranks: [1], winners: [0], parts: [{ lines: 52 }] };
      expect(shown({ ...alone, verdict: 5, turn: [], result }, { verdicts })).toContain(GAME.words["verdict 5"]!.en);
    });

    test("on how far an objective is and how much it needs", () => {
      const objectives = [
        { objective: "thames", reached: 3, needed: 3 },
        { objective: "districts", reached: 13, needed: 14 },
      ];
      const [, first, second] = shown(with_({ objectives })).split('class="objective');
      expect(first).toMatch(/^[^"]* met"/);
      expect(second).not.toMatch(/^[^"]* met"/);
      expect(second).toContain("13 of 14 so far");
    });

    test("on what is asked", () => {
      const asked = (asks: NextStationView["asks"]) =>
        kind.ask({ ...with_({ second: "square" }), asks, legal: [PASS, PASS] }, nextstation2.names, GAME);
      expect(asked("pencil")).toContain("pencil");
      expect(asked("section")).toContain("Draw a section");
      expect(asked("second-section")).toContain("second section to a square");
      expect(asked("double-station")).toContain("count twice");
      expect(asked(null)).toContain("Waiting");
    });
  });

  test("every station lies in its own district", () => {
    const grid = districtsOfGrid(MAP);
    for (const { at, district } of MAP.stations) expect(grid[at[1]]![at[0]]).toBe(district);
    expect(new Set(grid.flat()).size).toBe(13);
    expect(borders(grid)).not.toBe("");
  });
});
