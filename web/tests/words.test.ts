import { beforeEach, describe, expect, test } from "vitest";
import type { TableKind } from "../src/table";
import { tableOf } from "../src/tables";
import { plain } from "../src/tables/plain";
import { i18n } from "../src/texts/i18n.svelte";
import { tell, teller } from "../src/texts/rulebook";
import type { GameDetails, Language } from "../src/views";
import { type Fixture, TABLES } from "./fixtures";

const KINDS = await Promise.all(TABLES.map(async (table) => ({ ...table, kind: await tableOf(table.id), how: "own" })));
const PLAIN = TABLES.map((table) => ({ ...table, kind: plain, how: "plain" }));

describe.each(["en", "fr"] as Language[])("in %s", (language) => {
  beforeEach(() => {
    i18n.language = language;
  });

  test.each([...KINDS, ...PLAIN])("everything at the $how table of $id can be said", ({ kind, fixture, game }) => {
    const { view, before, names } = fixture;
    const said = [
      kind.ask(view, names, game),
      kind.ask({ ...view, seat: 1, turn: [0], asks: null, legal: [] }, names, game),
      ...kind.describe(view, names, game),
      ...[...view.legal, ...before.legal].map((move) => kind.inWords(move, view, game)),
    ];
    for (const sentence of said) {
      expect(sentence.trim()).not.toBe("");
      expect(sentence).not.toMatch(/undefined|null|NaN|\{|\}|\[object/);
    }
  });

  test.each(KINDS)("what happened in $id is told", ({ kind, fixture, game }) => {
    const told = tellAll(kind, fixture, game, language);
    expect(told.length).toBeGreaterThan(5);
    for (const sentence of told) expect(sentence).not.toMatch(/undefined|null|NaN|\{|\}/);
  });

  test.each([...KINDS, ...PLAIN])("no two moves at the $how table of $id sound the same", ({ kind, fixture, game }) => {
    const moves = new Map([...fixture.view.legal, ...fixture.before.legal].map((move) => [move.text, move]));
    const said = [...moves.values()].map((move) => kind.inWords(move, fixture.view, game));
    expect(new Set(said).size).toBe(said.length);
  });
});

function tellAll(kind: TableKind, { log, names }: Fixture, game: GameDetails, language: Language): string[] {
  const texts = { events: { ...game.events, ...kind.events }, words: { ...game.words, ...kind.words?.(game) } };
  return log
    .flat()
    .map((event) => tell(texts, event, names, language))
    .filter((sentence) => sentence !== null);
}

test("what was told once is not put into words again", () => {
  const words = { events: { left: { en: "{player} leaves", fr: "{player} part" } }, words: {} };
  const event = { event: "left", seat: 0 };
  const tellIt = teller(words, ["Ada"], "en");
  expect(tellIt(event)).toBe("Ada leaves");
  words.events.left.en = "{player} stays";
  expect(tellIt(event)).toBe("Ada leaves");
  expect(tellIt({ ...event })).toBe("Ada stays");
  expect(teller(words, ["Bo"], "fr")(event)).toBe("Bo part");
});
