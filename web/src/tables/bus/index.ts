import type { TableKind } from "../../table";
import type { BusBoard, BusView } from "./view";
import Bus from "./Bus.svelte";
import { ask, describe, facts, inWords, marks } from "./words";
import { voice, type Key } from "../../texts/voice.svelte";

const kind: TableKind<BusView, BusBoard> = {
  Table: Bus,
  ask,
  facts,
  marks,
  score: (view, seat) => view.result?.scores[seat] ?? view.table[seat]!.points - view.table[seat]!.stones,
  parts: ({ table }, seat) => ({ carried: table[seat]!.points, stones: -table[seat]!.stones }),
  hides: false,
  // How players with equal points were told apart, as the result names it.
  remarks: ({ result }) =>
    [...new Set(result!.parts.map(({ tiebreak = 0 }) => tiebreak))]
      .filter((way) => way > 0)
      .sort()
      .map((way) => voice.say(`bus.tie.${way}` as Key)),
  square: true,
  describe,
  inWords,
};

export default kind;
