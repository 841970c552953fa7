import type { CountStep } from "../table";

/** The steps of a final count that have been told when this one is. */
export function toldBy(step: CountStep, steps: CountStep[]): CountStep[] {
  const at = steps.findIndex(
    ({ part, seat, thing }) => part === step.part && seat === step.seat && thing === step.thing,
  );
  return steps.slice(0, at + 1);
}
