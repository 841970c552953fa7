import type { TableKind } from "../../table";
import type { TerminusView } from "../../views";
import Terminus from "./Terminus.svelte";
import { ask, describe, facts, inWords } from "./words";

export const terminus: TableKind<TerminusView, null> = {
  Table: Terminus,
  ask,
  facts,
  score: (view, seat) => view.table[seat]!.score,
  describe,
  inWords,
};
