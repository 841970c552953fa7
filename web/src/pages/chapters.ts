import type { Key } from "../texts/voice.svelte";
import type { GameInfo } from "../views";

type Rule = GameInfo["rules"][number];

/** The rulebooks number their rules through; these are the rules with which something new begins. */
const BEGINNINGS: Record<string, Record<string, Key>> = {
  london: {
    L1: "chapter.setup",
    L6: "chapter.turn",
    L11: "chapter.routes",
    L17: "chapter.tickets",
    L19: "chapter.end",
    L23: "chapter.more",
  },
  bus: {
    B1: "chapter.setup",
    B7: "chapter.actions",
    B14: "chapter.lines",
    B22: "chapter.city",
    B27: "chapter.rides",
    B31: "chapter.end",
  },
  nextstation: {
    N1: "chapter.setup",
    N4: "chapter.turn",
    N6: "chapter.sections",
    N13: "chapter.switch",
    N15: "chapter.points",
    N21: "chapter.modules",
    N29: "chapter.alone",
    N32: "chapter.more",
  },
  terminus: {
    T1: "chapter.setup",
    T6: "chapter.turn",
    T9: "chapter.lines",
    T15: "chapter.secret",
    T16: "chapter.complete",
    T22: "chapter.end",
    T25: "chapter.more",
  },
};

/** The rules of a game by chapter, in the order of the book. */
export function chaptersOf(game: string, rules: Rule[]): { title: Key; rules: Rule[] }[] {
  const chapters: { title: Key; rules: Rule[] }[] = [];
  for (const rule of rules) {
    const title = BEGINNINGS[game][rule.id];
    if (title || !chapters.length) chapters.push({ title: title ?? "chapter.setup", rules: [] });
    chapters.at(-1)!.rules.push(rule);
  }
  return chapters;
}
