import type { Offer, SeatWish } from "../live/house";

/** How somebody likes to play a game alone: with how many, against whom, with what. */
export interface Wish {
  seats: number;
  bot: string;
  options: Record<string, number | boolean>;
}

const PLACE = "omnibus-wishes";
/** The bots among which a person who wants to play at once chooses. */
export const STRENGTHS = ["easy", "normal", "hard"];
const USUAL = "normal";

/** What somebody chose last on this device, as far as the game still offers it. */
export function wishFor(offer: Offer): Wish {
  const kept = read()[offer.id];
  const seats = kept && offer.seats.includes(kept.seats) ? kept.seats : (offer.seats.find((count) => count > 1) ?? 1);
  const bot = kept && offer.bots.includes(kept.bot) ? kept.bot : usualBot(offer);
  const options = Object.fromEntries(
    offer.options.map(({ name, default: usual, lowest, highest }) => {
      const chosen = kept?.options[name];
      const fits = typeof chosen === typeof usual && Number(chosen) >= lowest && Number(chosen) <= highest;
      return [name, fits ? chosen! : usual];
    }),
  );
  return { seats, bot, options };
}

export function remember(game: string, wish: Wish): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...read(), [game]: wish }));
  } catch {
    // A browser that keeps nothing is right to do so.
  }
}

/** The bot that sits down where nobody says which. */
export function usualBot(offer: Offer): string {
  return offer.bots.includes(USUAL) ? USUAL : offer.bots.at(-1)!;
}

/** I in the first seat, bots in all others. */
export function againstBots({ seats, bot }: Wish): SeatWish[] {
  return Array.from({ length: seats }, (_, seat) => (seat === 0 ? { who: "me" } : { who: "bot", bot }));
}

function read(): Partial<Record<string, Wish>> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as ReturnType<typeof read>;
  } catch {
    return {};
  }
}
