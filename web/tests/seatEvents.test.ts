import { describe, expect, test } from "vitest";
import { seatLine, withSeatLines } from "../src/live/seatEvents";
import { CATALOGUES } from "../src/texts/catalogue";
import { tell } from "../src/texts/rulebook";

const plies = [3, 4, 6].map((n) => ({ n, events: [{ event: `ply ${n}` }] }));
const kinds = (log: { event: string }[][]) => log.map((events) => events.map(({ event }) => event));

describe("what happens at the seats stands in the log", () => {
  test("between the plies, as many entries as plies", () => {
    const lines = [seatLine(4, 1, "hint"), seatLine(5, 0, "resigned"), seatLine(6, 1, "back")];
    expect(kinds(withSeatLines(plies, lines))).toEqual([
      ["ply 3"],
      ["ply 4", "seat-hint", "seat-resigned"],
      ["ply 6", "seat-back"],
    ]);
  });

  test("what happened before the first ply that is told stands before it", () => {
    expect(kinds(withSeatLines(plies, [seatLine(1, 0, "stand-in")]))[0]).toEqual(["seat-stand-in", "ply 3"]);
    expect(kinds(withSeatLines([], [seatLine(0, 0, "hint")]))).toEqual([["seat-hint"]]);
    expect(withSeatLines(plies, []).map((events) => events[0])).toEqual(plies.map(({ events }) => events[0]));
  });

  test("every kind of it is told in both languages, by name", () => {
    const game = { events: {}, words: {} };
    for (const news of ["resigned", "stand-in", "back", "hint", "undo-declined", "ended", "left", "here"] as const) {
      for (const language of ["en", "fr"] as const) {
        expect(tell(game, seatLine(0, 1, news).event, ["Ann", "Bob"], language)).toContain("Bob");
      }
    }
    expect(Object.keys(CATALOGUES.en)).toEqual(expect.arrayContaining(["resign.done", "hint.seen", "standIn.done"]));
  });
});
