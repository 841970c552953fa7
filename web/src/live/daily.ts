import type {
  Beside,
  ChallengeInfo,
  ChallengeLink,
  DailyCalendar,
  DailyDeal,
  DailyOverview,
  DailyResults,
  TableChallenge,
} from "../generated/messages";
import type { Day, Month } from "../texts/calendar";
import { request, type TableInfo } from "./api";

/** The deals of today, and the moment on this machine's clock at which the day ends. */
export interface Today extends DailyOverview {
  deadline: number;
}

export const dailyApi = {
  today: async (): Promise<Today> => {
    const overview = await request<DailyOverview>("GET", "/daily");
    return { ...overview, deadline: Date.now() + overview.ends_at - overview.now };
  },
  deal: (game: string, day: Day) => request<DailyDeal>("GET", path(game, day)),
  /** Begin the one try that counts, or play the deal of a day that is over; what was begun is gone on with. */
  start: (game: string, day: Day, counted: boolean) => request<TableInfo>("POST", path(game, day), { counted }),
  results: (game: string, day: Day, guests: boolean, page: number) =>
    request<DailyResults>("GET", `${path(game, day)}/results?guests=${guests}&page=${page}`),
  /** What one has played in a month. */
  calendar: (month: Month) => request<DailyCalendar>("GET", `/daily/calendar?month=${month}`),
};

function path(game: string, day: Day): string {
  return `/daily/${encodeURIComponent(game)}/${encodeURIComponent(day)}`;
}

/** Whether it is a try at the deal of a day that still goes on: nothing of it can be taken back, tried out or shown. */
export function isSealed({ day, counted, seed }: Pick<TableInfo, "day" | "counted" | "seed">): boolean {
  return day !== null && counted && seed === null;
}

/** The same deal for a friend, by a link. */
export const challengeApi = {
  /** The secret part of the link to the deal of one's game. */
  make: async (table: string) => (await request<ChallengeLink>("POST", `/tables/${table}/challenge`)).token,
  /** The other games with the deal of one's own. */
  ofTable: (table: string) => request<TableChallenge>("GET", `/tables/${table}/challenge`),
  look: (token: string) => request<ChallengeInfo>("POST", "/challenges/look", { token }),
  /** Begin one's game with that deal, or go on with it. */
  play: (token: string) => request<TableInfo>("POST", "/challenges/play", { token }),
};

/** Two games with the same deal, decision by decision. */
export function beside(here: string, there: string): Promise<Beside> {
  return request<Beside>("GET", `/tables/${encodeURIComponent(here)}/beside/${encodeURIComponent(there)}`);
}
