import { describe, expect, test } from "vitest";
import bus4 from "../fixtures/bus-4-middle.json";
import bus from "../fixtures/bus.json";
import london from "../fixtures/london.json";
import nextstation2 from "../fixtures/nextstation-2-middle.json";
import nextstation from "../fixtures/nextstation.json";
import { nextThatWay } from "../src/tables/arrows";
import {
  byTarget,
  journey,
  key,
  stillToAct,
  stillToChoose,
  streetsOf,
  strokes,
  touchedBy,
} from "../src/tables/bus/moves";
import { boxOf, placeLabels } from "../src/tables/labels";
import { cardsTowards, claimsByRoute, closedRoutes, likelyClaim, payment } from "../src/tables/london/moves";
import { borders, districtsOfGrid, printOf } from "../src/tables/nextstation/geometry";
import { byStation, doubles, draws, sectionKeys, spends } from "../src/tables/nextstation/moves";
import { soFar } from "../src/tables/nextstation/objectives";
import { faceOf, grouped, movesOf, placeOf, pointsOf } from "../src/tables/terminus/cards";
import { completedIn } from "../src/tables/terminus/reveal";
import type {
  BusBoard,
  BusView,
  LondonBoard,
  LondonView,
  NextStationBoard,
  NextStationView,
  Point,
  SheetView,
  TerminusView,
  Told,
} from "../src/views";

const LONDON = london.board as unknown as LondonBoard;
const CITY = bus.board as unknown as BusBoard;
const MAP = nextstation.board as unknown as NextStationBoard;

describe("the arrow keys", () => {
  const points: Point[] = [
    [10, 0],
    [50, 1],
    [-5, 0],
    [0, 30],
    [40, 90],
  ];

  test("lead to what lies next that way", () => {
    expect(nextThatWay([0, 0], points, [1, 0])).toBe(0);
    expect(nextThatWay([0, 0], points, [-1, 0])).toBe(2);
    expect(nextThatWay([0, 0], points, [0, 1])).toBe(3);
    expect(nextThatWay([10, 0], points, [1, 0])).toBe(1);
  });

  test("stay where nothing lies that way", () => {
    expect(nextThatWay([0, 0], points, [0, -1])).toBeNull();
  });
});

