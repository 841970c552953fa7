import type { CountStep } from "../../table";
import { i18n } from "../../texts/i18n.svelte";
import type { GameDetails } from "../../views";
import type { LondonBoard, LondonView } from "./view";
import { endsOf } from "./words";

/** The final count: everybody's routes, then ticket by ticket, then the districts. */
export function count({ sheets }: LondonView, names: string[], { board }: GameDetails<LondonBoard>): CountStep[] {
  if (!sheets) return [];
  const seats = [...sheets.keys()];
  const routes = seats.map((seat) => ({
    part: "routes",
    seat,
    points: sheets[seat]!.routes,
    text: i18n.t("london.countRoutes", { name: names[seat] }),
  }));
  const tickets = seats.flatMap((seat) =>
    Object.entries(sheets[seat]!.tickets).map(([thing, points]) => ({
      part: "tickets",
      seat,
      points,
      thing,
      text: i18n.t(points > 0 ? "london.countTicket" : "london.countTicketLost", {
        name: names[seat],
        ends: endsOf(board.tickets.find(({ id }) => id === thing)!.ends, board),
      }),
    })),
  );
  const districts = seats.flatMap((seat) =>
    Object.entries(sheets[seat]!.districts).map(([thing, points]) => ({
      part: "districts",
      seat,
      points,
      thing,
      text: i18n.t("london.countDistrict", { name: names[seat], value: thing }),
    })),
  );
  return [...routes, ...tickets, ...districts];
}
