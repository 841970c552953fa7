import type { TableKind } from "../../table";
import type { BusBoard, BusView } from "./view";
import Bus from "./Bus.svelte";
import { ask, describe, facts, inWords, marks } from "./words";

const kind: TableKind<BusView, BusBoard> = {
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

export default kind;
