import { i18n } from "../texts/i18n.svelte";
import type { GameDetails } from "../views";

type Rule = GameDetails["rules"][number];

/**
 * The rules of a game by chapter, in the order of the book. The rulebooks number their rules through; a chapter begins
 * where the game's own texts have a title for a rule. Without such titles all rules make one chapter.
 */
export function chaptersOf(game: string, rules: Rule[]): { title: string; rules: Rule[] }[] {
  const chapters: { title: string; rules: Rule[] }[] = [];
  for (const rule of rules) {
    const title = i18n.findText(`chapter.${game}.${rule.id}`);
    if (title || !chapters.length) chapters.push({ title: title ?? i18n.t("chapter.all"), rules: [] });
    chapters.at(-1)!.rules.push(rule);
  }
  return chapters;
}
