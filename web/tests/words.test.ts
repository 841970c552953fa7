import { beforeEach, describe, expect, test } from "vitest";
import bus4 from "../fixtures/bus-4-middle.json";
import bus from "../fixtures/bus.json";
import london3 from "../fixtures/london-3-middle.json";
import london from "../fixtures/london.json";
import nextstation2 from "../fixtures/nextstation-2-middle.json";
import nextstation from "../fixtures/nextstation.json";
import terminus4 from "../fixtures/terminus-4-middle.json";
import terminus from "../fixtures/terminus.json";
import type { TableKind } from "../src/table";
import * as busWords from "../src/tables/bus/words";
import londonTable from "../src/tables/london";
import * as londonWords from "../src/tables/london/words";
import nextStationTable from "../src/tables/nextstation";
import * as nextStationWords from "../src/tables/nextstation/words";
import * as terminusWords from "../src/tables/terminus/words";
import { tell } from "../src/texts/rulebook";
import { voice } from "../src/texts/voice.svelte";
import type { GameInfo, Language, MoveData, Told, View } from "../src/views";

interface Words {
  ask(view: View, names: string[], game: GameInfo): string;
  describe(view: View, names: string[], game: GameInfo): string[];
  inWords(move: MoveData, view: View, game: GameInfo): string;
}

const KINDS = [
  { kind: londonTable, fixture: london3, game: london },
  { kind: nextStationTable, fixture: nextstation2, game: nextstation },
] as unknown as { kind: TableKind; fixture: { log: Told[][]; names: string[] }; game: GameInfo }[];

const TABLES = [
  { words: londonWords, fixture: london3, game: london },
  { words: busWords, fixture: bus4, game: bus },
  { words: nextStationWords, fixture: nextstation2, game: nextstation },
  { words: terminusWords, fixture: terminus4, game: terminus },
] as unknown as { words: Words; fixture: { view: View; before: View; names: string[] }; game: GameInfo }[];

describe.each(["en", "fr"] as Language[])("in %s", (language) => {
  beforeEach(() => {
    voice.language = language;
  });

  test.each(TABLES)("everything at the table of $game.game.id can be said", ({ words, fixture, game }) => {
    const { view, before, names } = fixture;
    const said = [
      words.ask(view, names, game),
      words.ask({ ...view, seat: 1, turn: [0], asks: null, legal: [] }, names, game),
      ...words.describe(view, names, game),
      ...[...view.legal, ...before.legal].map((move) => words.inWords(move, view, game)),
    ];
    for (const sentence of said) {
      expect(sentence.trim()).not.toBe("");
      expect(sentence).not.toMatch(/undefined|null|NaN|\{|\}/);
    }
  });

  test.each(KINDS)(
    "what happened in $game.game.id is told without the numbers of the notation",
    ({ kind, fixture, game }) => {
      const { log, names } = fixture;
      const words = { ...game.words, ...kind.words?.(game) };
      const claim = { event: "claim", seat: 0, route: "R09", ends: ["A", "B"], cards: ["blue"], points: 7 };
      const draw = { event: "draw", seat: 0, from: 19, to: 20 };
      const events = [
        ...log.flat(),
        ...(game.game.id === "london" ? [claim] : [draw, { ...draw, event: "draw-switch" }]),
      ];
      const told = events.map((event) =>
        tell({ events: { ...game.events, ...kind.events }, words }, event, names, language),
      );
      expect(told.filter((sentence) => sentence !== null).length).toBeGreaterThan(5);
      for (const sentence of told) {
        expect(sentence ?? "").not.toMatch(/\bR\d\d|\bT\d\d|station (station|\d)|(from|to|de|à) \d/);
      }
    },
  );

  test.each(TABLES)("no two moves of $game.game.id sound the same", ({ words, fixture, game }) => {
    const moves = [...fixture.view.legal, ...fixture.before.legal];
    // The routes of a grey double are alike in all but their place.
    const said = moves
      .filter(({ text }, place) => moves.findIndex((other) => other.text === text) === place)
      .filter(({ text }) => !/claim R(12|20|36|44)/.test(text))
      .map((move) => words.inWords(move, fixture.view, game));
    expect(new Set(said).size).toBe(said.length);
  });
});
