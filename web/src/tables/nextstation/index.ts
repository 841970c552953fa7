import "./colours.css";
import type { TableKind } from "../../table";
import { phraseOf, voice } from "../../texts/voice.svelte";
import type { NextStationBoard, NextStationView } from "./view";
import NextStation from "./NextStation.svelte";
import { ask, describe, facts, inWords, score, words } from "./words";

const kind: TableKind<NextStationView, NextStationBoard> = {
  Table: NextStation,
  ask,
  facts,
  score,
  parts: ({ table }, seat) => table[seat]!.points,
  hides: false,
  remarks: ({ verdict }, game) => (verdict === null ? [] : [voice.read(game.words[`verdict ${verdict}`]!)]),
  square: true,
  describe,
  words,
  events: { departure: phraseOf("ns.departed"), double: phraseOf("ns.counted") },
  inWords,
};

export default kind;
