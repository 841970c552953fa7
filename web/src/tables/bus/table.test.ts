import { createRawSnippet } from "svelte";
import { render } from "svelte/server";
import { beforeEach, describe, expect, test } from "vitest";
import bus4 from "../../../fixtures/bus-4-middle.json";
import bus from "../../../fixtures/bus.json";
import type { CountStep, TableKind } from "../../table";
import { i18n } from "../../texts/i18n.svelte";
import { tableTexts, tell } from "../../texts/rulebook";
import type { GameDetails, GameEvent } from "../../views";
import ActionBoard from "./ActionBoard.svelte";
import Bus from "./Bus.svelte";
import { directionsOf, laidOut, signBeside } from "./ground";
import kind from "./index";
import { streetsOf, strokes, towards, usersOf, wayOf } from "./lines";
import { byTarget, endsOf, happenedAt, happenedOn, journey, touchedBy } from "./moves";
import Signs from "./Signs.svelte";
import type { Action, BusBoard, BusMoveData, BusView, Kind } from "./view";
import { ask, count, describe as inSentences, inWords, placeName, ridesNow, whoActs, whoWouldCarry } from "./words";

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

function shown(view: BusView, more: { marked?: GameEvent; counted?: CountStep } = {}): string {
  const quiet = { before: null, news: [], log: [], hinted: null, marked: null, counted: null };
  return render(Bus, { props: { game: GAME, view, names: NAMES, controls, people, ...quiet, ...more } }).body;
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

  test("lines keep their order from one street to the next, whichever way the streets were named", () => {
    const line = ["E11", "C3", "C4", "C1"];
    const drawn = strokes(CITY, [{ line }, { line: [...line].reverse() }]);
    for (const street of streetsOf(line, CITY)) {
      const [first, second] = drawn.filter((stroke) => stroke.street === street);
      expect([first!.seat, second!.seat]).toEqual([0, 1]);
      expect(first!.from[1]).toBeLessThan(second!.from[1]);
    }
  });

  test("a line is one way through its streets, round where they meet", () => {
    const line = ["C4", "C3", "C2", "C1"];
    const lanes = new Map(strokes(CITY, [{ line }]).map((stroke) => [stroke.street, stroke]));
    const way = wayOf(line, lanes, CITY, 20);
    expect(way.match(/[A-Z]/g)!.join("")).toBe("MLCLCL");
    expect(way.startsWith("M475.0 385.0")).toBe(true);
    expect(way.endsWith("L595.0 495.0")).toBe(true);
  });

  test("whose lines run in a street", () => {
    const users = usersOf(CITY, [{ line: ["C1", "C2"] }, { line: [] }, { line: ["C2", "C1", "C4"] }]);
    expect([...users]).toEqual([
      ["C2-C1", [0, 2]],
      ["C1-C4", [2]],
    ]);
  });

  test("where something happened", () => {
    const at = (event: GameEvent) => happenedAt(event, CITY.streets);
    const nothing = { street: null, lot: null, junctions: [] };
    expect(happenedAt(null, CITY.streets)).toEqual(nothing);
    expect(at({ event: "house", seat: 0, lot: "C1.1" })).toEqual({ ...nothing, lot: "C1.1" });
    expect(at({ event: "line", seat: 0, street: "C2-C1" })).toEqual({ ...nothing, street: "C2-C1" });
    expect(at({ event: "extend", seat: 0, start: "C1", end: "C2" })).toEqual({ ...nothing, street: "C2-C1" });
    expect(at({ event: "arrive", seat: 0, station: "G1" })).toEqual({ ...nothing, junctions: ["G1"] });
    expect(at({ event: "ride", seat: 0, start: "C1", end: "I2" })).toEqual({ ...nothing, junctions: ["C1", "I2"] });
    expect(at({ event: "pass", seat: 0 })).toEqual(nothing);
    expect(happenedOn({ event: "choose-buildings", seat: 0 })).toBe("buildings");
    expect(happenedOn({ event: "clock-pub" })).toBe("clock");
    expect(happenedOn({ event: "pass", seat: 0 })).toBeNull();
  });
});

test("of a cube nothing is said that is not drawn: spaces have no letters", () => {
  const chosen = { event: "choose-extension", seat: 0, space: "d" } as GameEvent;
  expect(tell(tableTexts(GAME, kind as TableKind), chosen, NAMES, "en")).toBe("Ann chooses extension.");
});

