import type { LineView, SheetView } from "./view";

/** The mark along each line that tells the colours apart for those who do not see them; green has none. */
export const MARKS: Record<string, string | undefined> = { pink: "0.1 17", purple: "none", blue: "15 15" };

/** All lines of a sheet, the one being drawn included. */
export function linesOf({ lines, line }: SheetView): LineView[] {
  return line ? [...lines, line] : lines;
}
