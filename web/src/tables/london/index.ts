import "./colours.css";
import { sum, type TableKind } from "../../table";
import { phraseOf } from "../../texts/i18n.svelte";
import { count } from "./count";
import London from "./London.svelte";
import type { LondonBoard, LondonView } from "./view";
import { ask, describe, facts, inWords, words } from "./words";

const kind: TableKind<LondonView, LondonBoard> = {
  Table: London,
  ask,
  facts,
  score: (view, seat) => view.result?.scores[seat] ?? view.table[seat]!.points,
  parts: ({ result, table }, seat) =>
    result?.parts[seat] ?? {
      routes: table[seat]!.points,
      tickets: sum((table[seat]!.tickets ?? []).map(({ points, complete }) => (complete ? points : 0))),
      districts: sum(table[seat]!.districts),
    },
  count,
  hides: true,
  asksAside: true,
  describe,
  inWords,
  words,
  events: { claim: phraseOf("london.claimed"), score: phraseOf("london.scored"), take: phraseOf("london.took") },
};

export default kind;
