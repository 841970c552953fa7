import { render } from "svelte/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { GameInfo, TableInfo } from "../src/live/api";
import { chaptersOf } from "../src/pages/chapters";
import Emblem from "../src/pages/Emblem.svelte";
import { againstBots, preferencesFor, storePreferences } from "../src/pages/gamePreferences";
import { botName, optionTexts, seatName, sentence } from "../src/pages/labels";
import QrCode from "../src/pages/QrCode.svelte";
import { invitationLink, momentLink, routeOf } from "../src/pages/route";
import { defaultSeats, requestedSeats, reseated, resized } from "../src/pages/seatDrafts";
import TableRow from "../src/pages/TableRow.svelte";
import { i18n } from "../src/texts/i18n.svelte";
import { formatDuration, timeAgo } from "../src/texts/time";
import { TABLES } from "./fixtures";

const BOOKS = TABLES.map(({ game }) => game);
const BOTS = ["random", "easy", "normal", "hard"];

function gameInfo(changes: Partial<GameInfo> = {}): GameInfo {
  const { game } = BOOKS.find((book) => book.game.id === (changes.id ?? "nextstation"))!;
  return { ...game, seats: [1, 2, 3, 4], options: [], bots: BOTS, ruleset: 1, ...changes } as GameInfo;
}

