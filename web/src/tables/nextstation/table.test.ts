import { createRawSnippet } from "svelte";
import { render } from "svelte/server";
import { beforeEach, describe, expect, test } from "vitest";
import nextstation2 from "../../../fixtures/nextstation-2-middle.json";
import nextstation from "../../../fixtures/nextstation.json";
import Shell from "../../shell/Shell.svelte";
import type { TableKind, TableProps } from "../../table";
import { i18n } from "../../texts/i18n.svelte";
import { explain, tell } from "../../texts/rulebook";
import type { GameDetails, GameEvent, Language } from "../../views";
import { borders, districtsOfGrid, printOf } from "./geometry";
import kind from "./index";
import { byStation, doubles, draws, pencilsByDeparture, placeOf, sectionKeys, spends } from "./moves";
import { nameOf } from "./stations";
import { tallyOfLine } from "./tally";
import type { DrawData, NextStationBoard, NextStationMoveData, NextStationView, SheetView } from "./view";
import { stationInWords } from "./words";

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

  test.each(["en", "fr"] as Language[])(
    "stations are called by what is drawn, each in its own way (%s)",
    (language) => {
      i18n.language = language;
      const names = MAP.stations.map((_, station) => nameOf(station, MAP));
      expect(new Set(names).size).toBe(names.length);
      const sentences = [
        ...names,
        ...MAP.stations.map((_, station) => stationInWords(station, GAME)),
        ...VIEW.legal.map((move) => kind.inWords(move, VIEW, GAME)),
      ];
      for (const sentence of sentences) expect(sentence).not.toMatch(/\d/);
      // What is told of the lines: their points, and no other number.
      for (const told of kind.describe({ ...VIEW, card: null }, ["Ada", "Bo"], GAME))
        expect(told.replace(/\d+ points?/, "")).not.toMatch(/\d/);
    },
  );

  test("French says it with articles", () => {
    i18n.language = "fr";
    const texts = { events: { ...GAME.events, ...kind.events }, words: { ...GAME.words, ...kind.words?.(GAME) } };
    const told = (from: number, to: number) => tell(texts, { event: "draw", seat: 0, from, to }, ["Ada"], "fr");
    expect(told(13, 19)).toBe("Ada trace du triangle du bas (nord) à la gare centrale.");
    expect(told(19, 8)).toBe("Ada trace de la gare centrale au carré de gauche (nord).");
  });

  test.each(["en", "fr"] as Language[])("refusals name stations by what is drawn too (%s)", (language) => {
    i18n.language = language;
    const texts = { refusals: { ...GAME.refusals, ...kind.refusals }, words: { ...GAME.words, ...kind.words?.(GAME) } };
    const parts = { station: 17, start: 13, departure: 21, ends: [3, 25], a: 8, b: 14, wanted: "○", shown: "⬠" };
    const reasons = ["pencil-first", "not-the-departure", "not-an-end", "not-on-line", "wrong-symbol", "own-station"];
    for (const refusal of [...reasons, "drawn-before", "crossing", "second-symbol", "double-elsewhere"]) {
      const text = explain(texts, { rule: "N", text: "", data: { refusal, ...parts } }, language);
      expect(text).not.toMatch(/\d|undefined|station station|“|« /);
    }
  });

  test("before pencils are taken, a departure stands for the pencil of its line", () => {
    const pencil: NextStationMoveData = { text: "pencil pink", do: "pencil", colour: "pink" };
    expect([...pencilsByDeparture([pencil, PASS], MAP)]).toEqual([[21, pencil]]);
  });

  test("an event happened where it is drawn", () => {
    expect(placeOf({ event: "draw", seat: 0, from: 13, to: 8 }, MAP)).toEqual({ section: [13, 8], station: 8 });
    expect(placeOf({ event: "double", seat: 0, station: 4 }, MAP)).toEqual({ section: null, station: 4 });
    expect(placeOf({ event: "pencil", seat: 0, colour: "blue" }, MAP)).toEqual({ section: null, station: 40 });
    expect(placeOf({ event: "pass", seat: 0 }, MAP)).toBeNull();
  });

  test("a line is counted on the sheet: its districts, the best one among them, its crossings", () => {
    const [line] = VIEW.table[0]!.lines;
    const { districts, badges, colour } = tallyOfLine(line!, MAP);
    expect(colour).toBe(line!.colour);
    expect(districts.size).toBe(line!.districts);
    expect([...districts.values()].filter((best) => best)).toHaveLength(1);
    expect(badges.filter(({ best }) => best).map(({ text }) => text)).toEqual([String(line!.most)]);
    expect(badges.filter(({ text }) => text === `+${MAP.points.thames}`)).toHaveLength(line!.crossings);
  });

  test("the final count adds up to the score, part by part and for everybody", () => {
    const steps = kind.count!(VIEW, ["Ada", "Bo"], GAME);
    for (const seat of [0, 1])
      for (const [part, points] of Object.entries(VIEW.table[seat]!.points)) {
        const counted = steps.filter((step) => step.part === part && step.seat === seat);
        expect(
          counted.reduce((sum, step) => sum + step.points, 0),
          `${part} of ${seat}`,
        ).toBe(points);
      }
    expect(steps.slice(0, 2).map(({ seat }) => seat)).toEqual([0, 1]);
    for (const { text } of steps) expect(text).not.toMatch(/undefined|null|\{|\[/);
  });

  test("what is printed on all sheets is worked out once", () => {
    const print = printOf(MAP);
    expect(print.sections.match(/M/g)).toHaveLength(155);
    expect(print.tints.join("").match(/M/g)).toHaveLength(100);
    expect(printOf(MAP)).toBe(print);
  });

  describe("what happened and what is counted", () => {
    const people = createRawSnippet(() => ({ render: () => "<i></i>" }));
    function drawn(changes: Partial<TableProps<NextStationView, NextStationBoard>>): string {
      const controls = { attempt() {}, ask() {}, whyNot: async () => null, choose() {} };
      const rest = { before: null, news: [], log: [], hinted: null, marked: null, counted: null };
      const props = { game: GAME, view: VIEW, names: ["Ada", "Bo"], controls, people, ...rest, ...changes };
      return render(kind.Table, { props }).body.replace(/<!--.*?-->/g, "");
    }
    const idle = { ...VIEW, turn: [], legal: [], asks: null };
    const [line] = VIEW.table[1]!.lines;

    test("is marked on the sheet where it happened, which is shown to whoever is asked for nothing", () => {
      const marked = { event: "draw", seat: 1, from: 13, to: 8 };
      expect(drawn({ marked })).toMatch(/aria-label="The sheet of Ada".*aria-label="The sheet of Bo".*class="marked/s);
      expect(drawn({ marked, view: idle })).toMatch(/aria-label="The sheet of Bo".*class="marked.*The sheet of Ada"/s);
      expect(drawn({ view: idle })).not.toContain('class="marked');
    });

    test("a line that was counted shows how, and its column", () => {
      const html = drawn({ marked: { event: "line", seat: 1, colour: line!.colour }, view: idle });
      expect(html.match(/class="counted/g)).toHaveLength(line!.districts);
      expect(html).toContain(`= <b class="number`);
      expect(html.match(/<col class="[^"]*told/g)).toHaveLength(1);
    });

    test.each(kind.count!(VIEW, ["Ada", "Bo"], GAME))("the final count shows $part of seat $seat: $text", (counted) => {
      const html = drawn({ counted, view: idle });
      expect(html.indexOf(`The sheet of ${["Ada", "Bo"][counted.seat]}`)).toBeLessThan(
        html.indexOf(`The sheet of ${["Bo", "Ada"][counted.seat]}`),
      );
      expect(html.match(/class="[^"]*\btold\b/g)).toHaveLength(1);
    });
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
      expect(asked("section")).toContain("glowing station");
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
