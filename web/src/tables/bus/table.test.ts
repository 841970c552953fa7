import { createRawSnippet } from "svelte";
import { render } from "svelte/server";
import { beforeEach, describe, expect, test } from "vitest";
import bus4 from "../../../fixtures/bus-4-middle.json";
import bus from "../../../fixtures/bus.json";
import { i18n } from "../../texts/i18n.svelte";
import type { GameDetails } from "../../views";
import ActionBoard from "./ActionBoard.svelte";
import Bus from "./Bus.svelte";
import { byTarget, endsOf, journey, streetsOf, strokes, touchedBy } from "./moves";
import type { BusBoard, BusMoveData, BusView } from "./view";
import { ask, whoActs } from "./words";

const GAME = bus as unknown as GameDetails<BusBoard>;
const CITY = GAME.board;
const VIEW = bus4.view as unknown as BusView;
const NAMES = ["Ann", "Ben", "Cleo", "Dan"];

const EXTEND: BusMoveData = { text: "extend C2>I2", do: "extend", start: "C2", end: "I2", street: "C2-I2" };
const BACK: BusMoveData = { text: "extend I2>C2", do: "extend", start: "I2", end: "C2", street: "C2-I2" };
const LINE: BusMoveData = { text: "line C4-M2", do: "line", street: "C4-M2" };
const PUB: BusMoveData = { text: "build C1.1 pub", do: "build", lot: "C1.1", building: "pub" };
const HOUSE: BusMoveData = { text: "build C1.1 house", do: "build", lot: "C1.1", building: "house" };
const ARRIVE: BusMoveData = { text: "arrive G1", do: "arrive", station: "G1" };
const RIDE: BusMoveData = { text: "ride C1>I2", do: "ride", start: "C1", end: "I2" };
const CHOOSE: BusMoveData = { text: "choose clock", do: "choose", action: "clock" };
const PASS: BusMoveData = { text: "pass", do: "pass" };

const controls = { attempt() {}, ask() {}, whyNot: async () => null, choose() {} };
const people = createRawSnippet(() => ({ render: () => "<p></p>" }));

function shown(view: BusView): string {
  const props = { game: GAME, view, before: null, names: NAMES, news: [], controls, hinted: null, people };
  return render(Bus, { props }).body;
}

beforeEach(() => {
  i18n.language = "en";
});

describe("Bus", () => {
  test("moves are grouped by what one taps", () => {
    const targets = byTarget([EXTEND, BACK, LINE, PUB, HOUSE, ARRIVE, RIDE, PASS]);
    expect([...targets.streets]).toEqual([
      ["C2-I2", [EXTEND, BACK]],
      ["C4-M2", [LINE]],
    ]);
    expect([...targets.lots]).toEqual([["C1.1", [PUB, HOUSE]]]);
    expect([...targets.stations]).toEqual([["G1", ARRIVE]]);
    expect([...targets.rides]).toEqual([["C1", [RIDE]]]);
  });

  test("a move is about what one would tap for it", () => {
    const nothing = { street: null, lot: null, junctions: [] };
    expect(touchedBy(EXTEND)).toEqual({ ...nothing, street: "C2-I2" });
    expect(touchedBy(LINE)).toEqual({ ...nothing, street: "C4-M2" });
    expect(touchedBy(PUB)).toEqual({ ...nothing, lot: "C1.1" });
    expect(touchedBy(RIDE)).toEqual({ ...nothing, junctions: ["C1", "I2"] });
    expect(touchedBy(ARRIVE)).toEqual({ ...nothing, junctions: ["G1"] });
    expect(touchedBy(PASS)).toEqual(nothing);
    expect(touchedBy(null)).toEqual(nothing);
  });

  test("a street goes by its name on the board, whichever way a line takes it", () => {
    for (const street of CITY.streets) {
      const [a, b] = endsOf(street);
      expect(streetsOf([a, b, a], CITY)).toEqual([street, street]);
    }
  });

  test("a passenger rides along the line, the shorter way", () => {
    expect(journey(["A", "B", "C", "D"], "D", "B")).toEqual(["D", "C", "B"]);
    expect(journey(["A", "B", "C", "D", "A", "E"], "A", "E")).toEqual(["A", "E"]);
  });

  test("lines that share a street run side by side", () => {
    const drawn = strokes(CITY, VIEW.table);
    const sticks = VIEW.table.reduce((sum, seat) => sum + seat.line.length - 1, 0);
    expect(drawn).toHaveLength(sticks);
    expect(new Set(drawn.map((stroke) => String(stroke.from) + String(stroke.to))).size).toBe(sticks);
  });
});

