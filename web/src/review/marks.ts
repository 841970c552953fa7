import type { Mark } from "./review";

/** What stands beside a move that cost something, as in the notes of chess players. */
export const SIGNS: Record<Mark, string> = { blunder: "??", mistake: "?", inaccuracy: "?!" };
