/** What a seat may know, generated from the rules and said more narrowly here. */

import type * as terminus from "../../generated/terminus";

export type { Letter, SeatView as TerminusSeat, TerminusMoveData } from "../../generated/terminus";

export interface TerminusView extends terminus.TerminusView {
  line: terminus.Letter | null;
  lines: Record<terminus.Letter, string[][]>;
}
