import { describe, expect, test } from "vitest";
import type { ReviewedDecision } from "../generated/messages";
import { followedInWords } from "./words";

function followedBy(share: number): string {
  const decision = { luck: { share, points: 0 }, luck_from: "both" } as unknown as ReviewedDecision;
  return followedInWords(decision, "share");
}

describe("what followed a decision", () => {
  test("is told with what it brought or cost", () => {
    expect(followedBy(0.27)).toContain("brought 27%");
    expect(followedBy(-0.02)).toContain("cost 2%");
  });

  test("is not told where it was nothing, or is not known", () => {
    expect(followedBy(0.004)).toBe("");
    expect(followedBy(-0.004)).toBe("");
    expect(followedInWords({ luck: null, luck_from: "both" } as unknown as ReviewedDecision, "share")).toBe("");
  });
});
