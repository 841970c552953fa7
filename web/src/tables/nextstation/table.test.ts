import { describe, expect, test } from "vitest";
import nextstation2 from "../../../fixtures/nextstation-2-middle.json";
import nextstation from "../../../fixtures/nextstation.json";
import { borders, districtsOfGrid, printOf } from "./geometry";
import { byStation, doubles, draws, sectionKeys, spends } from "./moves";
import { soFar } from "./objectives";
import type { NextStationBoard, NextStationView, SheetView } from "./view";

const MAP = nextstation.board as unknown as NextStationBoard;

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
