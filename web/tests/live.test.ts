import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { nextHolder, revealingPly } from "../src/live/handover";
import { LiveTable } from "../src/live/LiveTable.svelte";
import { pacing } from "../src/shell/pacing.svelte";
import type { GameEvent } from "../src/views";

/** A connection of which the test is the other end. */
class Socket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static opened: Socket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly address: URL) {
    Socket.opened.push(this);
  }

  send(frame: string) {
    this.sent.push(JSON.parse(frame) as Record<string, unknown>);
  }

  close() {
    this.readyState = 3;
  }

  open() {
    this.readyState = Socket.OPEN;
    this.onopen?.();
  }

  tell(frame: object) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  /** The other end hangs up. */
  drop(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  asked(what: string) {
    return this.sent.filter((frame) => frame.do === what);
  }
}

const latest = () => Socket.opened.at(-1)!;

const END = { text: "end", do: "end" };

/** What seat 1 sees of the plies from one to another. */
function sight(n: number, from = n, seat: number | null = 1) {
  const plies = Array.from({ length: n - from + 1 }, (_, step) => ({
    n: from + step,
    seat: 0,
    events: [{ event: `ply ${from + step}` }],
  }));
  return { is: "sight", seat, after: from - 1, n, plies, view: { n, seat, turn: [1], legal: [END] } };
}

function undone(n: number, to: number) {
  const plies = [{ n, seat: 0, events: [{ event: "undo", seat: 0, to }] }];
  return { ...sight(n), plies };
}

const events = (table: LiveTable) => table.plies.flatMap((ply) => ply.events.map((event: GameEvent) => event.event));

function opened(seat: number | null = 1): LiveTable {
  const table = new LiveTable("t", seat);
  latest().open();
  return table;
}

beforeEach(() => {
  pacing.chosen = "atOnce";
  vi.useFakeTimers();
  Socket.opened = [];
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", { href: "http://127.0.0.1:8000/#/table/t" });
});

afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a window asks for everything from the first move on, from its seat", () => {
  const table = opened();
  expect(String(latest().address)).toBe("ws://127.0.0.1:8000/api/tables/t/live?n=0&seat=1");
  latest().tell(sight(3, 1));
  expect(table.view!.n).toBe(3);
  expect(events(table)).toEqual(["ply 1", "ply 2", "ply 3"]);
});

test("who looks from outside asks for a seat that nobody has", () => {
  opened(null);
  expect(latest().address.searchParams.get("seat")).toBe("-1");
});

test("a move carries the last ply seen and is answered", async () => {
  const table = opened();
  latest().tell(sight(3, 1));
  const accepted = table.move(END);
  const command = latest().sent.at(-1)!;
  expect(command).toMatchObject({ do: "move", seat: 1, n: 3, move: "end" });
  latest().tell({ is: "accepted", key: command.key, ply: 4 });
  expect(await accepted).toBeNull();
  latest().tell(sight(4));

  const refused = table.move({ text: "play M3", do: "play" });
  const key = latest().sent.at(-1)!.key;
  expect(key).not.toBe(command.key);
  const refusal = { refusal: "gap", line: "M", next: 2 };
  latest().tell({ is: "refused", key, code: "illegal", rule: "T9", reason: "T9: no", refusal, n: 4, view: null });
  expect(await refused).toEqual({ rule: "T9", text: "T9: no", data: refusal });
});

describe("asking why", () => {
  const about = { do: "claim", route: "R06" };

  test("is a question of its own and never a move, and nothing waits for the answer", async () => {
    const table = opened();
    latest().tell(sight(3, 1));
    const asked = table.whyNot(about);
    const { key, ...question } = latest().sent.at(-1)!;
    expect(question).toEqual({ do: "why", seat: 1, n: 3, about });
    expect(table.busy).toBe(false);
    latest().tell({ is: "why", key, rule: "L12", reason: "L12: you lack cards", refusal: { refusal: "claimed" } });
    expect(await asked).toEqual({ rule: "L12", text: "L12: you lack cards", data: { refusal: "claimed" } });
    expect(latest().asked("move")).toEqual([]);
  });

  test("about what is allowed is answered by nothing", async () => {
    const table = opened();
    latest().tell(sight(3, 1));
    const asked = table.whyNot(about);
    latest().tell({ is: "why", key: latest().sent.at(-1)!.key, rule: null, reason: null, refusal: null });
    expect(await asked).toBeNull();
  });

  test.each([1006, 4401])("is not repeated when the connection is lost (%i)", async (code) => {
    const table = opened();
    latest().tell(sight(3, 1));
    const asked = table.whyNot(about);
    latest().drop(code);
    expect(await asked).toBeNull();
    vi.advanceTimersByTime(500);
    if (code === 1006) {
      latest().open();
      expect(latest().sent).toEqual([]);
    }
  });

  test("without a connection stays without an answer", async () => {
    const table = opened();
    latest().tell(sight(3, 1));
    latest().drop();
    expect(await table.whyNot(about)).toBeNull();
    vi.advanceTimersByTime(500);
    latest().open();
    expect(latest().sent).toEqual([]);
  });
});

