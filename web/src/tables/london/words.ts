import { type Fact, namesOf } from "../../table";
import { voice } from "../../texts/voice.svelte";
import type { GameDetails } from "../../views";
import type { LondonBoard, LondonMoveData, LondonRoute, LondonView } from "./view";

type Game = GameDetails<LondonBoard>;

export function endsOf(ends: [string, string], board: LondonBoard): string {
  return ends.map((end) => board.locations.find((location) => location.id === end)?.name ?? end).join(" – ");
}

/** Tickets by the places they link. */
export function words({ board }: Game): GameDetails["words"] {
  return Object.fromEntries(
    board.tickets.map(({ id, ends }) => [id, { en: endsOf(ends, board), fr: endsOf(ends, board) }]),
  );
}

/** What a route costs and what it brings. */
export function priceOf(route: LondonRoute, game: Game): string {
  const { length, colour } = route;
  const points = game.board.route_points[length];
  return colour === "grey"
    ? voice.say("london.priceGrey", { length, points })
    : voice.say("london.price", { length, colour: voice.read(game.words[colour]!), points });
}

/** Cards by kind: “3 orange, 1 Bus”. */
export function cardsInWords(cards: Record<string, number>, game: Pick<Game, "words">): string {
  return Object.entries(cards)
    .filter(([, count]) => count)
    .map(([kind, count]) => `${count} ${voice.read(game.words[kind]!)}`)
    .join(", ");
}

export function inWords(move: LondonMoveData, _view: LondonView, game: Game): string {
  const board = game.board;
  switch (move.do) {
    case "claim": {
      const route = board.routes.find((each) => each.id === move.route)!;
      return voice.say("london.doClaim", { ends: endsOf(route.ends, board), cards: cardsInWords(move.cards, game) });
    }
    case "keep":
      return voice.say("london.doKeep", {
        tickets: voice.list(
          move.tickets.map((id) => endsOf(board.tickets.find((ticket) => ticket.id === id)!.ends, board)),
        ),
      });
    case "draw":
      return voice.say("london.doDraw");
    case "take":
      return voice.say("london.takeCard", { card: voice.read(game.words[move.card]!) });
    case "tickets":
      return voice.say("london.doTickets");
    case "pass":
      return voice.say("london.pass");
  }
}

export function ask(view: LondonView, names: string[]): string {
  if (view.result) return voice.say("ask.over");
  const last = view.last_turns === null ? "" : " " + voice.say("london.lastTurns", { turns: view.last_turns });
  switch (view.asks) {
    case "first-tickets":
      return voice.say("london.askFirstTickets");
    case "tickets":
      return voice.say("london.askKeep");
    case "second-card":
      return voice.say("london.askSecond") + last;
    case "action":
      return voice.say("london.ask") + last;
    case null:
      return voice.say("ask.wait", { names: voice.list(namesOf(view.turn, names)) }) + last;
  }
}

export function facts(view: LondonView, seat: number): Fact[] {
  const place = view.table[seat]!;
  return [
    { icon: "bus", value: place.buses, label: voice.say("london.buses") },
    { icon: "card", value: place.hand_size, label: voice.say("london.cards") },
    { icon: "ticket", value: place.ticket_count + place.offer_size, label: voice.say("london.tickets") },
  ];
}

export function describe(view: LondonView, names: string[], game: Game): string[] {
  const board = game.board;
  const taken = view.table.map((seat, number) =>
    voice.say("london.tellRoutes", {
      name: names[number],
      routes:
        voice.list(seat.routes.map((id) => endsOf(board.routes.find((route) => route.id === id)!.ends, board))) ||
        voice.say("none"),
      points: seat.points,
      buses: seat.buses,
      cards: seat.hand_size,
      tickets: seat.ticket_count,
    }),
  );
  const row = voice.say("london.tellRow", {
    cards: voice.list(view.row.filter((kind) => kind !== null).map((kind) => voice.read(game.words[kind]!))),
    deck: view.deck.size,
    tickets: view.ticket_deck,
  });
  const known = view.table.flatMap((seat, number) => {
    const cards = cardsInWords(seat.known, game);
    return seat.hand === null && cards ? [voice.say("london.tellKnown", { name: names[number], cards })] : [];
  });
  return [...taken, row, ...known];
}
