import { beforeEach, expect, test, vi } from "vitest";
import type { TableInfo } from "../src/live/house";
import { keep, keepsake } from "../src/live/keepsake";
import { checkPromise, hearPromise } from "../src/live/promise";

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

test("a promise heard before the end, and a seed that fits it, make a fair deal", async () => {
  hearPromise(running);
  hearPromise(over);
  expect(await checkPromise(over)).toBe("kept");
});

test("who came after the end can only say that the seed fits", async () => {
  hearPromise(over);
  expect(await checkPromise(over)).toBe("unseen");
});

test("another seed, or another promise than the one heard, is noticed", async () => {
  expect(await checkPromise({ ...over, seed: `${SEED}0` })).toBe("broken");
  hearPromise({ ...running, commitment: "another" });
  hearPromise(running);
  expect(await checkPromise(over)).toBe("broken");
});

test("a browser that cannot do the sum says so", async () => {
  vi.stubGlobal("crypto", {});
  expect(await checkPromise(over)).toBe("unchecked");
  vi.unstubAllGlobals();
});

test("a browser remembers the tables it saw last", () => {
  for (let number = 0; number < 120; number++) keep(`t${number}`, { heard: number });
  keep("t119", { promise: "p" });
  expect(keepsake("t119")).toEqual({ heard: 119, promise: "p" });
  expect(keepsake("t10")).toEqual({});
});