test("a window is busy until it shows what came of a move", () => {
  const table = opened();
  latest().tell(sight(3, 1));
  expect(table.busy).toBe(false);
  table.move(END);
  expect(table.busy).toBe(true);
  latest().tell({ is: "accepted", key: latest().sent.at(-1)!.key, ply: 4 });
  expect(table.busy).toBe(true);
  latest().tell(sight(4));
  expect(table.busy).toBe(false);
});

test("a window is no longer busy once it shows the own move, though nobody has said yet that it counts", () => {
  const table = opened();
  latest().tell(sight(3, 1));
  table.move(END);
  latest().tell(sight(4));
  expect(table.busy).toBe(true); // somebody else moved at the same time
  latest().tell({ ...sight(5), plies: [{ n: 5, seat: 1, events: [] }] });
  expect(table.busy).toBe(false);
});

describe("a lost connection", () => {
  test("comes back by itself, to the same seat, and tells nothing twice", () => {
    const table = opened();
    latest().tell(sight(3, 1));
    latest().drop();
    expect(table.connection).toBe("lost");
    vi.advanceTimersByTime(500);
    expect(Socket.opened).toHaveLength(2);
    expect(latest().address.searchParams.get("n")).toBe("3");
    expect(latest().address.searchParams.get("seat")).toBe("1");
    latest().open();
    latest().tell(sight(5, 2));
    expect(table.connection).toBe("live");
    expect(events(table)).toEqual(["ply 1", "ply 2", "ply 3", "ply 4", "ply 5"]);
    expect(table.news.map(({ event }) => event)).toEqual(["ply 4", "ply 5"]);
  });

  test("is tried more and more patiently while the server is away", () => {
    opened();
    latest().drop();
    for (let tries = 0; tries < 8; tries++) {
      vi.advanceTimersByTime(5_000);
      latest().drop();
    }
    const before = Socket.opened.length;
    vi.advanceTimersByTime(4_900);
    expect(Socket.opened).toHaveLength(before);
    vi.advanceTimersByTime(200);
    expect(Socket.opened).toHaveLength(before + 1);
  });

  test("takes what was on its way along, under the same key, until it is answered", async () => {
    const table = opened();
    latest().tell(sight(3, 1));
    const underway = table.move(END);
    const command = latest().asked("move")[0];
    latest().drop();
    vi.advanceTimersByTime(500);
    latest().drop();
    vi.advanceTimersByTime(1_000);
    latest().open();
    latest().tell(sight(3, 4));
    expect(latest().asked("move")).toEqual([command]);
    expect(table.busy).toBe(true);
    latest().tell({ is: "accepted", key: command!.key, ply: 4 });
    expect(await underway).toBeNull();
    latest().drop();
    vi.advanceTimersByTime(500);
    latest().open();
    expect(latest().asked("move")).toEqual([]);
  });

  test("keeps a move that was made meanwhile", () => {
    const table = opened();
    latest().tell(sight(3, 1));
    latest().drop();
    table.move(END);
    vi.advanceTimersByTime(500);
    expect(latest().sent).toEqual([]);
    latest().open();
    expect(latest().asked("move")).toMatchObject([{ move: "end", n: 3 }]);
  });

  test("is noticed when nobody answers any more", () => {
    const table = opened();
    latest().tell(sight(3, 1));
    vi.advanceTimersByTime(15_000);
    expect(latest().asked("ping")).toHaveLength(1);
    latest().tell({ is: "pong", n: 3 });
    vi.advanceTimersByTime(15_000);
    expect(table.connection).toBe("live");
    vi.advanceTimersByTime(4_000);
    expect(table.connection).toBe("lost");
  });

  test("is tried at once when the device wakes up", () => {
    const table = opened();
    latest().drop();
    vi.advanceTimersByTime(500);
    latest().drop();
    table.checkConnection();
    expect(Socket.opened).toHaveLength(3);
    latest().open();
    vi.advanceTimersByTime(10_000);
    expect(Socket.opened).toHaveLength(3);
  });

  test("ends there for whoever has been shown out", () => {
    const table = opened();
    latest().drop(4401);
    vi.advanceTimersByTime(60_000);
    table.checkConnection();
    expect(table.connection).toBe("loggedOut");
    expect(Socket.opened).toHaveLength(1);
  });

  test("ends there where the table is no more", () => {
    const table = opened();
    latest().drop(4404);
    vi.advanceTimersByTime(60_000);
    table.checkConnection();
    expect(table.connection).toBe("gone");
    expect(Socket.opened).toHaveLength(1);
  });

  test("ends there for whoever is banned, who asks why", () => {
    const request = vi.fn(async () => new Response('{"code":"banned","reason":"insults"}', { status: 403 }));
    vi.stubGlobal("fetch", request);
    const table = opened();
    latest().drop(4410);
    vi.advanceTimersByTime(60_000);
    expect(table.connection).toBe("loggedOut");
    expect(Socket.opened).toHaveLength(1);
    expect(request).toHaveBeenCalledOnce();
  });
});

