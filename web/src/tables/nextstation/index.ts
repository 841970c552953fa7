import "./colours.css";
import type { TableKind } from "../../table";
import { i18n, phraseOf } from "../../texts/i18n.svelte";
import { count } from "./count";
import NextStation from "./NextStation.svelte";
import type { NextStationBoard, NextStationView } from "./view";
import { ask, describe, facts, inWords, score, words } from "./words";

const kind: TableKind<NextStationView, NextStationBoard> = {
  Table: NextStation,
  ask,
  facts,
  score,
  parts: ({ table }, seat) => table[seat]!.points,
  hides: false,
  remarks: ({ verdict }, game) => (verdict === null ? [] : [i18n.localized(game.words[`verdict ${verdict}`]!)]),
  square: true,
  asksAside: true,
  describe,
  count,
  words,
  events: { departure: phraseOf("ns.departed"), double: phraseOf("ns.counted") },
  refusals: {
    "pencil-first": phraseOf("ns.no.pencil"),
    "not-the-departure": phraseOf("ns.no.departure"),
    "wrong-symbol": phraseOf("ns.no.symbol"),
    "own-station": phraseOf("ns.no.own"),
    "second-symbol": phraseOf("ns.no.second"),
    "double-elsewhere": phraseOf("ns.no.double"),
  },
  inWords,
};

export default kind;