describe("London", () => {
  test("claims are grouped by route", () => {
    const claims = claimsByRoute([
      "draw deck",
      "claim R06 4orange",
      "claim R06 3orange+1bus",
      "claim R10 2bus",
      "tickets",
    ]);
    expect([...claims]).toEqual([
      ["R06", ["claim R06 4orange", "claim R06 3orange+1bus"]],
      ["R10", ["claim R10 2bus"]],
    ]);
  });

  test("a payment is read card by card", () => {
    expect(payment("claim R06 3orange+1bus")).toEqual(["orange", "orange", "orange", "bus"]);
    expect(payment("claim R06 4bus")).toEqual(["bus", "bus", "bus", "bus"]);
  });

  test("pointing at a grey route means the colour one has most of", () => {
    const grey = LONDON.routes.find((route) => route.colour === "grey" && route.length === 2)!;
    const hand = { blue: 1, pink: 2, bus: 5 };
    expect(likelyClaim(grey, LONDON, hand)).toBe(`claim ${grey.id} 2pink`);
    const orange = LONDON.routes.find((route) => route.id === "R06")!;
    expect(likelyClaim(orange, LONDON, { orange: 2, bus: 1 })).toBe("claim R06 3orange+1bus");
    expect(likelyClaim(orange, LONDON, { orange: 4, bus: 1 })).toBe("claim R06 4orange");
    expect(likelyClaim(orange, LONDON, {})).toBe("claim R06 4orange");
    expect(likelyClaim(orange, LONDON, { bus: 4 })).toBe("claim R06 4bus");
  });

  test("cards in hand go towards a route, and Bus cards for what is missing", () => {
    const orange = LONDON.routes.find((route) => route.id === "R06")!;
    expect(cardsTowards(orange, LONDON, { orange: 2, bus: 1, pink: 6 })).toEqual(["orange", "orange", "bus"]);
    expect(cardsTowards(orange, LONDON, { orange: 6, bus: 1 })).toEqual(Array(4).fill("orange"));
    expect(cardsTowards(orange, LONDON, {})).toEqual([]);
  });

  test("names stand within the map and clear of each other", () => {
    const size = 19;
    const labels = placeLabels(LONDON.locations, [], LONDON.size, size, 17);
    const boxes = labels.map((label) => boxOf(label, size));
    for (const [number, box] of boxes.entries()) {
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(LONDON.size[0]);
      for (const other of boxes.slice(number + 1)) {
        const apart =
          box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top;
        expect(apart).toBe(true);
      }
    }
  });

  test("with two players the other route of a double is closed, and with three it is not", () => {
    const table = [{ routes: ["R11", "R01"] }, { routes: ["R40"] }] as LondonView["table"];
    expect([...closedRoutes(LONDON, { seats: 2, table })]).toEqual(["R12", "R39"]);
    expect(closedRoutes(LONDON, { seats: 3, table }).size).toBe(0);
  });

  test("a name rather lies over a space than over another place's stop", () => {
    const [east, ...spaces] = [0, 1, 2, 3, 4, 5].map((number) => {
      const angle = (number * Math.PI) / 3;
      return { at: [200 + 50 * Math.cos(angle), 100 + 50 * Math.sin(angle)] as Point, radius: 26 };
    });
    const place = [{ name: "Here", at: [200, 100] as Point }];
    const [label] = placeLabels(place, [{ ...east!, weight: 50 }, ...spaces], [400, 200], 20, 15);
    const box = boxOf(label!, 20);
    const beside = Math.hypot(
      Math.max(box.left - 250, 0, 250 - box.right),
      Math.max(box.top - 100, 0, 100 - box.bottom),
    );
    expect(beside).toBeGreaterThan(26);
  });

  test("a name keeps clear of what is drawn, if it can", () => {
    const wall = [20, 40, 60, 80].map((x) => ({ at: [200 + x, 100] as Point, radius: 14 }));
    const [label] = placeLabels([{ name: "Here", at: [200, 100] }], wall, [400, 200], 20, 15);
    expect(label!.anchor === "start" && Math.abs(label!.y + 10 - 100) < 10).toBe(false);
  });
});

describe("Bus", () => {
  test("moves are grouped by what one taps", () => {
    const targets = byTarget([
      "extend C2>I2",
      "extend I2>C2",
      "build C1.1 pub",
      "build C1.1 house",
      "arrive G1",
      "ride C1>I2",
      "ride C1>C2",
    ]);
    expect(targets.streets.get("C2-I2")).toEqual(["extend C2>I2", "extend I2>C2"]);
    expect(targets.lots.get("C1.1")).toHaveLength(2);
    expect([...targets.stations]).toEqual(["G1"]);
    expect(targets.rides.get("C1")).toEqual(["I2", "C2"]);
    expect(byTarget(["line M2-C4"]).streets.get("C4-M2")).toEqual(["line M2-C4"]);
  });

  test("who has passed or has no cubes places none", () => {
    const view = bus4.view as unknown as BusView;
    const table = view.table.map((seat, number) => ({ ...seat, passed: number === 3, cubes: number === 1 ? 0 : 5 }));
    expect(stillToChoose({ table, turn: [0] })).toEqual([2]);
    expect(stillToChoose({ table, turn: [2] })).toEqual([0]);
  });

  test("a street has one name from both ends", () => {
    expect(key("M2-C4")).toBe(key("C4>M2", ">"));
    expect(streetsOf(["C1", "C2", "I2"])).toEqual(["C1-C2", "C2-I2"]);
  });

  test("in extension the last cube acts first, in vrrooomm the first", () => {
    expect(stillToAct("extension", ["a", "b", "c"], 2)).toEqual(["b", "a"]);
    expect(stillToAct("vrrooomm", ["a", "b", "c"], 0)).toEqual(["b", "c"]);
  });

  test("a move is about what one would tap for it", () => {
    expect(touchedBy("extend M2>C4").street).toBe("C4-M2");
    expect(touchedBy("line M2-C4").street).toBe("C4-M2");
    expect(touchedBy("build C1.1 pub").lot).toBe("C1.1");
    expect(touchedBy("ride C1>I2").junctions).toEqual(["C1", "I2"]);
    expect(touchedBy("arrive G1").junctions).toEqual(["G1"]);
    expect(touchedBy("pass")).toEqual({ street: null, lot: null, junctions: [] });
  });

  test("a passenger rides along the line, the shorter way", () => {
    expect(journey(["A", "B", "C", "D"], "D", "B")).toEqual(["D", "C", "B"]);
    expect(journey(["A", "B", "C", "D", "A", "E"], "A", "E")).toEqual(["A", "E"]);
  });

  test("lines that share a street run side by side", () => {
    const view = bus4.view as unknown as BusView;
    const drawn = strokes(CITY, view.table);
    const sticks = view.table.reduce((sum, seat) => sum + seat.line.length - 1, 0);
    expect(drawn).toHaveLength(sticks);
    expect(new Set(drawn.map((stroke) => String(stroke.from) + String(stroke.to))).size).toBe(sticks);
  });
});

