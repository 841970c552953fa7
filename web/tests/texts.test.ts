import { describe, expect, test } from "vitest";
import london from "../fixtures/london.json";
import adminEn from "../src/pages/admin/en.json";
import adminFr from "../src/pages/admin/fr.json";
import reviewEn from "../src/review/en.json";
import reviewFr from "../src/review/fr.json";
import { type Catalogue, CATALOGUES } from "../src/texts/catalogue";
import { preferredLanguage } from "../src/texts/i18n.svelte";
import { fill, gaps } from "../src/texts/phrase";
import { explain, tell } from "../src/texts/rulebook";
import type { GameDetails } from "../src/views";
import { TABLES } from "./fixtures";

const SOURCES = import.meta.glob<string>("../src/**/*.{ts,svelte,css}", {
  eager: true,
  query: "?raw",
  import: "default",
});
const FILES = import.meta.glob<Catalogue>("../src/{texts,tables/*,pages/admin,review}/*.json", {
  eager: true,
  import: "default",
});
// The administrators' texts, and those about what moves were worth, come with their pages.
const en = { ...CATALOGUES.en, ...adminEn, ...reviewEn } as Catalogue;
const fr = { ...CATALOGUES.fr, ...adminFr, ...reviewFr } as Catalogue;

describe("the catalogues", () => {
  test("say the same things in both languages", () => {
    const english = Object.keys(FILES).filter((path) => path.endsWith("/en.json"));
    expect(english.length).toBeGreaterThan(1);
    for (const path of english) {
      const french = FILES[path.replace("/en.json", "/fr.json")]!;
      expect(Object.keys(french).sort()).toEqual(Object.keys(FILES[path]!).sort());
    }
  });

  test("do not say one thing in two places", () => {
    const keys = Object.entries(FILES).flatMap(([path, texts]) =>
      path.endsWith("/en.json") ? Object.keys(texts) : [],
    );
    expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
    expect(Object.keys(en).sort()).toEqual(keys.sort());
  });

  test.each(Object.keys(en))("%s has the same gaps in both languages", (key) => {
    expect(gaps(fr[key]!)).toEqual(gaps(en[key]!));
    for (const [language, text] of [
      ["en", en[key]!],
      ["fr", fr[key]!],
    ] as const) {
      const filled = fill(text, Object.fromEntries([...gaps(text)].map((gap) => [gap, 2])), language);
      expect(filled).toMatch(/^[^{}]+$/);
    }
  });

  test("hold nothing that is no longer said", () => {
    const source = Object.values(SOURCES).join("\n");
    // Some keys are put together: `bus.action.${action}`. Those are looked for by what comes before the gap.
    const parts = [...source.matchAll(/`([\w.]+\.)\$\{/g)].map((found) => found[1]!);
    const unsaid = Object.keys(en).filter(
      (key) => !source.includes(`"${key}"`) && !parts.some((part) => key.startsWith(part)),
    );
    expect(unsaid).toEqual([]);
  });

  test("of a game are about that game's own rules, and no other", () => {
    for (const { id, game } of TABLES) {
      const titled = Object.keys(en).filter((key) => key.startsWith(`chapter.${id}.`));
      const rules = new Set(game.rules.map((rule) => `chapter.${id}.${rule.id}`));
      expect(titled.filter((key) => !rules.has(key))).toEqual([]);
    }
  });
});

test.each([
  ["Alice", "D’Alice à Alice\u00a0; lorsqu’Alice, grande Alice"],
  ["Bo", "De Bo à Bo\u00a0; lorsque Bo, grande Bo"],
  ["Hélène", "D’Hélène à Hélène\u00a0; lorsqu’Hélène, grande Hélène"],
  ["Hassan", "De Hassan à Hassan\u00a0; lorsque Hassan, grande Hassan"],
  ["Yann", "De Yann à Yann\u00a0; lorsque Yann, grande Yann"],
  ["le carré", "Du carré au carré\u00a0; lorsque le carré, grande le carré"],
  ["les Halles", "Des Halles aux Halles\u00a0; lorsque les Halles, grande les Halles"],
  [11, "De 11 à 11\u00a0; lorsque 11, grande 11"],
])("French elides and contracts: %s", (a, told) => {
  expect(fill("De {a} à {a} ; lorsque {a}, grande {a}", { a }, "fr")).toBe(told);
  expect(fill("De {a}", { a }, "en")).toBe(`De ${a}`);
});

test("of things of which there are several, French gives the number without bending their names", () => {
  const events = { claim: { en: "with {cards}", fr: "avec {cards}" } };
  const words = { blue: { en: "blue", fr: "bleu" }, bus: { en: "Bus", fr: "Bus" } };
  const claim = { event: "claim", cards: ["blue", "blue", "bus"] };
  expect(tell({ events, words }, claim, [], "en")).toBe("with 2 blue, Bus");
  expect(tell({ events, words }, claim, [], "fr")).toBe("avec 2 × bleu, Bus");
});

describe("a refusal", () => {
  const game = {
    refusals: { far: { en: "{place} is {spaces} {spaces:space|spaces} away", fr: "il y a {spaces} à {place}" } },
    words: { "place 7": { en: "the mill", fr: "le moulin" } },
  };

  test("is told with the names that things have here", () => {
    const data = { refusal: "far", place: 7, spaces: 1 };
    const refusal = { rule: "X1", text: "X1: 7 is 1 space away", data };
    expect(explain(game, refusal, "en")).toBe("X1: the mill is 1 space away");
    expect(explain(game, refusal, "fr")).toBe("X1\u00a0: il y a 1 au moulin");
  });

  test("is told as the server says it where there is nothing to name", () => {
    expect(explain(game, { rule: null, text: "too late", data: null }, "en")).toBe("too late");
    expect(explain(game, { rule: "X1", text: "X1: no", data: { refusal: "unheard-of" } }, "en")).toBe("X1: no");
  });
});

test("nothing names a game outside its own folder", () => {
  // A bus is also a card, a vehicle and an action.
  const ids = TABLES.map(({ id }) => id).filter((id) => id !== "bus");
  expect(ids.length).toBeGreaterThan(2);
  const named = Object.entries(SOURCES).flatMap(([path, source]) =>
    ids
      .filter((id) => !isOwn(path, id) && new RegExp(`["'\`]${id}["'\`]|\\b${id}:`).test(source))
      .map((id) => [path, id]),
  );
  expect(named).toEqual([]);
});

function isOwn(path: string, id: string): boolean {
  return path.startsWith(`../src/tables/${id}/`) || path === `../src/generated/${id}.ts`;
}

describe("a phrase", () => {
  test("has its gaps filled and chooses its plural", () => {
    expect(fill("{points} {points:point|points}", { points: 1 }, "en")).toBe("1 point");
    expect(fill("{points} {points:point|points}", { points: 2 }, "en")).toBe("2 points");
    expect(fill("{cards}", { cards: ["M3", "M4"] }, "en")).toBe("M3, M4");
  });

  test("in French does not break before a sign that stands apart", () => {
    expect(fill("Où « va »-t-on ?", {}, "fr")).toBe("Où «\u00a0va\u00a0»-t-on\u00a0?");
    expect(fill("who : what", {}, "en")).toBe("who : what");
  });

  test("counts nothing as many in English and as one in French", () => {
    expect(fill("{n:point|points}", { n: 0 }, "en")).toBe("points");
    expect(fill("{n:point|points}", { n: 0 }, "fr")).toBe("point");
  });
});

describe("an event", () => {
  const game = london as unknown as GameDetails;
  const names = ["Ada", "Bo"];

  test("is told in a sentence, its words in that language", () => {
    const event = { event: "take", seat: 1, card: "pink", slot: 3 };
    expect(tell(game, event, names, "en")).toBe("Bo takes pink from slot 3.");
    expect(tell(game, event, names, "fr")).toContain("rose");
  });

  test("is told otherwise to whoever saw more of it", () => {
    expect(tell(game, { event: "draw", seat: 0 }, names, "en")).not.toContain("orange");
    expect(tell(game, { event: "draw", seat: 0, card: "orange" }, names, "en")).toContain("orange");
  });

  test("counts what there is several of", () => {
    const event = {
      event: "claim",
      seat: 0,
      route: "R09",
      ends: ["a", "b"],
      cards: ["blue", "bus", "blue"],
      points: 4,
    };
    expect(tell(game, event, names, "en")).toContain("with 2 blue, Bus");
  });

  test("names a number as what it stands for in that gap", () => {
    const mapped = { events: { draw: { en: "{player}: {from} to {to}, {points}", fr: "" } }, words: {} };
    const words = { "from 3": { en: "square", fr: "" }, "to 4": { en: "circle", fr: "" } };
    const event = { event: "draw", seat: 1, from: 3, to: 4, points: 3 };
    expect(tell({ ...mapped, words }, event, names, "en")).toBe("Bo: square to circle, 3");
  });

  test("that is not worth a word is not told", () => {
    expect(tell(game, { event: "unheard of" }, names, "en")).toBeNull();
  });
});

test("the browser's wishes decide the language, as far as we speak it", () => {
  expect(preferredLanguage(["de-DE", "fr-CH", "en"])).toBe("fr");
  expect(preferredLanguage(["de"])).toBe("en");
});
