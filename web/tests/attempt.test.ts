import { describe, expect, test } from "vitest";
import type { PartialMove } from "../src/table";
import { attemptOrAsk, legalMove } from "../src/tables/attempt";

interface Claim {
  text: string;
  do: string;
  route?: string;
}

const LEGAL: Claim[] = [
  { text: "draw deck", do: "draw" },
  { text: "claim R06 4orange", do: "claim", route: "R06" },
  { text: "claim R10 2bus", do: "claim", route: "R10" },
];

function tried(about: PartialMove): unknown[] {
  const did: unknown[] = [];
  const controls = {
    attempt: (move: Claim) => did.push("attempt", move),
    ask: (asked: PartialMove) => did.push("ask", asked),
    whyNot: async () => null,
    choose() {},
  };
  attemptOrAsk(controls, LEGAL, about);
  return did;
}

describe("what one means by some parts of a move", () => {
  test("is the legal move that has them all", () => {
    expect(legalMove(LEGAL, { do: "claim", route: "R10" })).toBe(LEGAL[2]);
    expect(legalMove(LEGAL, { do: "draw", route: "R10" })).toBeUndefined();
    expect(tried({ do: "draw" })).toEqual(["attempt", LEGAL[0]]);
  });

  test("is never made when it is not legal, but asked about", () => {
    expect(tried({ do: "claim", route: "R07" })).toEqual(["ask", { do: "claim", route: "R07" }]);
  });
});
