import { render } from "svelte/server";
import { beforeEach, describe, expect, test } from "vitest";
import { outcomeInWords } from "../src/shell/outcome";
import Shell from "../src/shell/Shell.svelte";
import { tableOf } from "../src/tables";
import { byDeed, plain } from "../src/tables/plain";
import { i18n } from "../src/texts/i18n.svelte";
import type { GameDetails, Language, View } from "../src/views";
import { type Fixture, TABLES } from "./fixtures";

const KINDS = await Promise.all(TABLES.map(async (table) => ({ ...table, kind: await tableOf(table.id), how: "own" })));
const ALL = [...KINDS, ...TABLES.map((table) => ({ ...table, kind: plain, how: "plain" }))];
type Laid = (typeof ALL)[number];

function shown({ kind, game, fixture }: Omit<Laid, "id" | "how">, changes: Partial<Parameters<typeof Shell>[1]> = {}) {
  const props = { kind, game, ...fixture, play: async () => null, whyNot: async () => null, ...changes };
  return render(Shell, { props }).body.replace(/<!--.*?-->/g, "");
}

const escaped = (text: string) => text.replaceAll("&", "&amp;");

describe.each(["en", "fr"] as Language[])("in %s", (language) => {
  beforeEach(() => {
    i18n.language = language;
  });

  test.each(ALL)("the $how table of $id shows what is asked, who plays and every legal move", (laid) => {
    const { kind, game, fixture } = laid;
    const html = shown(laid);
    expect(html).toContain(kind.ask(fixture.view, fixture.names, game));
    for (const name of fixture.names) expect(html).toContain(name);
    const list = html.slice(html.indexOf('class="moves'));
    for (const move of fixture.view.legal) expect(list).toContain(escaped(kind.inWords(move, fixture.view, game)));
  });

  test.each(ALL)("the $how table of $id offers nothing to whoever only watches", (laid) => {
    const view = { ...laid.fixture.view, seat: null, asks: null, legal: [] };
    expect(shown({ ...laid, fixture: { ...laid.fixture, view } })).not.toContain('class="moves');
  });

  test.each(ALL)("the $how table of $id shows the end", (laid) => {
    const { kind, fixture } = laid;
    const seats = [...fixture.names.keys()];
    const result = {
      scores: seats.map((seat) => 40 + seat),
      ranks: seats.map((seat) => seats.length - seat),
      winners: seats.slice(-1),
      parts: seats.map((seat) => kind.parts(fixture.view, seat)),
    };
    const view: View = { ...fixture.view, turn: [], asks: null, legal: [], result };
    const html = shown({ ...laid, fixture: { ...fixture, view } });
    expect(html).toMatch(new RegExp(`<p[^>]*>\\s*${outcomeInWords(view, fixture.names, null, view.seat)}\\s*</p>`));
    for (const score of result.scores) expect(html).toContain(`>${score}<`);
  });
});

test.each(KINDS)("every part of the score of $id has a name", ({ id, kind, fixture }) => {
  for (const language of ["en", "fr"] as const) {
    i18n.language = language;
    for (const seat of fixture.names.keys()) {
      const parts = kind.parts(fixture.view, seat);
      expect(Object.keys(parts).length).toBeGreaterThan(1);
      for (const part of Object.keys(parts)) expect(i18n.findText(`part.${id}.${part}`)).not.toBeNull();
    }
  }
});

