import type { Language } from "../views";

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["minute", 60],
  ["hour", 60],
  ["day", 24],
  ["week", 7],
  ["month", 30 / 7],
  ["year", 12],
];

/** How long ago that was: “5 minutes ago”. Moments are in milliseconds. */
export function timeAgo(then: number, now: number, language: Language): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  let unit: Intl.RelativeTimeFormatUnit = "second";
  let count = Math.max(0, now - then) / 1000;
  if (count < 60) return words.format(0, "second");
  for (const [larger, size] of UNITS) {
    if (count < size) break;
    unit = larger;
    count /= size;
  }
  return words.format(-Math.floor(count), unit);
}

/** A span of time in its largest whole unit: “3 days”. */
export function formatDuration(seconds: number, language: Language): string {
  const [unit, size] = (
    [
      ["day", 86_400],
      ["hour", 3600],
      ["minute", 60],
    ] as const
  ).find(([, size]) => seconds >= size && seconds % size === 0) ?? ["second", 1];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}
