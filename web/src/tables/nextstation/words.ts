import { type Fact, namesOf } from "../../table";
import { i18n, type TextKey } from "../../texts/i18n.svelte";
import type { GameDetails } from "../../views";
import { linesOf } from "./lines";
import type { DrawData, NextStationBoard, NextStationMoveData, NextStationView } from "./view";

type Game = GameDetails<NextStationBoard>;

/** “square 14 (north)”: its symbol, number and district. */
function place(number: number, { board }: Pick<Game, "board">, key: TextKey = "ns.station"): string {
  const { symbol, district } = board.stations[number]!;
  const names = { symbol: i18n.t(`ns.${symbol}` as TextKey), district: i18n.t(`ns.district.${district}` as TextKey) };
  return i18n.t(key, { number, ...names });
}

/** Stations by their places, with the number only where two would have the same name: “square (north)”. */
export function words(game: Game): GameDetails["words"] {
  const { stations } = game.board;
  return Object.fromEntries(
    stations.flatMap(({ symbol, district }, number) => {
      const alike = stations.filter((other) => other.symbol === symbol && other.district === district);
      const told = place(number, game, alike.length > 1 ? "ns.station" : "ns.place");
      return ["from", "to", "station"].map((gap) => [`${gap} ${number}`, { en: told, fr: told }]);
    }),
  );
}

/** A station's place, and what is special about it. */
export function stationInWords(number: number, game: Pick<Game, "board" | "words">): string {
  const station = game.board.stations[number]!;
  const about = [
    station.symbol === "any" ? i18n.t("ns.anySymbol") : null,
    station.site ? i18n.t("ns.site") : null,
    station.departure ? i18n.t("ns.departureOf", { colour: i18n.localized(game.words[station.departure]!) }) : null,
  ].filter((each) => each !== null);
  return [place(number, game), ...about].join(", ");
}

/** One of several ways to a station: where it starts, and what it uses up. */
export function wayInWords(way: DrawData, game: Game): string {
  const key = way.do === "draw-joker" || way.do === "draw-switch" ? (`ns.from.${way.do}` as const) : "ns.from";
  return i18n.t(key, { from: place(way.start, game) });
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
      return i18n.t(`ns.do.${move.do}`, { from: place(move.start, game), to: stationInWords(move.end, game) });
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
  const sheets = view.table.flatMap((sheet, seat) =>
    linesOf(sheet).map((line) =>
      i18n.t("ns.tellLine", {
        name: names[seat],
        colour: i18n.localized(game.words[line.colour]!),
        sections: line.sections.map(([a, b]) => `${a}–${b}`).join(", ") || i18n.t("none"),
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