describe("a game that brings no table", () => {
  const game = {
    game: {
      id: "shunting",
      name: { en: "Shunting", fr: "Triage" },
      aim: { en: "", fr: "" },
      bots: [],
      lessons: 0,
      puzzles: 0,
    },
    notation: { en: "", fr: "" },
    rules: [],
    events: {},
    refusals: {},
    words: { wagon: { en: "goods wagon", fr: "wagon de marchandises" }, push: { en: "push", fr: "pousser" } },
    board: null,
  } as GameDetails;
  const view = {
    game: "shunting",
    ruleset: 1,
    seats: 2,
    options: {},
    seat: 0,
    n: 3,
    turn: [0],
    asks: "which_track",
    legal: [
      { text: "push wagon 2", do: "push", what: "wagon", track: 2 },
      { text: "push engine 1", do: "push", what: "engine", track: 1 },
      { text: "wait", do: "wait" },
    ],
    result: null,
    table: [
      { score: 7, train: ["engine", "wagon"], secret: null },
      { score: 5, train: [], secret: null },
    ],
    last_round: false,
    yard: { north: { wagons: 2 }, south: { wagons: 0 } },
  } as View;
  const fixture: Fixture = { names: ["Ada", "Bo"], view, before: view, log: [] };

  test("is drawn from its view and its legal moves", async () => {
    i18n.language = "en";
    const kind = await tableOf("shunting");
    const html = shown({ kind, game, fixture }, { before: null });
    for (const text of ["Your turn: which track.", "engine, goods wagon", "last round", "north", "wagons 2"])
      expect(html).toContain(text);
    expect(html).toMatch(/<h2[^>]*>push<.*>what goods wagon, track 2<.*>what engine, track 1<.*>wait</s);
    expect(kind.score(view, 1)).toBe(5);
    expect(kind.describe(view, fixture.names, game)[0]).toBe("Ada: score 7, train engine, goods wagon, secret –.");
  });

  test("is drawn in French with the words that its rulebook has", async () => {
    i18n.language = "fr";
    const html = shown({ kind: await tableOf("shunting"), game, fixture }, { before: null });
    expect(html).toContain("engine, wagon de marchandises");
    expect(html).toMatch(/<h2[^>]*>pousser</);
    expect(html).toContain("non");
  });

  test("without a place for each seat tells all there is", async () => {
    const bare = { ...view, table: { pot: 3 } } as unknown as View;
    expect(shown({ kind: await tableOf("shunting"), game, fixture: { ...fixture, view: bare } })).toContain("pot 3");
  });

  test("has its moves by what they do", () => {
    expect(byDeed(view.legal).map(([deed, moves]) => [deed, moves.length])).toEqual([
      ["push", 2],
      ["wait", 1],
    ]);
  });
});

test("an undo and a bot in a seat are told", () => {
  i18n.language = "en";
  const laid = KINDS.find(({ fixture }) => fixture.names.length > 2)!;
  const { names } = laid.fixture;
  const seats = names.map((name, seat) => ({
    seat,
    name,
    who: "person" as const,
    bot: seat === 1 ? "hard" : null,
    yours: seat === 0,
    resigned: seat === 2,
    abandoned: false,
    hints: seat === 1 ? 3 : 0,
    kept_for: null,
    kept_for_you: false,
    declined: false,
  }));
  const html = shown(laid, { seats, news: [{ event: "undo", seat: 1, to: 3 }] });
  expect(html).toContain(`${names[1]} takes back a move.`);
  expect(html).toContain("3 hints taken");
  expect(html).toContain("A bot stands in");
  expect(html).toContain("Has resigned");
});

test("the header tells the last thing that others did since one's last move, and counts the rest", () => {
  i18n.language = "en";
  const { fixture, ...laid } = KINDS.find(({ id }) => id === "bus")!;
  const undo = (seat: number) => [{ event: "undo", seat, to: 0 }];
  const log = [undo(1), undo(0), undo(2), undo(3), undo(0)];
  const told = (since: number) =>
    /class="latest[^>]*>(.*?)<\/button>/
      .exec(shown({ ...laid, fixture: { ...fixture, log } }, { since }))?.[1]
      ?.replace(/<[^>]*>/g, "")
      .trim();
  expect(fixture.view.seat).toBe(0);
  expect(told(2)).toBe(`${fixture.names[3]} takes back a move. +1 more`);
  expect(told(3)).toBe(`${fixture.names[3]} takes back a move.`);
  expect(told(4)).toBeUndefined();
});
