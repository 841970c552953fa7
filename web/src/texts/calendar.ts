import type { Language } from "../views";

/** A day as the server names it: `2026-11-16`. It is a UTC day wherever one is, so nothing here asks for the time zone. */
export type Day = string;
/** A month likewise: `2026-11`. */
export type Month = string;

const DAY = 86_400_000;
const DAYS_OF_WEEK = 7;

export function monthOf(day: Day): Month {
  return day.slice(0, 7);
}

/** The month so many months later, or earlier. */
export function monthsOn(month: Month, count: number): Month {
  const date = firstOf(month);
  date.setUTCMonth(date.getUTCMonth() + count);
  return isoDay(date).slice(0, 7);
}

/** The weeks of a month from Monday on; null where a week has days of another month. */
export function weeksOf(month: Month): (Day | null)[][] {
  const first = firstOf(month);
  const before = (first.getUTCDay() + 6) % DAYS_OF_WEEK;
  const days = (firstOf(monthsOn(month, 1)).getTime() - first.getTime()) / DAY;
  const cells = Array.from({ length: Math.ceil((before + days) / DAYS_OF_WEEK) * DAYS_OF_WEEK }, (_, cell) => {
    const number = cell - before;
    return number < 0 || number >= days ? null : isoDay(new Date(first.getTime() + number * DAY));
  });
  return Array.from({ length: cells.length / DAYS_OF_WEEK }, (_, week) =>
    cells.slice(week * DAYS_OF_WEEK, (week + 1) * DAYS_OF_WEEK),
  );
}

/** The days of the week from Monday on, in short and in full. */
export function weekdays(language: Language): { short: string; long: string }[] {
  const monday = Date.UTC(2024, 0, 1);
  const name = (weekday: "short" | "long", day: number) =>
    new Intl.DateTimeFormat(language, { weekday, timeZone: "UTC" }).format(monday + day * DAY);
  return Array.from({ length: DAYS_OF_WEEK }, (_, day) => ({ short: name("short", day), long: name("long", day) }));
}

/** “16 November 2026”; of the month alone “November 2026”. */
export function inWords(day: Day | Month, language: Language): string {
  const date = new Date(day.length === 7 ? `${day}-01` : day);
  const parts = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  const tongue = language === "en" ? "en-GB" : language;
  return new Intl.DateTimeFormat(tongue, day.length === 7 ? parts : { day: "numeric", ...parts }).format(date);
}

/** The number of a day in its month. */
export function dayOfMonth(day: Day): number {
  return Number(day.slice(8));
}

function firstOf(month: Month): Date {
  return new Date(`${month}-01T00:00:00Z`);
}

function isoDay(date: Date): Day {
  return date.toISOString().slice(0, 10);
}
