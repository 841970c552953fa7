import type { StudyFigures, StudyGame } from "../generated/messages";
import { i18n } from "../texts/i18n.svelte";
import type { Unit } from "./review";

/** Decisions of one kind in all games, and what was lost at them. */
export interface KindOfDecision {
  name: string;
  decisions: number;
  lost: number;
}

/** One's reviewed games of one kind that are counted alike, the earliest first. */
export interface OwnGames {
  game: string;
  unit: Unit;
  games: StudyGame[];
  decisions: number;
  lost: number;
  /** Those that cost most come first. */
  kinds: KindOfDecision[];
}

const UNITS: Unit[] = ["share", "points"];

/** Games with others and games alone are told apart: one counts chances, the other points. Kinds of one name are one. */
export function ownGames({ games }: StudyFigures): OwnGames[] {
  return games.flatMap(({ game, games }) =>
    UNITS.map((unit) =>
      together(
        game,
        unit,
        games.filter((each) => each.unit === unit),
      ),
    ).filter(({ games }) => games.length),
  );
}

function together(game: string, unit: Unit, games: StudyGame[]): OwnGames {
  const kinds = new Map<string, KindOfDecision>();
  for (const { asks, decisions, loss } of games.flatMap(({ kinds }) => kinds)) {
    const name = kindName(game, asks);
    const known = kinds.get(name) ?? { name, decisions: 0, lost: 0 };
    kinds.set(name, { name, decisions: known.decisions + decisions, lost: known.lost + loss[unit] });
  }
  return {
    game,
    unit,
    games,
    decisions: games.reduce((sum, { decisions }) => sum + decisions, 0),
    lost: games.reduce((sum, { loss }) => sum + loss[unit], 0),
    kinds: [...kinds.values()].sort((one, other) => other.lost - one.lost),
  };
}

/** Where a whole turn is asked for, by what the move did. */
function kindName(game: string, asked: string): string {
  const [asks] = asked.split(".", 1) as [string];
  return i18n.findText(`asks.${game}.${asked}`) ?? i18n.findText(`asks.${game}.${asks}`) ?? asks.replace(/-/g, " ");
}

/** What was lost at a decision on average. */
export function perDecision(lost: number, decisions: number): number {
  return decisions ? lost / decisions : 0;
}
