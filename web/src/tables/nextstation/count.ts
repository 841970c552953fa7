import type { CountStep } from "../../table";
import { i18n } from "../../texts/i18n.svelte";
import type { GameDetails } from "../../views";
import { linesOf } from "./lines";
import type { NextStationBoard, NextStationView, SheetView } from "./view";

type Game = GameDetails<NextStationBoard>;
type Step = Omit<CountStep, "seat">;

/** The final count: line after line, then what the whole network is worth; each time everybody's in turn. */
export function count(view: NextStationView, _names: string[], game: Game): CountStep[] {
  const told = [lines, sites, interchanges, objectives, modules];
  return told.flatMap((steps) => inTurn(view.table.map((sheet) => steps(sheet, game))));
}

/** The first of everybody's steps, then the second of everybody's. */
function inTurn(steps: Step[][]): CountStep[] {
  const most = Math.max(...steps.map((own) => own.length));
  return Array.from({ length: most }, (_, place) =>
    steps.flatMap((own, seat) => (own[place] ? [{ ...own[place], seat }] : [])),
  ).flat();
}

function lines(sheet: SheetView, game: Game): Step[] {
  return linesOf(sheet).map(({ colour, districts, most, crossings, points }) => {
    const line = i18n.t("ns.countLine", { colour: i18n.localized(game.words[colour]!), districts, most });
    const text = crossings ? `${line}, ${i18n.t("ns.countThames", { crossings })}` : line;
    return { part: "lines", points, text, thing: colour };
  });
}

function sites({ site_marks, points }: SheetView): Step[] {
  const text = i18n.t("ns.countSites", { marks: site_marks });
  return site_marks ? [{ part: "sites", points: points.sites!, text }] : [];
}

function interchanges(sheet: SheetView, { board }: Game): Step[] {
  return sheet.interchanges.flatMap((count, place) => {
    const lines = place + 2;
    const points = count * board.points.interchanges[place]!;
    const text = i18n.t("ns.countInterchanges", { count, lines });
    return count ? [{ part: "interchanges", points, text, thing: String(lines) }] : [];
  });
}

function objectives(sheet: SheetView, { board, words }: Game): Step[] {
  return sheet.objectives
    .filter(({ reached, needed }) => reached >= needed)
    .map(({ objective }) => ({
      part: "objectives",
      points: board.points.objective,
      text: i18n.localized(words[`objective ${objective}`]!).replace(/^\[|\]$/g, ""),
      thing: objective,
    }));
}

function modules({ points }: SheetView): Step[] {
  return points.modules ? [{ part: "modules", points: points.modules, text: i18n.t("ns.countModules") }] : [];
}
