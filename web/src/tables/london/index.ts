import type { TableKind } from "../../table";
import type { LondonBoard, LondonView } from "../../views";
import London from "./London.svelte";
import { ask, describe, facts, inWords } from "./words";

export const london: TableKind<LondonView, LondonBoard> = {
  Table: London,
  ask,
  facts,
  score: (view, seat) => view.result?.scores[seat] ?? view.table[seat]!.points,
  describe,
  inWords,
};
