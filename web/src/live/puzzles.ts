import type {
  PuzzleGrade,
  PuzzleInfo,
  PuzzleList,
  PuzzlePosition,
  PuzzleVerdict,
  RefusalReason,
} from "../generated/messages";
import type { PartialMove } from "../table";
import { request } from "./api";
import { refusalOf } from "./lessons";
import { session } from "./session.svelte";
import { loadStored, store } from "./storage";

/** How somebody has fared with a puzzle. Browsers hold it under these names: renaming one would lose what they hold. */
type Fared = Pick<PuzzleInfo, "solved" | "tries">;
type StoredPuzzles = Record<string, Record<string, Fared>>;

const STORAGE_KEY = "omnibus-puzzles";
const UNTRIED: Fared = { solved: false, tries: 0 };

export const puzzleApi = {
  /** The puzzles of a game by their grades; what was tried in this browser before anybody came in counts too. */
  async list(game: string): Promise<PuzzleGrade[]> {
    const { grades } = await request<PuzzleList>("GET", `/games/${encodeURIComponent(game)}/puzzles`);
    const stored = loadStored<StoredPuzzles>(STORAGE_KEY, {})[game] ?? {};
    return grades.map((grade) => ({
      ...grade,
      puzzles: grade.puzzles.map((puzzle) => ({ ...puzzle, ...merged(stored[puzzle.id] ?? UNTRIED, puzzle) })),
    }));
  },
  position: (game: string, puzzle: string) => request<PuzzlePosition>("GET", path(game, puzzle)),
  /** Answer a puzzle. The server counts the tries of those it knows, this browser those of everybody else. */
  async answer(game: string, puzzle: string, move: string): Promise<PuzzleVerdict> {
    const verdict = await request<PuzzleVerdict>("POST", path(game, puzzle), { move });
    if (!session.me && verdict.right !== null) storeTry(game, puzzle, verdict.right);
    return verdict;
  },
  whyNot: async (game: string, puzzle: string, about: PartialMove) =>
    refusalOf(await request<RefusalReason>("POST", `${path(game, puzzle)}/why`, { about })),
};

function path(game: string, puzzle: string): string {
  return `/games/${encodeURIComponent(game)}/puzzles/${encodeURIComponent(puzzle)}`;
}

/** What came first, and what came then, unless it was solved by then. */
function merged(first: Fared, then: Fared): Fared {
  return first.solved ? first : { solved: then.solved, tries: first.tries + then.tries };
}

function storeTry(game: string, puzzle: string, solved: boolean): void {
  const stored = loadStored<StoredPuzzles>(STORAGE_KEY, {});
  const before = stored[game]?.[puzzle] ?? UNTRIED;
  store(STORAGE_KEY, { ...stored, [game]: { ...stored[game], [puzzle]: merged(before, { solved, tries: 1 }) } });
}

/** The next puzzle that is not solved yet, those after this one first; null if there is none. */
export function nextUnsolved(grades: PuzzleGrade[], after: string): PuzzleInfo | null {
  const all = grades.flatMap(({ puzzles }) => puzzles);
  const here = all.findIndex(({ id }) => id === after);
  const others = [...all.slice(here + 1), ...all.slice(0, Math.max(here, 0))];
  return others.find(({ solved }) => !solved) ?? null;
}
