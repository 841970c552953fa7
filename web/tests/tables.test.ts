import { render } from "svelte/server";
import { beforeEach, describe, expect, test } from "vitest";
import bus4 from "../fixtures/bus-4-middle.json";
import bus from "../fixtures/bus.json";
import london3 from "../fixtures/london-3-middle.json";
import london from "../fixtures/london.json";
import nextstation2 from "../fixtures/nextstation-2-middle.json";
import nextstation from "../fixtures/nextstation.json";
import terminus4 from "../fixtures/terminus-4-middle.json";
import terminus from "../fixtures/terminus.json";
import en from "../src/texts/en.json";
import Shell from "../src/shell/Shell.svelte";
import { tableOf } from "../src/tables";
import { voice } from "../src/texts/voice.svelte";
import type { GameInfo, Language, Told, View } from "../src/views";

interface Fixture {
  names: string[];
  view: View;
  before: View;
  log: Told[][];
}

const TABLES = [
  { game: london, fixture: london3 },
  { game: bus, fixture: bus4 },
  { game: nextstation, fixture: nextstation2 },
  { game: terminus, fixture: terminus4 },
] as unknown as { game: GameInfo; fixture: Fixture }[];

async function shown(game: GameInfo, fixture: Fixture, changes: Partial<Parameters<typeof Shell>[1]> = {}) {
  const kind = await tableOf(game.game.id);
  const props = { kind, game, ...fixture, play: async () => null, whyNot: async () => null, ...changes };
  return { kind, html: render(Shell, { props }).body };
}

describe.each(["en", "fr"] as Language[])("in %s", (language) => {
  beforeEach(() => {
    voice.language = language;
  });

  test.each(TABLES)("$game.game.id shows what is asked, who plays and every legal move", async ({ game, fixture }) => {
    const { kind, html } = await shown(game, fixture);
    expect(html).toContain(kind.ask(fixture.view, fixture.names, game));
    for (const name of fixture.names) expect(html).toContain(name);
    const list = html.slice(html.indexOf('class="moves'));
    for (const move of fixture.view.legal) {
      expect(list).toContain(kind.inWords(move, fixture.view, game).replace("&", "&amp;"));
    }
  });

  test.each(TABLES)("$game.game.id offers nothing to whoever only watches", async ({ game, fixture }) => {
    const { html } = await shown(game, { ...fixture, view: { ...fixture.view, seat: null, legal: [] } });
    expect(html).not.toContain('class="moves');
  });
});

test.each(TABLES)("every part of the score of $game.game.id has a name", async ({ game, fixture }) => {
  const kind = await tableOf(game.game.id);
  for (const seat of fixture.names.keys()) {
    const parts = kind.parts(fixture.view, seat);
    expect(Object.keys(parts).length).toBeGreaterThan(1);
    for (const part of Object.keys(parts)) expect(en).toHaveProperty([`part.${game.game.id}.${part}`]);
  }
});

test("an undo and a bot in a seat are told", async () => {
  voice.language = "en";
  const { game, fixture } = TABLES[0]!;
  const seats = fixture.names.map((name, seat) => ({
    seat,
    name,
    who: "person" as const,
    bot: seat === 1 ? "hard" : null,
    yours: seat === 0,
    resigned: seat === 2,
    abandoned: false,
  }));
  const { html } = await shown(game, fixture, { seats, news: [{ event: "undo", seat: 1, to: 3 }] });
  expect(html).toContain(`${fixture.names[1]} takes back a move.`);
  expect(html).toContain("A bot stands in");
  expect(html).toContain("Has resigned");
});