describe("Next Station", () => {
  test("moves are read with their powers", () => {
    expect(draws(["13>8 joker", "pass", "14>9"])).toEqual([
      { move: "13>8 joker", from: 13, to: 8, power: "joker" },
      { move: "14>9", from: 14, to: 9, power: null },
    ]);
    expect(byStation(["13>8", "2>8", "8>4 second"]).get(8)).toHaveLength(2);
    expect([...doubles(["double 27", "double 4", "single"])]).toEqual([27, 4]);
  });

  test("what is new on a sheet is what was not there before", () => {
    const now = (nextstation2.view as unknown as NextStationView).table[0]!;
    const keys = sectionKeys([...now.lines, now.line!]);
    expect(keys.size).toBe([...now.lines, now.line!].reduce((sum, line) => sum + line.sections.length, 0));
  });

  test("a joker or a switch of the pencil is spent, a second section is only drawn", () => {
    expect(draws(["13>8", "13>8 joker", "13>8 switch", "13>8 second"]).map(spends)).toEqual([false, true, true, false]);
  });

  test("what is printed on all sheets is worked out once", () => {
    const print = printOf(MAP);
    expect(print.sections.match(/M/g)).toHaveLength(155);
    expect(print.tints.join("").match(/M/g)).toHaveLength(100);
    expect(printOf(MAP)).toBe(print);
  });

  test("what objectives count so far is enough where they are met, and only there", () => {
    const enough: Record<string, number> = { interchanges: 8, districts: 13, sites: 5, centre: 9, thames: 6 };
    const { objectives, table } = nextstation2.view as unknown as NextStationView;
    for (const sheet of table) {
      const met = objectives!.filter((objective) => soFar(objective, sheet, MAP) >= enough[objective]!);
      expect(met).toEqual(sheet.objectives_met);
    }
    const sheet = {
      ...table[0]!,
      line: null,
      interchanges: [3, 1, 1],
      lines: [{ stations: [19, 20, 9], crossings: 2 }],
    };
    const counted = Object.keys(enough).map((objective) => soFar(objective, sheet as unknown as SheetView, MAP));
    expect(counted).toEqual([5, 2, 2, 2, 2]);
    // 9, 16 and 19, the centre, are sites; 20, 25 and 30 lie around the centre, 9, 16 and 0 each in another district.
    const wider = { ...sheet, lines: [{ stations: [9, 16, 19, 20, 25, 30, 0, 1, 3], crossings: 1 }] };
    const told = Object.keys(enough).map((objective) => soFar(objective, wider as unknown as SheetView, MAP));
    expect(told).toEqual([5, 5, 3, 4, 1]);
  });

  test("every station lies in its own district", () => {
    const grid = districtsOfGrid(MAP);
    for (const { at, district } of MAP.stations) expect(grid[at[1]]![at[0]]).toBe(district);
    expect(new Set(grid.flat()).size).toBe(13);
    expect(borders(grid)).not.toBe("");
  });
});

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
