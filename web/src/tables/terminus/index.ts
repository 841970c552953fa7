import "./colours.css";
import { sum, type TableKind } from "../../table";
import type { TerminusBoard, TerminusView } from "./view";
import Terminus from "./Terminus.svelte";
import { ask, describe, facts, inWords } from "./words";

const kind: TableKind<TerminusView, TerminusBoard> = {
  Table: Terminus,
  ask,
  facts,
  score: (view, seat) => view.table[seat]!.score,
  parts: ({ result, table, sheet }, seat) =>
    result?.parts[seat] ?? {
      lines: sum(sheet.map(({ lines }) => lines[seat]!)) + table[seat]!.taken,
      cards: sum(sheet.map(({ cards }) => cards[seat]!)),
    },
  hides: true,
  describe,
  inWords,
};

export default kind;