test("what was said and is no longer to be seen vanishes", () => {
  const table = opened();
  const said = (id: number) => ({ id, name: "Bo", said: `words ${id}`, at: 0, yours: false });
  latest().tell({ is: "chat", chat: [said(1), said(2)], whole: false });
  latest().tell({ is: "chat", chat: [said(2), said(3)], whole: false });
  expect(table.chat.map(({ id }) => id)).toEqual([1, 2, 3]);
  latest().tell({ is: "chat", chat: [said(1), said(3)], whole: true });
  expect(table.chat.map(({ id }) => id)).toEqual([1, 3]);
});

test("a device that wakes up asks whether anybody is there, and for what it has missed", () => {
  const table = opened();
  latest().tell(sight(3, 1));
  table.checkConnection();
  expect(latest().asked("ping")).toHaveLength(1);
  latest().tell({ is: "pong", n: 5 });
  expect(latest().asked("resume")).toEqual([{ do: "resume", n: 3 }]);
});

test("what the same player does in another window shows here too", async () => {
  const table = opened();
  latest().tell(sight(3, 1));
  const late = table.move(END);
  latest().tell(sight(4));
  expect(table.view!.n).toBe(4);
  const { key } = latest().asked("move")[0]!;
  latest().tell({ is: "refused", key, code: "stale", rule: null, reason: "too late", refusal: null, n: 4, view: null });
  expect(await late).toEqual({ rule: null, text: "too late", data: null });
  expect(table.busy).toBe(false);
});

describe("an undo", () => {
  test("takes what it takes back out of the log, and is told", () => {
    const table = opened();
    latest().tell(sight(3, 1));
    latest().tell(undone(4, 1));
    expect(events(table)).toEqual(["ply 1", "undo"]);
    latest().tell(sight(5));
    expect(events(table)).toEqual(["ply 1", "undo", "ply 5"]);
    latest().tell(undone(6, 0));
    expect(events(table)).toEqual(["undo"]);
  });

  test("among what was missed for too long to be told leaves nothing in the log that is gone", () => {
    const table = opened();
    latest().tell(sight(3, 1));
    latest().tell(sight(260, 61));
    expect(events(table)).toEqual(Array.from({ length: 200 }, (_, step) => `ply ${61 + step}`));
    expect(table.before).toBeNull();
    expect(table.news.map(({ event }) => event)).toEqual(["ply 260"]);
  });

  test("that was wished for is void after the next ply", () => {
    const wish = { seat: 0, agreed: 1, needed: 2, yours: false, asks_you: true };
    const table = opened();
    latest().tell({ is: "table", table: { id: "t", seats: [], undo: { n: 1, ...wish } }, events: [] });
    latest().tell(sight(1));
    expect(table.table!.undo, "what came before the wish was only shown after it").not.toBeNull();
    latest().tell(sight(2));
    expect(table.table!.undo).toBeNull();
  });
});