beforeEach(() => {
  i18n.language = "en";
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

afterEach(() => vi.unstubAllGlobals());

describe("a seat", () => {
  test("goes by the name of who sits there, if anybody does and still has one", () => {
    expect(seatName({ name: "Ada", who: "person" })).toBe("Ada");
    expect(seatName({ name: null, who: "open" })).toBe(i18n.t("table.openSeat"));
    expect(seatName({ name: null, who: "person" })).toBe("deleted player");
    i18n.language = "fr";
    expect(seatName({ name: null, who: "person" })).toBe("joueur supprimé");
  });
});

describe("an address", () => {
  test.each([
    ["", { page: "home" }],
    ["#/", { page: "home" }],
    ["#/lobby", { page: "lobby", mine: false }],
    ["#/lobby/mine", { page: "lobby", mine: true }],
    ["#/new/bus", { page: "new", game: "bus" }],
    ["#/new", { page: "new", game: null }],
    ["#/table/7f3a", { page: "table", id: "7f3a" }],
    ["#/table/7f3a/s3cr-et_", { page: "invited", id: "7f3a", token: "s3cr-et_" }],
    ["#/after/7f3a", { page: "after", id: "7f3a" }],
    ["#/replay/7f3a/42", { page: "replay", id: "7f3a", at: 42 }],
    ["#/replay/7f3a/42/1", { page: "replay", id: "7f3a", at: 42, viewpoint: "1" }],
    ["#/replay/7f3a", { page: "replay", id: "7f3a", at: 0 }],
    ["#/rules", { page: "rules" }],
    ["#/rules/london/L12", { page: "rulebook", game: "london", rule: "L12" }],
    ["#/rules/london", { page: "rulebook", game: "london", rule: null }],
    ["#/rules/chess", { page: "rulebook", game: "chess", rule: null }],
    ["#/daily", { page: "daily", day: null }],
    ["#/daily/2026-11-16", { page: "daily", day: "2026-11-16" }],
    ["#/daily/2026-11-16/bus", { page: "deal", day: "2026-11-16", game: "bus" }],
    ["#/compare/7f3a/81bc/12", { page: "compare", here: "7f3a", there: "81bc", step: 12 }],
    ["#/compare/7f3a", { page: "notFound" }],
    ["#/same-deal/s3cr-et_", { page: "challenged", token: "s3cr-et_" }],
    ["#/same-deal", { page: "notFound" }],
    ["#/new-password/s3cr-et_", { page: "newPassword", token: "s3cr-et_" }],
    ["#/new-password", { page: "notFound" }],
    ["#/signup/s3cr-et_", { page: "signUp", token: "s3cr-et_" }],
    ["#/signup", { page: "notFound" }],
    ["#/puzzles/bus", { page: "puzzles", game: "bus" }],
    ["#/puzzles/bus/3fa2c1", { page: "puzzle", game: "bus", puzzle: "3fa2c1" }],
    ["#/puzzles", { page: "notFound" }],
    ["#/admin", { page: "admin", list: "reports", table: null }],
    ["#/admin/chat/7f3a", { page: "admin", list: "chat", table: "7f3a" }],
    ["#/admin/nonsense", { page: "notFound" }],
    ["#/table", { page: "notFound" }],
    ["#/%E0%A4%A", { page: "notFound" }],
  ])("%s leads to its page", (hash, route) => {
    expect(routeOf(hash)).toEqual(route);
  });

  test("of an invitation holds its secret behind the #, where no server sees it", () => {
    vi.stubGlobal("location", { origin: "https://games.example", pathname: "/" });
    const link = new URL(invitationLink("7f3a", "s3cret"));
    expect(link.pathname + link.search).toBe("/");
    expect(routeOf(link.hash)).toEqual({ page: "invited", id: "7f3a", token: "s3cret" });
    expect(invitationLink("7f3a", null)).toBe("https://games.example/#/table/7f3a");
  });

  test("for others is the server's own word where the page was opened on its machine", () => {
    const site = { registration: "open", guests: true, only_here: false, address: "http://192.0.2.7:8000" } as const;
    vi.stubGlobal("location", { origin: "http://localhost:8000", hostname: "localhost", pathname: "/" });
    expect(invitationLink("7f3a", null, site)).toBe("http://192.0.2.7:8000/#/table/7f3a");
    expect(momentLink("7f3a", 4, "all", site)).toBe("http://192.0.2.7:8000/#/replay/7f3a/4/all");
    expect(invitationLink("7f3a", null, { ...site, address: null })).toBe("http://localhost:8000/#/table/7f3a");
    vi.stubGlobal("location", { origin: "http://10.0.0.5:8000", hostname: "10.0.0.5", pathname: "/" });
    expect(invitationLink("7f3a", null, site)).toBe("http://10.0.0.5:8000/#/table/7f3a");
  });
});

describe("preferences for a game", () => {
  const game = gameInfo({
    options: [
      { name: "powers", default: false, lowest: 0, highest: 1 },
      { name: "target", default: 100, lowest: 10, highest: 500 },
    ],
  });

  test("are modest at first: one usual bot, no extras", () => {
    expect(preferencesFor(game)).toEqual({ seats: 2, bot: "normal", options: { powers: false, target: 100 } });
    expect(preferencesFor(gameInfo({ bots: ["random"] })).bot).toBe("random");
  });

  test("are remembered", () => {
    const preferences = { seats: 4, bot: "hard", options: { powers: true, target: 200 } };
    storePreferences("nextstation", preferences);
    expect(preferencesFor(game)).toEqual(preferences);
    expect(preferencesFor(gameInfo({ id: "bus", seats: [3, 4, 5] })).seats).toBe(3);
  });

  test("that the game no longer offers are forgotten", () => {
    storePreferences("nextstation", { seats: 9, bot: "gone", options: { powers: 3, target: 1000 } });
    expect(preferencesFor(game)).toEqual({ seats: 2, bot: "normal", options: { powers: false, target: 100 } });
  });

  test("become seats: I, then bots", () => {
    expect(againstBots({ seats: 3, bot: "easy", options: {} })).toEqual([
      { who: "me" },
      { who: "bot", bot: "easy" },
      { who: "bot", bot: "easy" },
    ]);
  });
});

describe("the seats of a new table", () => {
  test("have me in the first seat and room for others", () => {
    expect(defaultSeats(3, "normal").map(({ who }) => who)).toEqual(["me", "open", "open"]);
  });

  test("have me once: in another seat, I leave the one I had", () => {
    expect(reseated(defaultSeats(3, "normal"), 2, "me").map(({ who }) => who)).toEqual(["open", "open", "me"]);
  });

  test("grow and shrink without sending anyone away who can stay", () => {
    const seats = reseated(defaultSeats(2, "normal"), 1, "bot", "hard");
    expect(resized(seats, 3, "normal").map(({ who }) => who)).toEqual(["me", "bot", "open"]);
    expect(resized(seats, 1, "normal").map(({ who }) => who)).toEqual(["me"]);
  });

  test("are requested with names for those who share the device", () => {
    const seats = reseated(reseated(reseated(defaultSeats(4, "normal"), 1, "here"), 2, "bot", "hard"), 3, "here");
    seats[3]!.name = " Zoë ";
    expect(requestedSeats(seats, (seat) => `Player ${seat + 1}`)).toEqual([
      { who: "me" },
      { who: "me", name: "Player 2" },
      { who: "bot", bot: "hard" },
      { who: "me", name: "Zoë" },
    ]);
  });
});

test.each(BOOKS)("every rule of $game.id stands in a chapter, in the order of the book", ({ game, rules }) => {
  const chapters = chaptersOf(game.id, rules);
  expect(chapters.flatMap((chapter) => chapter.rules)).toEqual(rules);
  expect(chapters.length).toBeGreaterThan(4);
  expect(new Set(chapters.map(({ title }) => title)).size).toBe(chapters.length);
});

test("a book without titles for its chapters has one", () => {
  const { rules } = BOOKS[0]!;
  expect(chaptersOf("chess", rules)).toEqual([{ title: "All rules", rules }]);
});

test("every game has an emblem: its own, or one that its name makes", () => {
  const emblems = [...BOOKS.map(({ game }) => game.id), "chess", "trams", "x", ""].map(
    (game) => render(Emblem, { props: { game } }).body,
  );
  expect(new Set(emblems).size).toBe(emblems.length);
  for (const emblem of emblems) expect(emblem).not.toMatch(/NaN|undefined/);
});

describe("labels", () => {
  test("bots and options of ours have names, those of others go by their own", () => {
    expect(botName("hard")).toBe("Expert");
    expect(botName("deep-thought")).toBe("deep-thought");
    expect(optionTexts("nextstation", "powers").why).not.toBe("");
    expect(optionTexts("chess", "night")).toEqual({ name: "night", why: "" });
  });

  test("a reason becomes a sentence", () => {
    expect(sentence(new Error("the game has begun"))).toBe("The game has begun.");
    expect(sentence("Why?")).toBe("Why?");
  });
});

describe("time", () => {
  const MINUTE = 60_000;
  test.each([
    [0, "now"],
    [59_000, "now"],
    [5 * MINUTE, "5 minutes ago"],
    [61 * MINUTE, "1 hour ago"],
    [49 * 60 * MINUTE, "2 days ago"],
    [15 * 24 * 60 * MINUTE, "2 weeks ago"],
    [100 * 24 * 60 * MINUTE, "3 months ago"],
    [800 * 24 * 60 * MINUTE, "2 years ago"],
    [-5 * MINUTE, "now"], // the server's clock is ahead
  ])("%d milliseconds are %s", (passed, said) => {
    expect(timeAgo(1e12 - passed, 1e12, "en")).toBe(said);
  });

  test("is told in the language that is spoken", () => {
    expect(timeAgo(0, 5 * MINUTE, "fr")).toBe("il y a 5 minutes");
    expect(formatDuration(600, "en")).toBe("10 minutes");
    expect(formatDuration(3 * 86_400, "fr").replace(/\s/, " ")).toBe("3 jours");
    expect(formatDuration(90, "en")).toBe("90 seconds");
  });
});

test("a link as a QR code stands dark on light within a margin of four squares", () => {
  const { body } = render(QrCode, { props: { text: "https://games.example/#/table/7f3a/s3cret", label: "the link" } });
  const side = Number(/viewBox="0 0 (\d+) /.exec(body)![1]);
  const squares = [...body.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  // A code of version v has 17 + 4v squares a side.
  expect((side - 8 - 17) % 4).toBe(0);
  for (const numbers of [squares.map(([x]) => x), squares.map(([, y]) => y)]) {
    expect(Math.min(...numbers)).toBe(4);
    expect(Math.max(...numbers)).toBe(side - 5);
  }
  // The corners by which a camera finds it.
  const dark = new Set(squares.map(String));
  for (const [x, y] of [
    [4, 4],
    [side - 11, 4],
    [4, side - 11],
  ] as const) {
    expect([0, 1, 2, 3, 4, 5, 6].every((step) => dark.has(`${x + step},${y}`) && dark.has(`${x},${y + step}`))).toBe(
      true,
    );
    expect(dark.has(`${x + 1},${y + 1}`)).toBe(false);
  }
  expect(body).toContain('aria-label="the link"');
});

describe("a table on a list", () => {
  const seat = (number: number, changes: Partial<TableInfo["seats"][number]> = {}) => ({
    seat: number,
    name: `N${number}`,
    who: "person" as const,
    bot: null,
    yours: false,
    resigned: false,
    abandoned: false,
    hints: 0,
    kept_for: null,
    kept_for_you: false,
    declined: false,
    ...changes,
  });
  const table = (changes: Partial<TableInfo>): TableInfo => ({
    id: "7f3a",
    game: "nextstation",
    options: {},
    status: "running",
    public: true,
    hosting: false,
    may_start: false,
    host: "N0",
    seats: [seat(0), seat(1)],
    n: 3,
    turn: [0],
    your_turn: false,
    commitment: "",
    seed: null,
    result: null,
    ranks: null,
    ended: null,
    alone: false,
    counted: true,
    forked_from: null,
    forked_at: null,
    undo: null,
    patience: 60,
    spectators_chat: true,
    hints: true,
    rematch: null,
    rematch_of: null,
    turned: false,
    share: null,
    put_away: false,
    day: null,
    challenge: false,
    study: false,
    opened_at: 0,
    moved_at: 0,
    ...changes,
  });
  const shown = (changes: Partial<TableInfo>) =>
    render(TableRow, { props: { table: table(changes), games: [gameInfo()], now: 0 } }).body;

  test("can be joined, watched, played on or looked back at", () => {
    const free = seat(1, { who: "open", name: null });
    expect(shown({ status: "open", seats: [seat(0), free] })).toContain("Join");
    expect(shown({ status: "open" })).not.toContain("Join");
    const kept = seat(1, { who: "open", name: null, kept_for: "Bo" });
    expect(shown({ status: "open", seats: [seat(0), kept] })).not.toContain("Join");
    expect(shown({ status: "open", seats: [seat(0), kept] })).toContain("kept for Bo");
    expect(shown({ status: "open", seats: [seat(0), { ...kept, declined: true }] })).toContain("Join");
    const offer = shown({ status: "open", seats: [seat(0), { ...kept, kept_for_you: true }] });
    expect(offer).toContain("N0 would like to play again");
    expect(offer).toContain("Join");
    expect(offer).toContain("Not this time");
    expect(shown({})).toContain("Watch");
    expect(shown({ seats: [seat(0, { yours: true })], your_turn: true })).toContain("Play on");
    expect(shown({ status: "finished" })).toContain('href="#/after/7f3a"');
  });

  test("can be put away while it is one's own and not over", () => {
    const own = [seat(0, { yours: true })];
    expect(shown({})).not.toContain("Put away");
    expect(shown({ seats: own })).toContain("Put away");
    expect(shown({ seats: own, put_away: true })).toContain("Back on my lists");
    expect(shown({ seats: own, status: "finished" })).not.toContain("Put away");
  });

  test("shows the winner as it counts: whoever resigned has not won", () => {
    const result = { scores: [9, 5], ranks: [1, 2], winners: [0], parts: [] };
    const html = shown({ status: "finished", result, ranks: [2, 1] });
    expect(html.match(/has won/g)).toHaveLength(1);
    expect(html.indexOf("has won")).toBeGreaterThan(html.indexOf("N1"));
  });

  test("that people ended has no scores, and a winner only if somebody stayed", () => {
    const alone = shown({ status: "finished", ended: "alone", ranks: [1, null] });
    expect(alone.match(/has won/g)).toHaveLength(1);
    expect(alone).toContain("ended early");
    const deserted = shown({ status: "finished", ended: "deserted" });
    expect(deserted).not.toContain("has won");
    expect(deserted).toContain("no winner");
  });
});
