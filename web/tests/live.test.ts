import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LiveTable } from "../src/live/LiveTable.svelte";

/** A connection of which the test is the other end. */
class Socket {
  static readonly OPEN = 1;
  static opened: Socket[] = [];
  readonly readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly address: URL) {
    Socket.opened.push(this);
  }

  send(frame: string) {
    this.sent.push(JSON.parse(frame) as Record<string, unknown>);
  }

  close() {
    this.onclose?.();
  }

  tell(frame: object) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}

const latest = () => Socket.opened.at(-1)!;

function sight(n: number, from = n) {
  const plies = Array.from({ length: n - from + 1 }, (_, step) => ({
    n: from + step,
    seat: 0,
    events: [{ event: `ply ${from + step}` }],
  }));
  return { is: "sight", seat: 1, after: from - 1, n, plies, view: { n, seat: 1, turn: [1], legal: ["end"] } };
}

beforeEach(() => {
  vi.useFakeTimers();
  Socket.opened = [];
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", { href: "http://127.0.0.1:8000/#/table/t" });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a window asks for everything from the first move on", () => {
  const table = new LiveTable("t");
  expect(String(latest().address)).toBe("ws://127.0.0.1:8000/api/tables/t/live?n=0");
  latest().tell(sight(3, 1));
  expect(table.view!.n).toBe(3);
  expect(table.log.flat().map((event) => event.event)).toEqual(["ply 1", "ply 2", "ply 3"]);
});

test("a move carries the last ply seen and is answered", async () => {
  const table = new LiveTable("t");
  latest().tell(sight(3, 1));
  const accepted = table.move("end");
  const command = latest().sent.at(-1)!;
  expect(command).toMatchObject({ do: "move", seat: 1, n: 3, move: "end" });
  latest().tell({ is: "accepted", key: command.key, ply: 4 });
  expect(await accepted).toBeNull();

  const refused = table.move("play M3");
  latest().tell({
    is: "refused",
    key: latest().sent.at(-1)!.key,
    code: "illegal",
    rule: "T9",
    reason: "T9: no",
    n: 3,
    view: null,
  });
  expect(await refused).toEqual({ rule: "T9", text: "T9: no" });
});

test("a lost connection comes back by itself, to the same seat, and tells nothing twice", async () => {
  const table = new LiveTable("t");
  latest().onopen?.();
  latest().tell(sight(3, 1));
  const underway = table.move("end");
  latest().close();
  expect(table.connection).toBe("lost");
  expect(await underway).toBeNull();
  vi.advanceTimersByTime(500);
  expect(Socket.opened).toHaveLength(2);
  expect(latest().address.searchParams.get("n")).toBe("3");
  expect(latest().address.searchParams.get("seat")).toBe("1");
  latest().onopen?.();
  latest().tell(sight(5, 2));
  expect(table.connection).toBe("live");
  expect(table.log.flat().map((event) => event.event)).toEqual(["ply 1", "ply 2", "ply 3", "ply 4", "ply 5"]);
});

test("a window that was closed stays closed", () => {
  const table = new LiveTable("t");
  table.close();
  vi.advanceTimersByTime(60_000);
  expect(Socket.opened).toHaveLength(1);
});
