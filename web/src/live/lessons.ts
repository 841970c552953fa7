import type { LessonInfo, LessonList, LessonSight, RefusalReason } from "../generated/messages";
import type { PartialMove, Refusal } from "../table";
import type { RefusalData } from "../views";
import { request } from "./api";
import { loadStored, store } from "./storage";

/** What was done in a lesson so far: for each step the move, or null where there was only something to read. */
export type StepsDone = (string | null)[];

/** Browsers hold it under these names: renaming one would lose what they hold. */
interface StoredCourse {
  /** The lessons that were finished here, for whoever the server does not know. */
  taken: string[];
  /** How far one has come in those that were left. */
  begun: Record<string, StepsDone>;
}

const STORAGE_KEY = "omnibus-lessons";

export const lessonApi = {
  /** The lessons of a game; those finished in this browser count as taken. */
  async list(game: string): Promise<LessonInfo[]> {
    const { lessons } = await request<LessonList>("GET", `/games/${encodeURIComponent(game)}/lessons`);
    const { taken } = storedCourse(game);
    return lessons.map((lesson) => ({ ...lesson, taken: lesson.taken || taken.includes(lesson.id) }));
  },
  /** Try a move; without one, ask what comes next. */
  attempt: (game: string, lesson: string, done: StepsDone, move: string | null = null) =>
    request<LessonSight>("POST", path(game, lesson), { done, move }),
  whyNot: async (game: string, lesson: string, done: StepsDone, about: PartialMove) =>
    refusalOf(await request<RefusalReason>("POST", `${path(game, lesson)}/why`, { done, about })),
};

function path(game: string, lesson: string): string {
  return `/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(lesson)}`;
}

/** The reason as tables tell it; null if there is none. */
export function refusalOf({ rule, reason, refusal }: RefusalReason): Refusal | null {
  return reason ? { rule: rule ?? null, text: reason, data: (refusal ?? null) as RefusalData | null } : null;
}

function storedCourse(game: string): StoredCourse {
  return loadStored<Record<string, StoredCourse>>(STORAGE_KEY, {})[game] ?? { taken: [], begun: {} };
}

function storeCourse(game: string, course: StoredCourse): void {
  store(STORAGE_KEY, { ...loadStored<Record<string, StoredCourse>>(STORAGE_KEY, {}), [game]: course });
}

/** Whether one has begun to learn a game in this browser. */
export function hasBegun(game: string): boolean {
  const { taken, begun } = storedCourse(game);
  return taken.length > 0 || Object.keys(begun).length > 0;
}

/** How far one has come in a lesson. */
export function stepsDone(game: string, lesson: string): StepsDone {
  return storedCourse(game).begun[lesson] ?? [];
}

export function storeStepsDone(game: string, lesson: string, done: StepsDone): void {
  const { taken, begun } = storedCourse(game);
  storeCourse(game, { taken, begun: { ...begun, [lesson]: done } });
}

/** The lesson is over: next time it begins anew. */
export function storeTaken(game: string, lesson: string): void {
  const { taken, begun } = storedCourse(game);
  const { [lesson]: _, ...rest } = begun;
  storeCourse(game, { taken: [...new Set([...taken, lesson])], begun: rest });
}
