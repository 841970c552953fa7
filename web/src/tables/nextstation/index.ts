import type { TableKind } from "../../table";
import en from "../../texts/en.json";
import fr from "../../texts/fr.json";
import type { NextStationBoard, NextStationView } from "../../views";
import NextStation from "./NextStation.svelte";
import { ask, describe, facts, inWords, score, words } from "./words";

export const nextstation: TableKind<NextStationView, NextStationBoard> = {
  Table: NextStation,
  ask,
  facts,
  score,
  parts: ({ table }, seat) => table[seat]!.points,
  hides: false,
  describe,
  words,
  events: {
    departure: { en: en["ns.departed"], fr: fr["ns.departed"] },
    double: { en: en["ns.counted"], fr: fr["ns.counted"] },
  },
  inWords,
};
