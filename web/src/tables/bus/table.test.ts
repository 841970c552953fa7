import { describe, expect, test } from "vitest";
import bus4 from "../../../fixtures/bus-4-middle.json";
import bus from "../../../fixtures/bus.json";
import { byTarget, journey, key, stillToAct, stillToChoose, streetsOf, strokes, touchedBy } from "./moves";
import type { BusBoard, BusView } from "./view";

const CITY = bus.board as unknown as BusBoard;

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
