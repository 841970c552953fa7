import { type Fact, namesOf } from "../../table";
import { type Key, voice } from "../../texts/voice.svelte";
import type { GameDetails } from "../../views";
import { linesOf } from "./lines";
import type { DrawData, NextStationBoard, NextStationMoveData, NextStationView } from "./view";

type Game = GameDetails<NextStationBoard>;

/** “square 14 (north)”: its symbol, number and district. */
function place(number: number, { board }: Pick<Game, "board">, key: Key = "ns.station"): string {
  const { symbol, district } = board.stations[number]!;
  const names = { symbol: voice.say(`ns.${symbol}` as Key), district: voice.say(`ns.district.${district}` as Key) };
  return voice.say(key, { number, ...names });
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
    station.symbol === "any" ? voice.say("ns.anySymbol") : null,
    station.site ? voice.say("ns.site") : null,
    station.departure ? voice.say("ns.departureOf", { colour: voice.read(game.words[station.departure]!) }) : null,
  ].filter((each) => each !== null);
  return [place(number, game), ...about].join(", ");
}

/** One of several ways to a station: where it starts, and what it uses up. */
export function wayInWords(way: DrawData, game: Game): string {
  const key = way.do === "draw-joker" || way.do === "draw-switch" ? (`ns.from.${way.do}` as const) : "ns.from";
  return voice.say(key, { from: place(way.start, game) });
}

export function inWords(move: NextStationMoveData, _view: NextStationView, game: Game): string {
  switch (move.do) {
    case "pencil":
      return voice.say("ns.doPencil", { colour: voice.read(game.words[move.colour]!) });
    case "double":
      return voice.say("ns.doDouble", { station: stationInWords(move.station, game) });
    case "pass":
    case "done":
    case "single":
      return voice.say(`ns.do.${move.do}`);
    default:
      return voice.say(`ns.do.${move.do}`, { from: place(move.start, game), to: stationInWords(move.end, game) });
  }
}

export function ask(view: NextStationView, names: string[], game: Game): string {
  if (view.result) return voice.say("ask.over");
  const sheet = view.table[view.seat ?? 0]!;
  switch (view.asks) {
    case "pencil":
      return view.seats === 1
        ? voice.say("ns.askPencilAlone", { round: view.taken.length + 1 })
        : voice.say("ns.askPencil");
    case "double-station":
      return voice.say("ns.askDouble");
    case "second-section":
      if (sheet.second === "any") return voice.say("ns.askSecondAny");
      return voice.say("ns.askSecond", { symbol: voice.say(`ns.${sheet.second}` as Key) });
    case "section":
      if (view.legal.length === 1) return voice.say("ns.askNothing");
      return voice.say("ns.ask", { colour: sheet.line ? voice.read(game.words[sheet.line.colour]!) : "" });
    case null:
      return voice.say("ask.wait", { names: voice.list(namesOf(view.turn, names)) });
  }
}

export function facts(view: NextStationView, seat: number): Fact[] {
  const sheet = view.table[seat]!;
  const interchanges = sheet.interchanges.reduce((sum, count) => sum + count, 0);
  return [
    { icon: "map", value: linesOf(sheet).length, label: voice.say("ns.lines") },
    { icon: "star", value: sheet.site_marks, label: voice.say("ns.siteMarks") },
    { icon: "branch", value: interchanges, label: voice.say("part.nextstation.interchanges") },
  ];
}

export function score(view: NextStationView, seat: number): number {
  return Object.values(view.table[seat]!.points).reduce((sum, points) => sum + points, 0);
}

export function describe(view: NextStationView, names: string[], game: Game): string[] {
  const card =
    view.card && !view.result
      ? [
          voice.say("ns.tellCard", {
            card: voice.read(game.words[view.card]!),
            left: view.left.map((each) => voice.read(game.words[each]!)).join("; "),
          }),
        ]
      : [];
  const sheets = view.table.flatMap((sheet, seat) =>
    linesOf(sheet).map((line) =>
      voice.say("ns.tellLine", {
        name: names[seat],
        colour: voice.read(game.words[line.colour]!),
        sections: line.sections.map(([a, b]) => `${a}–${b}`).join(", ") || voice.say("none"),
        points: line.points,
      }),
    ),
  );
  const own = view.seat === null ? undefined : view.table[view.seat];
  const ends = own?.line
    ? [voice.say("ns.tellEnds", { ends: voice.list(own.ends.map((end) => stationInWords(end, game))) })]
    : [];
  return [...card, ...sheets, ...ends];
}
