import { type Fact, namesOf } from "../../table";
import { i18n } from "../../texts/i18n.svelte";
import type { GameDetails } from "../../views";
import type { LondonBoard, LondonMoveData, LondonRoute, LondonView } from "./view";

type Game = GameDetails<LondonBoard>;

export function endsOf(ends: [string, string], board: LondonBoard): string {
  return ends.map((end) => board.locations.find((location) => location.id === end)?.name ?? end).join(" – ");
}

/** A route by the places it links, and of two beside each other by its side. */
export function routeInWords(route: LondonRoute, board: LondonBoard): string {
  const ends = endsOf(route.ends, board);
  const beside = board.routes.find(({ id, double }) => double && double === route.double && id !== route.id);
  return beside ? i18n.t("london.oneOfTwo", { ends, side: i18n.t(sideOf(route, beside)) }) : ends;
}

function sideOf({ spaces: [one] }: LondonRoute, { spaces: [other] }: LondonRoute) {
  const right = one![0] - other![0];
  const down = one![1] - other![1];
  if (Math.abs(right) > Math.abs(down)) return right < 0 ? "london.left" : "london.right";
  return down < 0 ? "london.upper" : "london.lower";
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
    ? i18n.t("london.priceGrey", { length, points })
    : i18n.t("london.price", { length, colour: i18n.localized(game.words[colour]!), points });
}

/** Cards by kind: “3 orange, 1 Bus”. */
export function cardsInWords(cards: Record<string, number>, game: Pick<Game, "words">): string {
  return Object.entries(cards)
    .filter(([, count]) => count)
    .map(([kind, count]) => i18n.t("several", { count, item: i18n.localized(game.words[kind]!) }))
    .join(", ");
}

export function inWords(move: LondonMoveData, _view: LondonView, game: Game): string {
  const board = game.board;
  switch (move.do) {
    case "claim": {
      const route = board.routes.find((each) => each.id === move.route)!;
      return i18n.t("london.doClaim", { ends: routeInWords(route, board), cards: cardsInWords(move.cards, game) });
    }
    case "keep":
      return i18n.t("london.doKeep", {
        tickets: i18n.list(
          move.tickets.map((id) => endsOf(board.tickets.find((ticket) => ticket.id === id)!.ends, board)),
        ),
      });
    case "draw":
      return i18n.t("london.doDraw");
    case "take":
      return i18n.t("london.takeCard", { card: i18n.localized(game.words[move.card]!) });
    case "tickets":
      return i18n.t("london.doTickets");
    case "pass":
      return i18n.t("london.pass");
  }
}

export function ask(view: LondonView, names: string[]): string {
  if (view.result) return i18n.t("ask.over");
  const last = view.last_turns === null ? "" : " " + i18n.t("london.lastTurns", { turns: view.last_turns });
  switch (view.asks) {
    case "first-tickets":
      return i18n.t("london.askFirstTickets");
    case "tickets":
      return i18n.t("london.askKeep");
    case "second-card":
      return i18n.t("london.askSecond") + last;
    case "action":
      return i18n.t("london.ask") + last;
    case null:
      return i18n.t("ask.wait", { names: i18n.list(namesOf(view.turn, names)) }) + last;
  }
}

export function facts(view: LondonView, seat: number): Fact[] {
  const place = view.table[seat]!;
  return [
    { icon: "bus", value: place.buses, label: i18n.t("london.buses") },
    { icon: "card", value: place.hand_size, label: i18n.t("london.cards") },
    { icon: "ticket", value: place.ticket_count + place.offer_size, label: i18n.t("london.tickets") },
  ];
}

export function describe(view: LondonView, names: string[], game: Game): string[] {
  const board = game.board;
  const taken = view.table.map((seat, number) =>
    i18n.t("london.tellRoutes", {
      name: names[number],
      routes:
        i18n.list(seat.routes.map((id) => endsOf(board.routes.find((route) => route.id === id)!.ends, board))) ||
        i18n.t("none"),
      points: seat.points,
      buses: seat.buses,
      cards: seat.hand_size,
      tickets: seat.ticket_count,
    }),
  );
  const row = i18n.t("london.tellRow", {
    cards: i18n.list(view.row.filter((kind) => kind !== null).map((kind) => i18n.localized(game.words[kind]!))),
    deck: view.deck.size,
    tickets: view.ticket_deck,
  });
  const known = view.table.flatMap((seat, number) => {
    const cards = cardsInWords(seat.known, game);
    return seat.hand === null && cards ? [i18n.t("london.tellKnown", { name: names[number], cards })] : [];
  });
  return [...taken, row, ...known];
}