describe("what happens at the seats", () => {
  const happened = (id: number) => ({ id, n: 0, seat: 0, event: "hint", at: 0 });
  const told = (...ids: number[]) => ({ is: "table", table: { id: "t", seats: [] }, events: ids.map(happened) });

  test("is told once, also to a window that is opened again", () => {
    const table = opened();
    expect(table.seatEvents).toBeNull();
    latest().tell(told());
    expect(table.seatEvents).toEqual([]);
    latest().tell(told(4));
    latest().tell(told(5, 7));
    table.reopen();
    latest().open();
    latest().tell(told(4, 5, 7, 8));
    expect(table.seatEvents!.map(({ id }) => id)).toEqual([4, 5, 7, 8]);
    const known = table.seatEvents;
    latest().tell(told());
    expect(table.seatEvents).toBe(known);
  });

  test("such as who is here", () => {
    const table = opened();
    const here = { is: "presence", seats: [{ here: true, seen_at: null }], watching: ["Vi"], strangers: 2 };
    latest().tell(here);
    expect(table.presence).toEqual(here);
  });
});

describe("another seat", () => {
  test("is looked from through a window of its own, and keeps nothing that the first was told", () => {
    const table = opened();
    const first = latest();
    first.tell(sight(3, 1));
    table.lookFrom(0);
    expect(latest()).not.toBe(first);
    expect(latest().address.searchParams.get("seat")).toBe("0");
    expect(latest().address.searchParams.get("n")).toBe("0");
    expect(events(table)).toEqual([]);
    first.tell(sight(4));
    expect(table.view!.n).toBe(3);
    latest().open();
    latest().tell(sight(4, 1, 0));
    expect(table.view!.seat).toBe(0);
    expect(table.before).toBeNull();
    expect(events(table)).toHaveLength(4);
  });

  test("is asked for by nobody before somebody says who looks", () => {
    const table = opened(null);
    latest().tell(sight(3, 1, null));
    expect(Socket.opened).toHaveLength(1);
    expect(table.view!.seat).toBeNull();
    table.lookFrom(1);
    expect(Socket.opened.map(({ address }) => address.searchParams.get("seat"))).toEqual(["-1", "1"]);
  });
});

test("a shared device goes to whoever of us is to move, in turn where several are", () => {
  expect(nextHolder([1], [1], null, 0)).toBeNull();
  expect(nextHolder([0, 2], [1], 0, 1)).toBeNull();
  expect(nextHolder([0, 2], [0], 0, 1)).toBeNull();
  expect(nextHolder([0, 2], [2], 0, 1)).toBe(2);
  expect(nextHolder([0, 2], [2], null, 0)).toBe(2);
  expect(nextHolder([0, 1, 2], [0, 2], 1, 2)).toBe(2);
  expect(nextHolder([0, 1, 2], [0, 1], null, 3)).toBe(0);
});

test("whoever drew a card that the next one may not see has seen it before the device is passed on", () => {
  const game = {
    events: {
      draw: { en: "{player} draws.", fr: "{player} pioche." },
      "draw-seen": { en: "{player} draws {card}.", fr: "{player} pioche {card}." },
      claim: { en: "{player} claims {route}.", fr: "{player} prend {route}." },
    },
  };
  const drawn = { n: 1, seat: 0, events: [{ event: "draw", seat: 0, card: "blue" }] };
  const drawnByOther = { n: 2, seat: 2, events: [{ event: "draw", seat: 2 }] };
  const claimed = { n: 3, seat: 0, events: [{ event: "claim", seat: 0, route: "R06" }] };
  expect(revealingPly([drawn], 0, game)).toBe(1);
  expect(revealingPly([drawn, drawnByOther], 0, game)).toBe(1);
  expect(revealingPly([drawn, drawnByOther], 2, game)).toBeNull();
  expect(revealingPly([drawn, claimed], 0, game)).toBeNull();
  expect(revealingPly([drawn], null, game)).toBeNull();
});

