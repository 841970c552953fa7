import type { Review, ReviewedDecision, WorthEstimate } from "../generated/messages";
import type { TableKind } from "../table";
import { i18n } from "../texts/i18n.svelte";
import { tableTexts, teller } from "../texts/rulebook";
import type { GameDetails, GameEvent } from "../views";
import { amount, amountInWords } from "./amounts";
import type { Unit } from "./review";
import { tr } from "./texts";

const WITHIN = 1.96; // standard errors

/** That another move would have been better, and by how much. */
export function missedInWords({ loss }: ReviewedDecision, best: string, unit: Unit): string {
  return tr("missed", { best, more: amountInWords(loss[unit], unit) });
}

/** What something is worth, and how sure that is: in 19 of 20 cases the truth of the judge lies between. */
export function worthInWords({ share, points, share_error, points_error }: WorthEstimate, unit: Unit): string {
  const [value, error] = unit === "share" ? [share, share_error] : [points, points_error];
  return tr(unit === "share" ? "here.chance" : "here.points", {
    worth: amount(value, unit),
    error: amount(WITHIN * error, unit),
  });
}

/** What the cards and the others brought until the seat's next decision; nothing if it was nothing, or is not known. */
export function followedInWords({ luck, luck_from }: ReviewedDecision, unit: Unit): string {
  if (!luck || amount(luck[unit], unit) === amount(0, unit)) return "";
  const more = luck[unit] >= 0;
  return tr(`then.${luck_from}.${more ? "more" : "less"}`, { by: amountInWords(Math.abs(luck[unit]), unit) });
}

/** What the curves show, for whoever sees them for the first time. */
export function curvesNote({ unit, decisions }: Review, hindsight: boolean): string {
  if (unit === "points") return tr("plot.note.points");
  const open = decisions.some(({ everyone }) => everyone);
  return tr(hindsight ? "plot.note.hindsight" : open ? "plot.note.open" : "plot.note.own");
}

type Tell = (event: GameEvent) => string | null;

/** What somebody did, as an event that can be marked on the board: the first that has a sentence. */
export function deedOf(events: GameEvent[], seat: number, told: Tell): GameEvent | null {
  return events.find((event) => event.seat === seat && told(event) !== null) ?? null;
}

/** What was played, in a sentence. */
export function deedInWords({ seat, move }: ReviewedDecision, events: GameEvent[], told: Tell): string {
  const deed = deedOf(events, seat, told);
  return deed ? told(deed)! : move;
}

/** Tells what happens in a game, in the language that is read. */
export function tellerOf(game: GameDetails, kind: TableKind, names: string[]): Tell {
  return teller(tableTexts(game, kind), names, i18n.language);
}
