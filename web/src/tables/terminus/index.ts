import "./colours.css";
import { sum, type TableKind } from "../../table";
import { phraseOf } from "../../texts/i18n.svelte";
import { count } from "./count";
import Terminus from "./Terminus.svelte";
import type { TerminusBoard, TerminusView } from "./view";
import { ask, describe, inWords, words } from "./words";

const kind: TableKind<TerminusView, TerminusBoard> = {
  Table: Terminus,
  ask,
  // Hands and secrets lie on the table itself.
  facts: () => [],
  score: (view, seat) => view.table[seat]!.score,
  parts: ({ result, table, sheet }, seat) =>
    result?.parts[seat] ?? {
      lines: sum(sheet.map(({ lines }) => lines[seat]!)) + table[seat]!.taken,
      cards: sum(sheet.map(({ cards }) => cards[seat]!)),
    },
  count,
  hides: true,
  describe,
  inWords,
  words,
  events: {
    joker: phraseOf("terminus.toldJoker"),
    swap: phraseOf("terminus.toldSwap"),
    complete: phraseOf("terminus.toldComplete"),
    "complete-with-aside": phraseOf("terminus.toldCompleteAside"),
    aside: phraseOf("terminus.toldAside"),
  },
};

export default kind;
