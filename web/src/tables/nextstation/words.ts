import { type Fact, namesOf } from "../../table";
import { i18n, type TextKey } from "../../texts/i18n.svelte";
import type { GameDetails } from "../../views";
import { linesOf } from "./lines";
import { nameOf, theStation } from "./stations";
import type { DrawData, NextStationBoard, NextStationMoveData, NextStationView } from "./view";

type Game = GameDetails<NextStationBoard>;

/** What things are called in the sentences of the rulebook: stations by their places, signs by their names. */
export function words({ board }: Game): GameDetails["words"] {
  const stations = board.stations.flatMap((_, station) => {
    const name = theStation(station, board);
    return GAPS_OF_STATIONS.map((gap) => [`${gap} ${station}`, name] as const);
  });
  const signs = Object.entries(SIGN_NAMES).map(([sign, name]) => [`wanted ${sign}`, i18n.t(name)] as const);
  return Object.fromEntries([...stations, ...signs].map(([key, name]) => [key, { en: name, fr: name }]));
}

const GAPS_OF_STATIONS = ["from", "to", "station", "start", "departure", "ends", "a", "b"];
const SIGN_NAMES = { "○": "ns.circle", "△": "ns.triangle", "□": "ns.square", "⬠": "ns.pentagon" } as const;

/** A station's name, and what is special about it. */
export function stationInWords(
  station: number,
  game: Pick<Game, "board" | "words">,
  name = nameOf(station, game.board),
): string {
  const { symbol, site, departure } = game.board.stations[station]!;
  const about = [
    symbol === "any" ? i18n.t("ns.anySymbol") : null,
    site ? i18n.t("ns.site") : null,
    departure ? i18n.t("ns.departureOf", { colour: i18n.localized(game.words[departure]!) }) : null,
  ].filter((each) => each !== null);
  return [name, ...about].join(", ");
}

/** One of several ways to a station: where it starts, and what it uses up. */
export function wayInWords(way: DrawData, game: Game): string {
  const key = way.do === "draw-joker" || way.do === "draw-switch" ? (`ns.from.${way.do}` as const) : "ns.from";
  return i18n.t(key, { from: theStation(way.start, game.board) });
}

export function inWords(move: NextStationMoveData, _view: NextStationView, game: Game): string {
  switch (move.do) {
    case "pencil":
      return i18n.t("ns.doPencil", { colour: i18n.localized(game.words[move.colour]!) });
    case "double":
      return i18n.t("ns.doDouble", { station: stationInWords(move.station, game) });
    case "pass":
    case "done":
    case "single":
      return i18n.t(`ns.do.${move.do}`);
    default:
      return i18n.t(`ns.do.${move.do}`, {
        from: theStation(move.start, game.board),
        to: stationInWords(move.end, game, theStation(move.end, game.board)),
      });
  }
}

export function ask(view: NextStationView, names: string[], game: Game): string {
  if (view.result) return i18n.t("ask.over");
  const sheet = view.table[view.seat ?? 0]!;
  switch (view.asks) {
    case "pencil":
      return view.seats === 1 ? i18n.t("ns.askPencilAlone", { round: view.taken.length + 1 }) : i18n.t("ns.askPencil");
    case "double-station":
      return i18n.t("ns.askDouble");
    case "second-section":
      if (sheet.second === "any") return i18n.t("ns.askSecondAny");
      return i18n.t("ns.askSecond", { symbol: i18n.t(`ns.${sheet.second}` as TextKey) });
    case "section":
      if (view.legal.length === 1) return i18n.t("ns.askNothing");
      return i18n.t("ns.ask", { colour: sheet.line ? i18n.localized(game.words[sheet.line.colour]!) : "" });
    case null:
      return i18n.t("ask.wait", { names: i18n.list(namesOf(view.turn, names)) });
  }
}

export function facts(view: NextStationView, seat: number): Fact[] {
  const sheet = view.table[seat]!;
  const interchanges = sheet.interchanges.reduce((sum, count) => sum + count, 0);
  return [
    { icon: "map", value: linesOf(sheet).length, label: i18n.t("ns.lines") },
    { icon: "star", value: sheet.site_marks, label: i18n.t("ns.siteMarks") },
    { icon: "branch", value: interchanges, label: i18n.t("part.nextstation.interchanges") },
  ];
}

export function score(view: NextStationView, seat: number): number {
  return Object.values(view.table[seat]!.points).reduce((sum, points) => sum + points, 0);
}

export function describe(view: NextStationView, names: string[], game: Game): string[] {
  const card =
    view.card && !view.result
      ? [
          i18n.t("ns.tellCard", {
            card: i18n.localized(game.words[view.card]!),
            left: view.left.map((each) => i18n.localized(game.words[each]!)).join("; "),
          }),
        ]
      : [];
  const name = (station: number) => nameOf(station, game.board);
  const sheets = view.table.flatMap((sheet, seat) =>
    linesOf(sheet).map((line) =>
      i18n.t("ns.tellLine", {
        name: names[seat],
        colour: i18n.localized(game.words[line.colour]!),
        sections: line.sections.map((ends) => ends.map(name).join(" – ")).join("; ") || i18n.t("none"),
        points: line.points,
      }),
    ),
  );
  const own = view.seat === null ? undefined : view.table[view.seat];
  const ends = own?.line
    ? [i18n.t("ns.tellEnds", { ends: i18n.list(own.ends.map((end) => stationInWords(end, game))) })]
    : [];
  return [...card, ...sheets, ...ends];
}
