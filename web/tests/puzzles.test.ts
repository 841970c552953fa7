import { beforeEach, describe, expect, test, vi } from "vitest";
import { nextUnsolved, puzzleApi } from "../src/live/puzzles";
import { session } from "../src/live/session.svelte";
import { namesAround } from "../src/pages/otherNames";
import { worthInWords } from "../src/pages/worth";
import { i18n } from "../src/texts/i18n.svelte";
import type { View } from "../src/views";

function puzzle(id: string, solved = false, tries = Number(solved)) {
  return { id, solved, tries };
}

const GRADES = [
  { grade: 1, name: {}, puzzles: [puzzle("a"), puzzle("b", true)] },
  { grade: 3, name: {}, puzzles: [puzzle("c", false, 2), puzzle("d")] },
];

let held: Record<string, string>;

/** A browser that holds something, and a server that answers. */
function surround(answers: unknown[]) {
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => held[key] ?? null,
    setItem: (key: string, value: string) => (held[key] = value),
  });
  vi.stubGlobal("fetch", async () => ({
    ok: true,
    status: 200,
    headers: new Headers(),
    json: async () => answers.shift(),
  }));
}

beforeEach(() => {
  held = {};
  session.me = null;
  return () => vi.unstubAllGlobals();
});

test("the next puzzle is one that is not solved, those after this one first", () => {
  expect(nextUnsolved(GRADES, "a")?.id).toBe("c");
  expect(nextUnsolved(GRADES, "d")?.id).toBe("a");
  expect(nextUnsolved(GRADES, "")?.id).toBe("a");
  expect(nextUnsolved([{ grade: 1, name: {}, puzzles: [puzzle("a"), puzzle("b", true)] }], "a")).toBeNull();
});

describe("tries", () => {
  test("of somebody whom the server does not know are counted in the browser, until it is solved", async () => {
    const [right, wrong, refused] = [true, false, null].map((right) => ({ right }));
    surround([wrong, refused, right, wrong, { grades: GRADES }]);
    for (let time = 0; time < 4; time++) await puzzleApi.answer("bus", "a", "pass");
    expect(JSON.parse(held["omnibus-puzzles"]!)).toEqual({ bus: { a: { solved: true, tries: 2 } } });
    expect((await puzzleApi.list("bus"))[0]!.puzzles[0]).toEqual(puzzle("a", true, 2));
  });

  test("of somebody whom it knows are not", async () => {
    session.me = { name: "Ada" } as typeof session.me;
    surround([{ right: true }]);
    await puzzleApi.answer("bus", "a", "pass");
    expect(held).toEqual({});
  });

  test("from before somebody came in count with those since", async () => {
    held["omnibus-puzzles"] = '{"bus":{"c":{"solved":false,"tries":3},"b":{"solved":false,"tries":1}}}';
    surround([{ grades: GRADES }]);
    const found = (await puzzleApi.list("bus")).flatMap(({ puzzles }) => puzzles);
    expect(found).toEqual([puzzle("a"), puzzle("b", true, 2), puzzle("c", false, 5), puzzle("d")]);
  });
});

test("what a move is worth is said in points or in parts of the victory", () => {
  i18n.language = "en";
  expect([1, 1.5, -3, 0, 4 + 1 / 3].map((worth) => worthInWords(worth, false))).toEqual([
    "1 point",
    "1.5 points",
    "-3 points",
    "0 points",
    "4.33 points",
  ]);
  expect(worthInWords(0.625, true)).toBe("62.5% of the victory");
  i18n.language = "fr";
  expect([0, 1.5, 2].map((worth) => worthInWords(worth, false))).toEqual(["0 point", "1,5 point", "2 points"]);
  expect(worthInWords(0.625, true)).toMatch(/^62,5\s%\sde la victoire$/);
  i18n.language = "en";
});

test("whoever solves a puzzle has a name at their own seat", () => {
  expect(namesAround("Ada", { seat: 1, seats: 3 } as View)).toEqual(["Bo", "Ada", "Cy"]);
  expect(namesAround("Ada", { seat: 0, seats: 1 } as View)).toEqual(["Ada"]);
});
