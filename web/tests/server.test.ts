import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, ApiError, type TableInfo } from "../src/live/api";
import { ban } from "../src/live/ban.svelte";
import { LiveTableList, matches } from "../src/live/LiveTableList.svelte";
import { serverStatus } from "../src/live/serverStatus.svelte";

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
const unreachable = () => Promise.reject(new TypeError("Failed to fetch"));
let server = vi.fn<(path: string, request?: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  server = vi.fn();
  vi.stubGlobal("fetch", server);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("where the server cannot be reached", () => {
  test("a question waits, and is answered when the server can be reached again", async () => {
    server.mockImplementation(unreachable);
    const answer = api.me();
    await vi.advanceTimersByTimeAsync(2000);
    expect(serverStatus.unreachable).toBe(true);
    server.mockImplementation(async () => json({ name: "Ada", language: "en", account: false }));
    await vi.advanceTimersByTimeAsync(20_000);
    expect((await answer)!.name).toBe("Ada");
    expect(serverStatus.unreachable).toBe(false);
  });

  test("many who wait try only once", async () => {
    server.mockImplementation(unreachable);
    const waiting = Array.from({ length: 10 }, () => api.me());
    await vi.advanceTimersByTimeAsync(1);
    server.mockClear();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(server.mock.calls.length).toBeLessThan(waiting.length);
    server.mockImplementation(async () => json(null));
    await vi.advanceTimersByTimeAsync(10_000);
    await Promise.all(waiting);
  });

  test("a deed is not done later: whoever did it is told", async () => {
    server.mockImplementation(unreachable);
    await expect(api.start("7f3a")).rejects.toMatchObject({ code: "no-connection" });
    server.mockImplementation(async () => json(null));
    await vi.advanceTimersByTimeAsync(20_000);
  });

  test("a device that is online again tries at once", async () => {
    server.mockImplementation(unreachable);
    const answer = api.me();
    await vi.advanceTimersByTimeAsync(60_000);
    server.mockImplementation(async () => json(null));
    serverStatus.retryNow();
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toBeNull();
  });

  test("a proxy without its server counts as out of reach, a refusal of ours does not", async () => {
    server.mockImplementationOnce(async () => new Response("Bad Gateway", { status: 502 }));
    server.mockImplementation(async () => json(null));
    expect(await api.me()).toBeNull();
    server.mockImplementation(async () => json({ code: "busy", reason: "try again" }, 503));
    await expect(api.me()).rejects.toBeInstanceOf(ApiError);
  });
});

describe("a list of tables", () => {
  class Socket {
    static opened: Socket[] = [];
    onopen: (() => void) | null = null;
    onmessage: ((message: { data: string }) => void) | null = null;
    onclose: ((event: { code: number }) => void) | null = null;
    constructor() {
      Socket.opened.push(this);
    }
    close(code = 1006) {
      this.onclose?.({ code });
    }
  }
  const seat = { seat: 0, name: "Ada", who: "person", yours: false };
  const table = (id: string, changes: object = {}) =>
    ({
      id,
      game: "bus",
      status: "open",
      hosting: false,
      may_start: false,
      seats: [seat],
      your_turn: false,
      put_away: false,
      ...changes,
    }) as TableInfo;

  beforeEach(() => {
    Socket.opened = [];
    vi.stubGlobal("WebSocket", Socket);
    vi.stubGlobal("location", { href: "http://127.0.0.1:8000/" });
  });

  test("is asked for when the window is open, then told of changes, and asked for again after a break", async () => {
    server.mockImplementation(async () => json({ tables: [table("a")] }));
    const list = new LiveTableList({ status: "open" });
    expect(server).not.toHaveBeenCalled();
    Socket.opened[0]!.onopen!();
    await vi.advanceTimersByTimeAsync(1);
    expect(list.tables!.map(({ id }) => id)).toEqual(["a"]);

    const tell = (changed: TableInfo) =>
      Socket.opened.at(-1)!.onmessage!({ data: JSON.stringify({ is: "lobby", table: changed }) });
    tell(table("b"));
    expect(list.tables!.map(({ id }) => id)).toEqual(["b", "a"]);
    tell(table("b", { status: "running" }));
    expect(list.tables!.map(({ id }) => id)).toEqual(["a"]);

    server.mockImplementation(async () => json({ tables: [] }));
    Socket.opened[0]!.close();
    await vi.advanceTimersByTimeAsync(600);
    Socket.opened[1]!.onopen!();
    await vi.advanceTimersByTimeAsync(1);
    expect(list.tables).toEqual([]);

    // Tables of those who are long gone leave the list without a word.
    server.mockImplementation(async () => json({ tables: [table("c")] }));
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(list.tables!.map(({ id }) => id)).toEqual(["c"]);
    list.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Socket.opened).toHaveLength(2);
  });

  test("is not sought again by whoever is banned, who learns why", async () => {
    server.mockImplementation(async () => json({ code: "banned", reason: "you are banned: insults" }, 403));
    const list = new LiveTableList({ status: "open" });
    Socket.opened[0]!.close(4410);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Socket.opened).toHaveLength(1);
    expect(ban.reason).toBe("you are banned: insults");
    ban.reason = null;
    list.close();
  });

  test("holds what was asked for, and no table that everybody has left", () => {
    expect(matches(table("a"), { game: "london" })).toBe(false);
    expect(matches(table("a"), { mine: true })).toBe(false);
    expect(matches(table("a", { hosting: true }), { mine: true })).toBe(true);
    expect(matches(table("a", { status: "running" }), { my_turn: true })).toBe(false);
    expect(matches(table("a", { seats: [{ ...seat, who: "open" }] }), {})).toBe(false);
    const offer = { seats: [seat, { ...seat, who: "open", kept_for: "Me", kept_for_you: true, declined: false }] };
    expect(matches(table("a", offer), { mine: true })).toBe(true);
    expect(matches(table("a", { hosting: true, put_away: true }), { mine: true })).toBe(false);
    expect(matches(table("a", { hosting: true, put_away: true }), { put_away: true })).toBe(true);
    expect(matches(table("a", { seats: [{ ...seat, who: "bot" }], hosting: true }), {})).toBe(true);
  });
});
