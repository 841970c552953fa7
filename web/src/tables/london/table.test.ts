import { createRawSnippet } from "svelte";
import { render } from "svelte/server";
import { beforeEach, describe, expect, test } from "vitest";
import london3 from "../../../fixtures/london-3-middle.json";
import london from "../../../fixtures/london.json";
import type { CountStep } from "../../table";
import { i18n } from "../../texts/i18n.svelte";
import { tell } from "../../texts/rulebook";
import type { GameDetails, GameEvent, Language } from "../../views";
import { boxOf, distance, type Label, placeLabels } from "../labels";
import About from "./About.svelte";
import kind from "./index";
import { LANDMARKS } from "./landmarks";
import London from "./London.svelte";
import { claimsByRoute, oneByOne, withSlotAt } from "./moves";
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

interface Besides {
  hinted?: LondonMoveData | null;
  marked?: GameEvent;
  counted?: CountStep;
}

function shown(view: LondonView, { hinted = null, marked, counted }: Besides = {}): string {
  const table = { game: GAME, view, before: null, names: NAMES, news: [], controls, people };
  return render(London, { props: { ...table, hinted, marked: marked ?? null, counted: counted ?? null } }).body;
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

  test("of cards alike the one that was clicked goes", () => {
    expect(withSlotAt([0, 1, 2, 3, 4], 1, 3)).toEqual([0, 3, 2, 1, 4]);
    expect(withSlotAt([0, 3, 2, 1, 4], 1, 4)).toEqual([0, 3, 2, 4, 1]);
    expect(withSlotAt([0, 3, 2, 1, 4], 2, 2)).toEqual([0, 3, 2, 1, 4]);
  });

  test("every location has a landmark on the map, and none stands on a stop or a space", () => {
    expect(Object.keys(LANDMARKS).sort()).toEqual(LONDON.locations.map(({ id }) => id).sort());
    for (const { at, size } of Object.values(LANDMARKS)) {
      for (const [x, y] of [
        ...LONDON.locations.map((each) => each.at),
        ...LONDON.routes.flatMap((each) => each.spaces),
      ])
        expect(Math.hypot(x - at[0], y - at[1])).toBeGreaterThan(30 * size + 9);
    }
  });

  test("names stand within the map and clear of each other", () => {
    const size = 19;
    const bounds = { left: 0, top: 0, right: LONDON.size[0], bottom: LONDON.size[1] };
    const labels = placeLabels(LONDON.locations, [], bounds, size, 17);
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

test("names sit at their stops: none is nearer to another", () => {
  const html = shown(VIEW);
  const names = html.matchAll(/<text class="name[^"]*" text-anchor="(\w+)" font-size="(\d+)">(.*?)<\/text>/gs);
  for (const [number, [, anchor, size, inside]] of [...names].entries()) {
    const rows = [...inside!.matchAll(/<tspan x="([-\d.]+)" y="([-\d.]+)"[^>]*>(.*?)<\/tspan>/g)];
    const letters = Number(size);
    const label = {
      lines: rows.map(([, , , line]) => line!.replace("&amp;", "&")),
      x: Number(rows[0]![1]),
      y: Number(rows[0]![2]) - letters * 0.82,
      anchor: anchor as Label["anchor"],
    };
    const far = LONDON.locations.map(({ at }) => distance(boxOf(label, letters), at));
    const { name } = LONDON.locations[number]!;
    expect(label.lines.join(" ")).toBe(name);
    expect(far.indexOf(Math.min(...far)), name).toBe(number);
    expect(far[number]! - 17, name).toBeLessThan(letters);
  }
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

  test("in what moves are called, also those of two routes side by side", () => {
    const claims = ["R11", "R12", "R13", "R14"].map((route) => ({
      text: "",
      do: "claim" as const,
      route,
      cards: { bus: 1 },
    }));
    const called = claims.map((move) => inWords(move, VIEW, GAME));
    expect(new Set(called).size).toBe(4);
    expect(called[0]).toContain("(left)");
    expect(called[2]).toContain("(upper)");
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
    const html = shown({ ...VIEW, table: nobodys, legal: MOVES, closed: [] }, { hinted: MOVES[4] });
    expect(LONDON.routes.filter(({ id }) => drawn(id, html).includes("hinted")).map(({ id }) => id)).toEqual(["R10"]);
    expect(slot("tickets", shown({ ...VIEW, legal: MOVES, closed: [] }, { hinted: MOVES[5] }))).toContain("hinted");
  });

  test("in the hand, where every kind has its place", () => {
    const places = (hand: Record<string, number>) => {
      const table = VIEW.table.map((place, seat) => (seat === VIEW.seat ? { ...place, hand } : place));
      return [...shown({ ...VIEW, table }).matchAll(/<span class="held([^"]*)" data-held="(\w+)"/g)];
    };
    const kinds = [...LONDON.cards.colours, "bus"];
    expect(places({}).map(([, , kind]) => kind)).toEqual(kinds);
    const held = places({ pink: 2, bus: 1 });
    expect(held.map(([, , kind]) => kind)).toEqual(kinds);
    expect(held.filter(([, none]) => !none!.includes("none")).map(([, , kind]) => kind)).toEqual(["pink", "bus"]);
  });

  test("in what happened, which is marked where it did", () => {
    const marks = (marked: GameEvent) =>
      [...shown(VIEW, { marked }).matchAll(/<[^>]* data-marked[^>]*>/g)].map(
        ([tag]) => /data-(?:route|slot)="(\w+)"/.exec(tag)?.[1],
      );
    expect(marks({ event: "claim", seat: 1, route: "R10" })).toEqual(["R10"]);
    expect(marks({ event: "take", seat: 1, card: "blue", slot: 3 })).toEqual(["3"]);
    expect(marks({ event: "draw", seat: 1 })).toEqual(["deck"]);
    expect(marks({ event: "tickets", seat: 1, count: 2 })).toEqual(["tickets"]);
    expect(marks({ event: "pass", seat: 1 })).toEqual([]);
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

describe("the end of London", () => {
  const tickets = [
    { ticket: "T01", points: 2, complete: true, missing: 0 },
    { ticket: "T16", points: 6, complete: false, missing: null },
  ];
  const table = VIEW.table.map((place, seat) => ({
    ...place,
    points: 10,
    tickets: seat ? [] : tickets,
    districts: [],
  }));
  const sheets: LondonView["sheets"] = [
    { routes: 10, tickets: { T01: 2, T16: -6 }, districts: { 5: 5 } },
    { routes: 10, tickets: {}, districts: { 1: 1, 2: 2 } },
    { routes: 10, tickets: {}, districts: {} },
  ];
  const parts = [
    { routes: 10, tickets: -4, districts: 5 },
    { routes: 10, tickets: 0, districts: 3 },
    { routes: 10, tickets: 0, districts: 0 },
  ];
  const result = { scores: [11, 13, 10], ranks: [2, 1, 3], winners: [1], parts };
  const OVER = { ...VIEW, turn: [], asks: null, legal: [], table, sheets, result } satisfies LondonView;
  const steps = kind.count!(OVER, NAMES, GAME);
  const track = (html: string) => /aria-label="[^"]*track[^"]*"|role="img" aria-label="([^"]*)"/i.exec(html)![0];

  test("is counted to the points of the result", () => {
    for (const [seat, score] of result.scores.entries()) {
      const own = steps.filter((step) => step.seat === seat);
      expect(own.reduce((total, { points }) => total + points, 0)).toBe(score);
    }
    expect(steps.filter(({ part }) => part === "routes").map(({ seat }) => seat)).toEqual([0, 1, 2]);
    expect(steps.filter(({ part }) => part === "tickets").map(({ thing, points }) => [thing, points])).toEqual([
      ["T01", 2],
      ["T16", -6],
    ]);
    expect(kind.count!({ ...VIEW, sheets: null }, NAMES, GAME)).toEqual([]);
  });

  test("shows the whole score on the track", () => {
    for (const [seat, score] of result.scores.entries())
      expect(track(shown(OVER))).toContain(`${NAMES[seat]}: ${score}`);
  });

  test("turns the tickets over one by one", () => {
    const turned = (step: CountStep) => {
      return [...shown(OVER, { counted: step }).matchAll(/soft how/g)].length;
    };
    const [first, second] = steps.filter(({ part }) => part === "tickets");
    expect(turned(steps[0]!)).toBe(0);
    expect(turned(first!)).toBe(1);
    expect(turned(second!)).toBe(2);
    expect(shown(OVER, { counted: first })).toContain("+2</text>");
    expect(shown(OVER, { counted: second })).toContain("−6</text>");
    expect(track(shown(OVER, { counted: first }))).toContain(`${NAMES[0]}: 12`);
  });
});

test.each(["en", "fr"] as Language[])("what happened is told without the numbers of the notation (%s)", (language) => {
  i18n.language = language;
  const texts = { events: { ...GAME.events, ...kind.events }, words: { ...GAME.words, ...kind.words?.(GAME) } };
  const claim = { event: "claim", seat: 0, route: "R09", ends: ["A", "B"], cards: ["blue"], points: 7 };
  const take = { event: "take", seat: 0, card: "blue", slot: 2 };
  const told = [...(london3.log.flat() as GameEvent[]), claim, take].map(
    (event) => tell(texts, event, NAMES, language) ?? "",
  );
  for (const sentence of told) expect(sentence).not.toMatch(/\bR\d\d|\bT\d\d|slot|emplacement/);
});
