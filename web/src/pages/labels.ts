import en from "../texts/en.json";
import { voice, type Key } from "../texts/voice.svelte";

/** What a bot is called; one that we did not bring goes by its own name. */
export function botName(bot: string): string {
  const key = `bot.${bot}`;
  return isKey(key) ? voice.say(key) : bot;
}

/** What a bot is called and how it plays, as far as we know. */
export function botInWords(bot: string): string {
  const key = `botWhy.${bot}`;
  return isKey(key) ? `${botName(bot)}, ${voice.say(key)}` : botName(bot);
}

/** What a choice made before the game is called, and what it means. */
export function optionTexts(option: string): { name: string; why: string } {
  const [name, why] = [`option.${option}`, `optionWhy.${option}`];
  return { name: isKey(name) ? voice.say(name) : option, why: isKey(why) ? voice.say(why) : "" };
}

function isKey(key: string): key is Key {
  return key in en;
}

/** A reason that the server gives in passing, as a sentence of its own. */
export function sentence(trouble: unknown): string {
  const reason = trouble instanceof Error ? trouble.message : String(trouble);
  const text = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
