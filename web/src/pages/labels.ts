import type { SeatInfo, TableInfo } from "../live/api";
import { i18n } from "../texts/i18n.svelte";

/** What a bot is called; one that we did not bring goes by its own name. */
export function botName(bot: string): string {
  return i18n.findText(`bot.${bot}`) ?? bot;
}

/** What a bot is called and how it plays, as far as we know. */
export function botInWords(bot: string): string {
  const why = i18n.findText(`botWhy.${bot}`);
  return why ? `${botName(bot)}, ${why}` : botName(bot);
}

/** What a choice made before a game is called, and what it means. */
export function optionTexts(game: string, option: string): { name: string; why: string } {
  const why = i18n.findText(`optionWhy.${game}.${option}`) ?? "";
  return { name: i18n.findText(`option.${game}.${option}`) ?? option, why };
}

/** Who sits in a seat, as far as there is a name. */
export function seatName({ name, who }: Pick<SeatInfo, "name" | "who">): string {
  return name ?? i18n.t(who === "person" ? "players.deleted" : "table.openSeat");
}

/** That somebody asks me to play again, at that table. */
export function offerText({ host, turned }: TableInfo): string {
  return i18n.t(turned ? "again.asksTurned" : "again.asks", { name: host });
}

/** A reason that the server gives in passing, as a sentence of its own. */
export function sentence(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  const text = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
