import { called, type Fact } from "../../table";
import { voice } from "../../texts/voice.svelte";
import type { GameInfo } from "../../views";
import type { LondonBoard, LondonRoute, LondonView } from "./view";
import { payment } from "./moves";

type Game = GameInfo<LondonBoard>;

export function endsOf(ends: [string, string], board: LondonBoard): string {
  return ends.map((end) => board.locations.find((location) => location.id === end)?.name ?? end).join(" – ");
}

/** Tickets by the places they link. */
export function words({ board }: Game): GameInfo["words"] {
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
export function cardsInWords(cards: string[], game: Pick<Game, "words">): string {
  const counts = new Map<string, number>();
  for (const kind of cards) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${voice.read(game.words[kind]!)}`).join(", ");
}

export function inWords(move: string, _view: LondonView, game: Game): string {
  const [verb, ...rest] = move.split(" ");
  const board = game.board;
  switch (verb) {
    case "claim": {
      const route = board.routes.find((each) => each.id === rest[0])!;
      return voice.say("london.doClaim", { ends: endsOf(route.ends, board), cards: cardsInWords(payment(move), game) });
    }
    case "keep":
      return voice.say("london.doKeep", {
        tickets: voice.list(rest.map((id) => endsOf(board.tickets.find((ticket) => ticket.id === id)!.ends, board))),
      });
    case "draw":
      return rest[0] === "deck"
        ? voice.say("london.doDraw")
        : voice.say("london.takeCard", { card: voice.read(game.words[rest[0]!]!) });
    case "tickets":
      return voice.say("london.doTickets");
    default:
      return voice.say("london.pass");
  }
}

export function ask(view: LondonView, names: string[]): string {
  const mine = view.seat !== null && view.turn.includes(view.seat);
  if (view.result) return voice.say("ask.over");
  const last = view.last_turns === null ? "" : " " + voice.say("london.lastTurns", { turns: view.last_turns });
  if (mine && view.choosing_first_tickets) return voice.say("london.askFirstTickets");
  if (mine && view.legal[0]?.startsWith("keep")) return voice.say("london.askKeep");
  if (mine && view.took_one) return voice.say("london.askSecond") + last;
  if (mine) return voice.say("london.ask") + last;
  return voice.say("ask.wait", { names: voice.list(called(view.turn, names)) }) + last;
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
    const cards = Object.entries(seat.known).flatMap(([kind, count]) => Array<string>(count).fill(kind));
    return seat.hand === null && cards.length
      ? [voice.say("london.tellKnown", { name: names[number], cards: cardsInWords(cards, game) })]
      : [];
  });
  return [...taken, row, ...known];
}
