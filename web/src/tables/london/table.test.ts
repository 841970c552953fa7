import { createRawSnippet } from "svelte";
import { render } from "svelte/server";
import { beforeEach, describe, expect, test } from "vitest";
import london3 from "../../../fixtures/london-3-middle.json";
import london from "../../../fixtures/london.json";
import { i18n } from "../../texts/i18n.svelte";
import { tell } from "../../texts/rulebook";
import type { GameDetails, GameEvent, Language } from "../../views";
import { boxOf, placeLabels } from "../labels";
import About from "./About.svelte";
import kind from "./index";
import London from "./London.svelte";
import { claimsByRoute, oneByOne } from "./moves";
import type { LondonBoard, LondonMoveData, LondonView } from "./view";
import { ask, inWords } from "./words";

const GAME = london as unknown as GameDetails<LondonBoard>;
const LONDON = GAME.board;
const VIEW = london3.view as unknown as LondonView;
const NAMES = london3.names;
const MOVES: LondonMoveData[] = [
  { text: "draw deck", do: "draw" },
  { text: "draw blue", do: "take", card: "blue" },
  { text: "claim R06 4orange", do: "claim", route: "R06", cards: { orange: 4 } },
  { text: "claim R06 3orange+1bus", do: "claim", route: "R06", cards: { orange: 3, bus: 1 } },
  { text: "claim R10 2bus", do: "claim", route: "R10", cards: { bus: 2 } },
  { text: "tickets", do: "tickets" },
];

const controls = { attempt() {}, ask() {}, whyNot: async () => null, choose() {} };
const people = createRawSnippet(() => ({ render: () => "<p></p>" }));

function shown(view: LondonView, hinted: LondonMoveData | null = null): string {
  const props = { game: GAME, view, before: null, names: NAMES, news: [], controls, hinted, people };
  return render(London, { props }).body;
}

/** The classes of what is drawn for a route. */
function drawn(route: string, html: string): string[] {
  return new RegExp(`<g class="([^"]*)"[^>]*data-route="${route}"`).exec(html)![1]!.split(" ");
}

/** The classes of a slot beside the face-up cards. */
function slot(name: string, html: string): string[] {
  return new RegExp(`<button class="([^"]*)"[^>]*data-slot="${name}"`).exec(html)![1]!.split(" ");
}

beforeEach(() => {
  i18n.language = "en";
});

describe("London", () => {
  test("claims are grouped by route", () => {
    const claims = claimsByRoute(MOVES);
    expect([...claims.keys()]).toEqual(["R06", "R10"]);
    expect(claims.get("R06")).toEqual(MOVES.slice(2, 4));
  });

  test("cards are laid out one by one", () => {
    expect(oneByOne({ orange: 3, pink: 0, bus: 1 })).toEqual(["orange", "orange", "orange", "bus"]);
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
});

describe("the table of London follows the view", () => {
  const nobodys = VIEW.table.map((seat) => ({ ...seat, routes: [] as string[] }));

  test("in which routes are closed, whatever the rules would say", () => {
    const table = nobodys.map((seat, number) => ({ ...seat, routes: number === 1 ? ["R11", "R39"] : [] }));
    // With two players R12 and R40 would be closed, R06 never.
    const html = shown({ ...VIEW, seats: 2, table, legal: [], closed: ["R06"] });
    expect(drawn("R06", html)).toContain("closed");
    for (const route of ["R12", "R40"]) expect(drawn(route, html)).not.toContain("closed");
  });

  test("in which routes can be claimed, and how they are paid for", () => {
    const html = shown({ ...VIEW, table: nobodys, asks: "action", legal: MOVES, closed: [] });
    const can = LONDON.routes.filter(({ id }) => drawn(id, html).includes("can")).map(({ id }) => id);
    expect(can).toEqual(["R06", "R10"]);
    expect(inWords(MOVES[3]!, VIEW, GAME)).toContain("3 orange, 1 Bus");
    // Five pink cards for an orange route of four spaces: it is for the view to know.
    const odd = { text: "", do: "claim" as const, route: "R06", cards: { pink: 5 } };
    expect(inWords(odd, VIEW, GAME)).toContain("5 pink");
  });

  test("in what a pointed route would be paid with", () => {
    const route = LONDON.routes.find(({ id }) => id === "R06")!;
    const about = { route, board: LONDON, at: [0, 0] as [number, number], above: false, price: "", closed: false };
    const cards = (payment: Record<string, number> | null) =>
      render(About, { props: { ...about, owner: null, payment, refusal: null } }).body;
    const kindsIn = (html: string) => [...html.matchAll(/--card-(\w+)/g)].map(([, kind]) => kind);
    expect(new Set(kindsIn(cards({ pink: 5 })))).toEqual(new Set(["pink"]));
    expect(cards({ pink: 5 })).toContain("You can claim it");
    expect(new Set(kindsIn(cards(null)))).toEqual(new Set(["orange"]));
    expect(cards(null)).not.toContain("You can claim it");
  });

  test("in which cards can be taken", () => {
    const row = ["pink", "blue", null, "bus", "green"];
    const legal = MOVES.filter((move) => move.do !== "draw");
    const html = shown({ ...VIEW, row, asks: "second-card", legal, closed: [] });
    expect(["1", "2", "4", "5", "deck", "tickets"].filter((name) => slot(name, html).includes("legal"))).toEqual([
      "2",
      "tickets",
    ]);
  });

  test("in what a hint points at", () => {
    const html = shown({ ...VIEW, table: nobodys, legal: MOVES, closed: [] }, MOVES[4]);
    expect(LONDON.routes.filter(({ id }) => drawn(id, html).includes("hinted")).map(({ id }) => id)).toEqual(["R10"]);
    expect(slot("tickets", shown({ ...VIEW, legal: MOVES, closed: [] }, MOVES[5]))).toContain("hinted");
  });

  test("in what is asked for", () => {
    const asked = (asks: LondonView["asks"]) => ask({ ...VIEW, asks, legal: MOVES, result: null }, NAMES);
    expect(
      new Set([asked("first-tickets"), asked("action"), asked("second-card"), asked("tickets"), asked(null)]).size,
    ).toBe(5);
    expect(asked("tickets")).toBe(i18n.t("london.askKeep"));
    expect(asked(null)).toContain(NAMES[VIEW.turn[0]!]);
  });
});

test.each(["en", "fr"] as Language[])("what happened is told without the numbers of the notation (%s)", (language) => {
  i18n.language = language;
  const texts = { events: { ...GAME.events, ...kind.events }, words: { ...GAME.words, ...kind.words?.(GAME) } };
  const claim = { event: "claim", seat: 0, route: "R09", ends: ["A", "B"], cards: ["blue"], points: 7 };
  const told = [...(london3.log.flat() as GameEvent[]), claim].map(
    (event) => tell(texts, event, NAMES, language) ?? "",
  );
  for (const sentence of told) expect(sentence).not.toMatch(/\bR\d\d|\bT\d\d/);
});