describe("places", () => {
  test("have names in both languages, which moves and the description use", () => {
    expect(inWords(EXTEND, VIEW, GAME)).toBe("From Fountain to Mint");
    expect(inWords(PUB, VIEW, GAME)).toBe("Build at Market (west side): pub");
    i18n.language = "fr";
    expect(inWords(EXTEND, VIEW, GAME)).toBe("De Fontaine à Monnaie");
    const told = inSentences(VIEW, NAMES, GAME).join(" ");
    expect(told).toContain(placeName(GAME, VIEW.table[0]!.line[0]!));
    expect(told).not.toMatch(/\b[CIMEG]\d/);
  });

  test("have a sign on the map at every size, and room for those who wait", () => {
    const props = { game: GAME, board: CITY, large: 1, frame: "0 0 1000 900" };
    for (const narrow of [false, true]) {
      for (const { id } of CITY.junctions) {
        const [name, , people] = directionsOf(id, narrow);
        expect(name, id).not.toBe(people);
      }
      const html = render(Signs, { props: { ...props, narrow } }).body;
      for (const { id } of CITY.junctions)
        for (const word of placeName(GAME, id).split(" ")) expect(html).toMatch(new RegExp(`<t[^>]*>[^<]*${word}`));
    }
    const station = CITY.junctions.find(({ id }) => id === "G1")!;
    expect(signBeside(station, "Gare du Nord", true, 1.25).lines).toEqual(["Gare", "du Nord"]);
  });

  test.each([
    { narrow: false, tall: 1, large: 1, letters: 16.5 },
    { narrow: true, tall: 1.4, large: 1.25, letters: 28 },
  ])(
    "have their names where hardly a bus stands, on a narrow screen too ($narrow)",
    ({ narrow, tall, large, letters }) => {
      const city = laidOut(CITY, tall, large);
      const at = new Map(city.junctions.map((junction) => [junction.id, junction.at]));
      const ends = city.streets.map((street) => street.split("-") as [string, string]);
      const buses = ends
        .flatMap(([one, other]) => [[one, other] as const, [other, one] as const])
        .map(([near, far]) => towards(at.get(near)!, at.get(far)!, 32 * large));
      for (const junction of city.junctions) {
        const { lines, x, y, anchor } = signBeside(junction, placeName(GAME, junction.id), narrow, large);
        const width = Math.max(...lines.map((line) => line.length)) * letters * 0.5;
        const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
        const top = y - letters * 0.75;
        for (const [busX, busY] of buses) {
          const across = Math.min(left + width, busX + 14 * large) - Math.max(left, busX - 14 * large);
          const down = Math.min(top + letters * lines.length, busY + 11 * large) - Math.max(top, busY - 11 * large);
          const hidden = (Math.max(0, across) * Math.max(0, down)) / (28 * 22 * large ** 2);
          expect(hidden, junction.id).toBeLessThan(1 / 3);
        }
      }
    },
  );

  test("lie apart on a narrow screen as well: no lot on another", () => {
    const lots = laidOut(CITY, 1.4, 1.25).junctions.flatMap((junction) => junction.lots.map((lot) => lot.at));
    const near = lots.filter((one, number) =>
      lots
        .slice(0, number)
        .some((other) => Math.max(...[0, 1].map((axis) => Math.abs(one[axis]! - other[axis]!))) < 42),
    );
    expect(near).toEqual([]);
  });
});

