import { type CountStep, partName, sum, type TableKind } from "../table";
import type { GameDetails, View } from "../views";
import { pacing } from "./pacing.svelte";

/** The final count of a game told step by step. */
export class FinalCount {
  #steps = $state.raw<CountStep[]>([]);
  #told = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether there is still something to tell. */
  get telling(): boolean {
    return this.#told < this.#steps.length;
  }

  /** The step that is being told. */
  get step(): CountStep | null {
    return this.#steps[this.#told] ?? null;
  }

  begin(steps: CountStep[]): void {
    const perStep = pacing.perStep(steps.length);
    if (!perStep) return;
    this.#steps = steps;
    this.#told = 0;
    this.#timer = setInterval(() => {
      this.#told++;
      if (!this.telling) this.finish();
    }, perStep);
  }

  finish(): void {
    clearInterval(this.#timer);
    this.#steps = [];
    this.#told = 0;
  }

  /** What is still to be told of a seat's points, of one part of them or of all. */
  untold(seat: number, part?: string): number {
    const rest = this.#steps.slice(this.#told + 1);
    const own = rest.filter((step) => step.seat === seat && (part === undefined || step.part === part));
    return sum(own.map(({ points }) => points));
  }
}

/** The steps of a count as the game tells them, or part by part where it does not. */
export function countSteps(kind: TableKind, view: View, names: string[], game: GameDetails): CountStep[] {
  return kind.count?.(view, names, game) ?? partByPart(view);
}

/** The parts of a result that are points. */
export function countedParts(parts: Record<string, number>[]): string[] {
  return Object.keys(parts[0] ?? {}).filter((part) => part !== "tiebreak");
}

function partByPart({ game, result }: View): CountStep[] {
  const parts = result?.parts ?? [];
  return countedParts(parts).flatMap((part) =>
    parts
      .map((own, seat) => ({ part, seat, points: own[part] ?? 0, text: partName(game, part) }))
      .filter(({ points }) => points !== 0),
  );
}
