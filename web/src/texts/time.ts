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

/** How long that is from now: “in 5 hours”, as many as are whole; of the last hour the minutes, the last one never none. */
export function timeUntil(then: number, now: number, language: Language): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: "always" });
  const minutes = Math.max(1, Math.floor((then - now) / 60_000));
  return minutes < 60 ? words.format(minutes, "minute") : words.format(Math.floor(minutes / 60), "hour");
}

/** A time of day on the reader's own clock: “02:00”. */
export function timeOfDay(moment: number, language: Language): string {
  return new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { timeStyle: "short" }).format(moment);
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