describe("the table of Bus follows the view", () => {
  const cubes = [0, 1, 2].map((seat) => ({ seat, worth: 2 }));

  function acting(phase: "extending" | "riding", order: number[], space: number, then: number[]): BusView {
    const action = phase === "extending" ? "extension" : "vrrooomm";
    const actions = { ...VIEW.actions, [action]: { cubes, order, next_worth: 0 } };
    return { ...VIEW, result: null, phase, turn: [1], space, then, actions };
  }

  test("in who acts when, whatever the rules would say", () => {
    // In extension the last cube would act first.
    const told = whoActs(acting("extending", [0, 1, 2], 1, [3, 0, 3]), NAMES);
    expect(told).toContain("Ben acts");
    expect(told).toContain("the first cube acts first");
    expect(told).toContain("Then: Dan, Ann, Dan.");
    // In vrrooomm the first would.
    const riding = whoActs(acting("riding", [2, 1, 0], 1, []), NAMES);
    expect(riding).toContain("the last cube acts first");
    expect(riding).not.toContain("Then");
    expect(whoActs(acting("riding", [1, 0, 2], 1, []), NAMES)).not.toContain("cube acts first");
  });

  test("in who chooses next, also one who has passed", () => {
    const table = VIEW.table.map((seat) => ({ ...seat, passed: true, cubes: 0 }));
    const view: BusView = { ...VIEW, result: null, phase: "choosing", turn: [0], table, then: [2, 1] };
    expect(whoActs(view, NAMES)).toContain("Then: Cleo, Ben.");
  });

  test("in what a space is worth, and whether there is a next one", () => {
    const board = (next_worth: number) => {
      const actions = { ...VIEW.actions, clock: { cubes: cubes.slice(0, 1), order: [0], next_worth } };
      const view = { ...VIEW, legal: [], actions };
      return render(ActionBoard, { props: { view, names: NAMES, hinted: null, choose() {} } }).body;
    };
    const spaces = (html: string) => html.split('class="next').length;
    expect(spaces(board(1))).toBe(spaces(board(0)) + 1);
  });

  test("in what can be tapped", () => {
    const html = shown({ ...VIEW, result: null, asks: "choosing", phase: "choosing", legal: [CHOOSE, PASS] });
    expect([...html.matchAll(/<button class="[^"]*\blegal\b/g)]).toHaveLength(1);
    expect(html).toContain(i18n.t("bus.pass"));
    const streets = shown({ ...VIEW, result: null, asks: "extending", phase: "extending", legal: [LINE] });
    expect([...streets.matchAll(/<g class="street[^"]*\bcan\b/g)]).toHaveLength(1);
  });

  test("in what is asked for", () => {
    const asked = (asks: BusView["asks"], legal: BusMoveData[] = []) =>
      ask({ ...VIEW, result: null, asks, legal }, NAMES);
    expect(asked("timing")).toBe(i18n.t("bus.ask.timing"));
    expect(asked("choosing", [CHOOSE, PASS])).toBe(i18n.t("bus.ask.choosingOrPass"));
    expect(asked("choosing", [CHOOSE])).toBe(i18n.t("bus.ask.choosing"));
    expect(asked(null)).toContain(NAMES[VIEW.turn[0]!]);
  });
});
