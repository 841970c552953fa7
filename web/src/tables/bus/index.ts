import type { TableKind } from "../../table";
import { i18n, phraseOf, type TextKey } from "../../texts/i18n.svelte";
import Bus from "./Bus.svelte";
import type { BusBoard, BusView } from "./view";
import { ask, count, describe, facts, inWords, marks } from "./words";

const kind: TableKind<BusView, BusBoard> = {
  Table: Bus,
  ask,
  facts,
  marks,
  score: (view, seat) => view.result?.scores[seat] ?? view.table[seat]!.points - view.table[seat]!.stones,
  parts: ({ table }, seat) => ({ carried: table[seat]!.points, stones: -table[seat]!.stones }),
  count,
  hides: false,
  // How players with equal points were told apart, as the result names it.
  remarks: ({ result }) =>
    [...new Set(result!.parts.map(({ tiebreak = 0 }) => tiebreak))]
      .filter((way) => way > 0)
      .sort()
      .map((way) => i18n.t(`bus.tie.${way}` as TextKey)),
  square: true,
  describe,
  inWords,
  // Spaces have no letters on this board: a cube stands where it stands.
  events: {
    "choose-buildings": phraseOf("bus.chose.buildings"),
    "choose-extension": phraseOf("bus.chose.extension"),
    "choose-passengers": phraseOf("bus.chose.passengers"),
    "choose-vrrooomm": phraseOf("bus.chose.vrrooomm"),
  },
};

export default kind;
