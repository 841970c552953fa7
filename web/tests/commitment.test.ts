import { beforeEach, expect, test, vi } from "vitest";
import type { TableInfo } from "../src/live/api";
import { rememberCommitment, verifyCommitment } from "../src/live/commitment";
import { storedTable, storeTable } from "../src/live/tableStorage";

// printf %s 7 | sha256sum
const SEED = "7";
const commitment = "7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451";
const running = { id: "t", commitment, seed: null } as TableInfo;
const over = { ...running, seed: SEED };

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test("a commitment seen before the end, and a seed that fits it, make a fair deal", async () => {
  rememberCommitment(running);
  rememberCommitment(over);
  expect(await verifyCommitment(over)).toBe("verified");
});

test("who came after the end can only say that the seed fits", async () => {
  rememberCommitment(over);
  expect(await verifyCommitment(over)).toBe("unwitnessed");
});

test("another seed, or another commitment than the one seen, is noticed", async () => {
  expect(await verifyCommitment({ ...over, seed: `${SEED}0` })).toBe("broken");
  rememberCommitment({ ...running, commitment: "another" });
  rememberCommitment(running);
  expect(await verifyCommitment(over)).toBe("broken");
});

test("a browser that cannot hash says so", async () => {
  vi.stubGlobal("crypto", {});
  expect(await verifyCommitment(over)).toBe("unchecked");
  vi.unstubAllGlobals();
});

test("a browser remembers the tables it saw last", () => {
  for (let number = 0; number < 120; number++) storeTable(`t${number}`, { heard: number });
  storeTable("t119", { promise: "p" });
  expect(storedTable("t119")).toEqual({ heard: 119, promise: "p" });
  expect(storedTable("t10")).toEqual({});
});
