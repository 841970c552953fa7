import "./colours.css";
import type { TableKind } from "../../table";
import { i18n, phraseOf } from "../../texts/i18n.svelte";
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
  describe,
  words,
  events: { departure: phraseOf("ns.departed"), double: phraseOf("ns.counted") },
  inWords,
};

export default kind;