describe("what the others do", () => {
  beforeEach(() => {
    pacing.chosen = "normal";
  });

  const shownPlies = (table: LiveTable) => {
    const seen: number[] = [];
    for (let passed = 0; passed < 60_000 && table.behind; passed += 50) {
      if (seen.at(-1) !== table.view!.n) seen.push(table.view!.n);
      vi.advanceTimersByTime(50);
    }
    return [...seen, table.view!.n];
  };

  test.each([
    ["normal", 800],
    ["slow", 2_000],
  ] as const)("is shown one after another, the first at once, at the %s pace", (pace, interval) => {
    pacing.chosen = pace;
    const table = opened();
    latest().tell(sight(1));
    expect(table.view!.n).toBe(1);
    expect(table.behind).toBe(false);
    latest().tell(sight(2));
    latest().tell(sight(3));
    expect(table.view!.n).toBe(1);
    expect(table.behind).toBe(true);
    vi.advanceTimersByTime(interval - 1);
    expect(table.view!.n).toBe(1);
    vi.advanceTimersByTime(1);
    expect(table.view!.n).toBe(2);
    expect(table.news.map(({ event }) => event)).toEqual(["ply 2"]);
    expect(table.behind).toBe(true);
    vi.advanceTimersByTime(interval);
    expect(table.view!.n).toBe(3);
    expect(table.behind).toBe(false);
  });

  test("is shown at once to whoever wants it so", () => {
    pacing.chosen = "atOnce";
    const table = opened();
    for (let n = 1; n <= 3; n++) latest().tell(sight(n));
    expect(table.view!.n).toBe(3);
  });

  test("is skipped by whoever does not want to wait", () => {
    const table = opened();
    for (let n = 1; n <= 4; n++) latest().tell(sight(n));
    table.skip();
    expect(table.view!.n).toBe(4);
    expect(table.behind).toBe(false);
    expect(events(table)).toEqual(["ply 1", "ply 2", "ply 3", "ply 4"]);
    vi.advanceTimersByTime(5_000);
    expect(table.view!.n).toBe(4);
  });

  test("is shown the faster the more there is of it, and nothing is left out", () => {
    const table = opened();
    const begun = Date.now();
    for (let n = 1; n <= 41; n++) latest().tell(sight(n));
    expect(shownPlies(table)).toEqual(Array.from({ length: 41 }, (_, step) => step + 1));
    expect(Date.now() - begun).toBeLessThan(41 * 800 * 0.6);
  });

  test("is shown at once when one has moved oneself, or when all move at the same time", () => {
    const table = opened();
    for (let n = 1; n <= 3; n++) latest().tell(sight(n));
    expect(table.view!.n).toBe(1);
    latest().tell({ ...sight(4), plies: [{ n: 4, seat: 1, events: [] }] });
    expect(table.view!.n).toBe(4);
    const together = sight(6);
    latest().tell(sight(5));
    latest().tell({ ...together, view: { ...together.view, turn: [0, 1] } });
    expect(table.view!.n).toBe(6);
  });

  test("keeps nobody from being asked for what was missed, but a move is meant for what is shown", () => {
    const table = opened();
    latest().tell(sight(1));
    latest().tell(sight(2));
    table.move(END);
    expect(latest().asked("move")).toMatchObject([{ n: 1 }]);
    latest().tell({ is: "pong", n: 2 });
    expect(latest().asked("resume")).toEqual([]);
    expect(Socket.opened).toHaveLength(1);
  });

  test("is not asked about while it is still being shown", async () => {
    const table = opened();
    latest().tell(sight(1));
    latest().tell(sight(2));
    expect(await table.whyNot({ do: "play", card: "M3" })).toBeNull();
    expect(latest().sent).toEqual([]);
  });

  test("is not shown any more from a seat that one has left", () => {
    const table = opened();
    for (let n = 1; n <= 3; n++) latest().tell(sight(n));
    table.lookFrom(0);
    expect(table.behind).toBe(false);
    vi.advanceTimersByTime(5_000);
    expect(table.view!.n).toBe(1);
  });
});

test("a window that was closed stays closed", () => {
  const table = opened();
  table.close();
  table.checkConnection();
  vi.advanceTimersByTime(60_000);
  expect(Socket.opened).toHaveLength(1);
});
