import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ExplanationInfo } from "../generated/messages";
import type { View } from "../views";
import { Companion } from "./companion.svelte";

const asked: { method: string; path: string }[] = [];
let answer: unknown;
vi.mock("./api", () => ({
  request: (method: string, path: string) => {
    asked.push({ method, path });
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  },
}));
vi.mock("./lessons", () => ({ hasBegun: (game: string) => game === "begun" }));

function about(id: string, more: Partial<ExplanationInfo>): ExplanationInfo {
  return { id, asks: [], moves: [], events: [], at: "board", text: { en: id, fr: id }, ...more };
}

const VIEW = { seat: 0, turn: [0], asks: "turn", legal: [{ text: "go on", do: "go" }] } as unknown as View;
const EXPLANATIONS = [
  about("turn", { asks: ["turn"] }),
  about("fly", { moves: ["fly"] }),
  about("go", { moves: ["go"] }),
  about("storm", { events: ["storm"] }),
];

async function companion(game = "any"): Promise<Companion> {
  const found = new Companion(game);
  await found.load();
  return found;
}

beforeEach(() => {
  asked.length = 0;
  answer = { explanations: EXPLANATIONS, offer_lessons: true };
});

describe("the companion", () => {
  test("explains one thing after another, each once, in their order", async () => {
    const found = await companion();
    const order: string[] = [];
    for (let each; (each = found.explanation(VIEW, [])); found.told(each)) order.push(each.id);
    expect(order).toEqual(["turn", "go"]);
    expect(found.explanation(VIEW, [{ event: "storm" }])?.id).toBe("storm");
    expect(asked.slice(1)).toEqual([
      { method: "PUT", path: "/games/any/companion/turn" },
      { method: "PUT", path: "/games/any/companion/go" },
    ]);
  });

  test("does not break off for something else that comes up", async () => {
    const found = await companion();
    const waiting = { ...VIEW, turn: [1], legal: [] };
    expect(found.explanation(waiting, [{ event: "storm" }])?.id).toBe("storm");
    expect(found.explanation(VIEW, [{ event: "storm" }])?.id).toBe("storm");
    expect(found.explanation(VIEW, [])?.id).toBe("turn");
  });

  test("explains to who waits only what has happened", async () => {
    const found = await companion();
    const waiting = { ...VIEW, turn: [1], legal: [] };
    expect(found.explanation(waiting, [])).toBeNull();
    expect(found.explanation(waiting, [{ event: "storm" }])?.id).toBe("storm");
    expect(found.explanation({ ...VIEW, seat: null }, [])).toBeNull();
  });

  test("offers lessons once, and not to who has begun them", async () => {
    const found = await companion();
    expect(found.offersLessons).toBe(true);
    found.toldOfLessons();
    expect(found.offersLessons).toBe(false);
    expect(asked.at(-1)).toEqual({ method: "PUT", path: "/games/any/companion/lessons" });
    expect((await companion("begun")).offersLessons).toBe(false);
  });

  test("is silent where the server is", async () => {
    answer = new Error("away");
    const found = await companion();
    expect(found.explanation(VIEW, [{ event: "storm" }])).toBeNull();
    expect(found.offersLessons).toBe(false);
  });
});
