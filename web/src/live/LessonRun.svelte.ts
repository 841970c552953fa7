import type { LessonSight } from "../generated/messages";
import type { PartialMove, Refusal } from "../table";
import type { GameEvent, MoveData, Phrase, View } from "../views";
import { ApiError } from "./api";
import { lessonApi, refusalOf, type StepsDone, stepsDone, storeStepsDone, storeTaken } from "./lessons";

/** A lesson being taken. It goes on where it was left in this browser. */
export class LessonRun {
  /** What was said to the last move. */
  verdict = $state.raw<{ right: boolean; text: Phrase } | null>(null);
  before = $state.raw<View | null>(null);
  log = $state.raw<GameEvent[][]>([[]]);
  busy = $state(false);
  #sight = $state.raw() as LessonSight;
  #done: StepsDone;

  private constructor(
    readonly game: string,
    readonly lesson: string,
    sight: LessonSight,
    done: StepsDone,
  ) {
    this.#sight = sight;
    this.#done = done;
  }

  static async begin(game: string, lesson: string): Promise<LessonRun> {
    const done = stepsDone(game, lesson);
    try {
      return new LessonRun(game, lesson, await lessonApi.attempt(game, lesson, done), done);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "lesson-changed") throw error;
      return new LessonRun(game, lesson, await lessonApi.attempt(game, lesson, []), []);
    }
  }

  get view(): View {
    return this.#sight.view as View;
  }

  /** What to read; null when the lesson is over. */
  get say(): Phrase | null {
    return this.#sight.say as Phrase | null;
  }

  /** Whether there is something to do besides reading. */
  get toDo(): boolean {
    return this.#sight.to_do;
  }

  get step(): number {
    return this.#sight.step;
  }

  /** Make a move at the table. What is not meant is answered, and the table stays as it was. */
  async attempt(move: MoveData): Promise<Refusal | null> {
    this.busy = true;
    try {
      const sight = await lessonApi.attempt(this.game, this.lesson, this.#done, move.text);
      if (sight.refused) return refusalOf(sight.refused);
      this.verdict = { right: sight.right === true, text: sight.answer as Phrase };
      if (sight.right) {
        this.before = this.view;
        this.log = [...this.log, sight.events as GameEvent[]];
        this.#advance(move.text, sight);
      }
      return null;
    } finally {
      this.busy = false;
    }
  }

  /** Go on from a step in which there is only something to read. */
  async readOn(): Promise<void> {
    const sight = await lessonApi.attempt(this.game, this.lesson, [...this.#done, null]);
    this.verdict = null;
    this.#advance(null, sight);
  }

  whyNot(about: PartialMove): Promise<Refusal | null> {
    return lessonApi.whyNot(this.game, this.lesson, this.#done, about);
  }

  #advance(move: string | null, sight: LessonSight): void {
    this.#done = [...this.#done, move];
    this.#sight = sight;
    if (sight.say === null) storeTaken(this.game, this.lesson);
    else storeStepsDone(this.game, this.lesson, this.#done);
  }
}
