import type { GameInfo, SeatChoice } from "../live/api";
import { loadStored, store } from "../live/storage";

/** How somebody likes to play a game alone: with how many, against whom, with what. */
export interface GamePreferences {
  seats: number;
  bot: string;
  options: Record<string, number | boolean>;
}

const STORAGE_KEY = "omnibus-wishes";
/** The bots among which a person who wants to play at once chooses. */
export const STRENGTHS = ["easy", "normal", "hard", "master"];
const DEFAULT_BOT = "normal";

/** What somebody chose last on this device, as far as the game still offers it. */
export function preferencesFor(game: GameInfo): GamePreferences {
  const stored = loadAll()[game.id];
  const seats =
    stored && game.seats.includes(stored.seats) ? stored.seats : (game.seats.find((count) => count > 1) ?? 1);
  const bot = stored && game.bots.includes(stored.bot) ? stored.bot : defaultBot(game);
  const options = Object.fromEntries(
    game.options.map(({ name, default: usual, lowest, highest }) => {
      const chosen = stored?.options[name];
      const fits = typeof chosen === typeof usual && Number(chosen) >= lowest && Number(chosen) <= highest;
      return [name, fits ? chosen! : usual];
    }),
  );
  return { seats, bot, options };
}

export function storePreferences(game: string, preferences: GamePreferences): void {
  store(STORAGE_KEY, { ...loadAll(), [game]: preferences });
}

/** The bot that sits down where nobody says which. */
export function defaultBot(game: GameInfo): string {
  return game.bots.includes(DEFAULT_BOT) ? DEFAULT_BOT : game.bots.at(-1)!;
}

/** I in the first seat, bots in all others. */
export function againstBots({ seats, bot }: GamePreferences): SeatChoice[] {
  return Array.from({ length: seats }, (_, seat) => (seat === 0 ? { who: "me" } : { who: "bot", bot }));
}

function loadAll(): Partial<Record<string, GamePreferences>> {
  return loadStored<Partial<Record<string, GamePreferences>>>(STORAGE_KEY, {});
}