describe("the table of Bus follows the view", () => {
  const cubes = [0, 1, 2].map((seat) => ({ seat, worth: 2 }));

  function acting(phase: "extending" | "riding", order: number[], space: number, then: number[]): BusView {
    const action = phase === "extending" ? "extension" : "vrrooomm";
    const actions = { ...VIEW.actions, [action]: { cubes, order, last_first: false, next_worth: 0 } };
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
      const actions = {
        ...VIEW.actions,
        clock: { cubes: cubes.slice(0, 1), order: [0], last_first: false, next_worth },
      };
      const view = { ...VIEW, legal: [], actions };
      return render(ActionBoard, { props: { view, names: NAMES, hinted: null, marked: null, choose() {} } }).body;
    };
    const spaces = (html: string) => html.split('class="next').length;
    expect(spaces(board(1))).toBe(spaces(board(0)) + 1);
  });

  test("in where the next cube would act", () => {
    const board = (last_first: boolean) => {
      const actions = { ...VIEW.actions, buildings: { cubes, order: [2, 1, 0], last_first, next_worth: 1 } };
      const view = { ...VIEW, legal: [], actions };
      const html = render(ActionBoard, { props: { view, names: NAMES, hinted: null, marked: null, choose() {} } }).body;
      const row = html.split("<li")[1 + 3]!;
      return [...row.matchAll(/class="(next|cube)/g)].map(([, what]) => what);
    };
    expect(board(true)).toEqual(["next", "cube", "cube", "cube"]);
    expect(board(false)).toEqual(["cube", "cube", "cube", "next"]);
  });

  test("in what rides would be worth now", () => {
    const rides = { house: 2, office: 1, pub: 0 };
    const table = VIEW.table.map((seat) => ({ ...seat, rides }));
    const actions = { ...VIEW.actions, vrrooomm: { ...VIEW.actions.vrrooomm, cubes: cubes.slice(0, 2) } };
    const view: BusView = { ...VIEW, seat: 0, table, actions, hours: ["office", "house"] };
    expect(ridesNow(view)).toContain("office on the clock you would carry 1");
    expect(whoWouldCarry(view, "house", NAMES)).toBe("house, passengers: Ann 2, Ben 2");
    const asked = (hours: Kind[]) => shown({ ...view, result: null, asks: "timing", phase: "timing", hours });
    expect(asked(["office", "house"])).toContain("office, passengers: Ann 1, Ben 1");
    expect(asked(["office"])).toContain(i18n.t("bus.stopEnds"));
  });

  test("in what happened and what is counted", () => {
    expect(shown(VIEW)).not.toContain('class="mark');
    expect(shown(VIEW, { marked: { event: "house", seat: 0, lot: "C1.1" } })).toContain('class="mark');
    const [first] = count(VIEW, NAMES);
    const counting = shown(VIEW, { counted: first! });
    expect([...counting.matchAll(/class="line[^"]*\btold\b/g)]).toHaveLength(1);
  });

  test("in the final count, which adds up to the score", () => {
    const table = VIEW.table.map((seat, number) => ({ ...seat, points: 3 * number, stones: number % 3 }));
    const steps = count({ ...VIEW, table }, NAMES);
    table.forEach(({ points, stones }, seat) => {
      const own = steps.filter((step) => step.seat === seat).map((step) => step.points);
      expect(own.reduce((sum, each) => sum + each, 0)).toBe(points - stones);
      expect(own).toHaveLength(Math.sign(points) + stones); // who carried nobody is not spoken of
    });
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
      ask({ ...VIEW, result: null, asks, legal }, NAMES, GAME);
    expect(asked("timing")).toBe(i18n.t("bus.ask.timing"));
    expect(asked("choosing", [CHOOSE, PASS])).toBe(i18n.t("bus.ask.choosingOrPass"));
    expect(asked("choosing", [CHOOSE])).toBe(i18n.t("bus.ask.choosing"));
    expect(asked(null)).toContain(NAMES[VIEW.turn[0]!]);
  });

  test("and whoever has spent all cubes hears that the others play on", () => {
    const table = VIEW.table.map((place) => ({ ...place, cubes: 0 }));
    const empty = { cubes: [], order: [], last_first: false, next_worth: 0 };
    const actions = { ...VIEW.actions };
    for (const name of Object.keys(actions) as Action[]) actions[name] = empty;
    const waiting = { ...VIEW, seat: 1, turn: [0], result: null, asks: null, legal: [], table, actions };
    const others = i18n.t("bus.spent", { names: NAMES[0]! });
    const awaited = i18n.t("ask.wait", { names: NAMES[0]! });
    expect(ask(waiting, NAMES, GAME)).toBe(others);
    const placed = { ...actions, clock: { ...empty, cubes: [{ seat: 1, worth: 1 }] } };
    expect(ask({ ...waiting, actions: placed }, NAMES, GAME)).toBe(awaited);
    expect(ask({ ...waiting, seat: null }, NAMES, GAME)).toBe(awaited);
  });
});
