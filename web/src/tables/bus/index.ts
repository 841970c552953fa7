import type { TableKind } from "../../table";
import type { BusBoard, BusView } from "../../views";
import Bus from "./Bus.svelte";
import { ask, describe, facts, inWords, marks } from "./words";

export const bus: TableKind<BusView, BusBoard> = {
  Table: Bus,
  ask,
  facts,
  marks,
  score: (view, seat) => view.result?.scores[seat] ?? view.table[seat]!.points - view.table[seat]!.stones,
  parts: ({ table }, seat) => ({ carried: table[seat]!.points, stones: -table[seat]!.stones }),
  hides: false,
  describe,
  inWords,
};
