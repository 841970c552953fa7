const STEPS = [5, 10, 20, 50, 100];

/** Round numbers between two others, about five of them, at which a plot has lines. */
export function levelsBetween(lowest: number, highest: number): number[] {
  const step = STEPS.find((size) => (highest - lowest) / size <= 5) ?? 200;
  const first = Math.ceil(lowest / step);
  return Array.from({ length: Math.floor(highest / step) - first + 1 }, (_, number) => (first + number) * step);
}
