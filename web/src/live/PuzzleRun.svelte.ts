import type { PuzzlePosition, PuzzleVerdict } from "../generated/messages";
import type { PartialMove, Refusal } from "../table";
import type { GameEvent, MoveData, Phrase, View } from "../views";
import { refusalOf } from "./lessons";
import { puzzleApi } from "./puzzles";

/** A legal move and what it is worth. */
export interface RankedMove {
  move: MoveData;
  worth: number;
}

/** A puzzle being solved. What moves are worth is not known here before an answer was given. */
export class PuzzleRun {
  /** The last move that was chosen. */
  chosen = $state.raw<MoveData | null>(null);
  /** Whether the best move may be seen: it was found, or asked for. */
  open = $state(false);
  solved = $state(false);
  busy = $state(false);
  #verdict = $state.raw<PuzzleVerdict | null>(null);

  private constructor(
    readonly game: string,
    readonly puzzle: string,
    readonly position: PuzzlePosition,
  ) {}

  static async begin(game: string, puzzle: string): Promise<PuzzleRun> {
    return new PuzzleRun(game, puzzle, await puzzleApi.position(game, puzzle));
  }

  get view(): View {
    return this.position.view as View;
  }

  /** What has happened up to the position, move by move. */
  get log(): GameEvent[][] {
    return this.position.log as GameEvent[][];
  }

  /** How much of it there was when the one who decides moved last. */
  get since(): number {
    return this.log.findLastIndex((events) => events.some(({ seat }) => seat === this.view.seat)) + 1;
  }

  /** What is asked, sentence by sentence. */
  get task(): Phrase[] {
    return this.position.task as Phrase[];
  }

  /** Whether the worth of a move is a share of the victory, and not points. */
  get countsShare(): boolean {
    return this.#verdict?.counts === "share";
  }

  /** All legal moves, the best first; of those that come to the same, the one that was chosen. */
  get ranking(): RankedMove[] {
    const moves = new Map(this.view.legal.map((move) => [move.text, move]));
    const ranking = (this.#verdict?.worths ?? []).map(({ move, worth }) => ({ move: moves.get(move)!, worth }));
    const chosenFirst = ({ move }: RankedMove) => Number(move.text !== this.chosen?.text);
    return ranking.sort((one, other) => other.worth - one.worth || chosenFirst(one) - chosenFirst(other));
  }

  get best(): RankedMove | null {
    return this.ranking[0] ?? null;
  }

  /** What the chosen move is worth. */
  get worth(): number {
    return this.ranking.find(({ move }) => move.text === this.chosen?.text)?.worth ?? NaN;
  }

  get right(): boolean {
    return this.worth === this.best?.worth;
  }

  /** Choose a move. Once everything is known, one only looks at what it is worth. */
  async answer(move: MoveData): Promise<Refusal | null> {
    if (this.open) {
      this.chosen = move;
      return null;
    }
    this.busy = true;
    try {
      const verdict = await puzzleApi.answer(this.game, this.puzzle, move.text);
      if (verdict.refused) return refusalOf(verdict.refused);
      this.#verdict = verdict;
      this.chosen = move;
      this.open = verdict.right === true;
      this.solved ||= this.open;
      return null;
    } catch (error) {
      return { rule: null, text: (error as Error).message };
    } finally {
      this.busy = false;
    }
  }

  /** Show the best move to whoever has answered. */
  show(): void {
    this.chosen = this.best?.move ?? null;
    this.open = true;
  }

  /** Begin anew. */
  retry(): void {
    this.#verdict = this.chosen = null;
    this.open = false;
  }

  whyNot(about: PartialMove): Promise<Refusal | null> {
    return puzzleApi.whyNot(this.game, this.puzzle, about);
  }
}
