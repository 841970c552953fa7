"""What can be counted in Ticket to Ride: London: tickets and routes."""

from collections.abc import Sequence
from typing import ClassVar, TypedDict, cast

from omnibus.arena.statistics.section import Accumulator, Cell, Column, StatisticsSection
from omnibus.rules.game import Event, State
from omnibus.rules.london.state import LondonState


class TicketHeld(TypedDict):
    """A ticket that somebody kept."""

    ticket: str
    points: int  # for or against
    won: bool


class Tickets:
    """What each ticket brings to who keeps it."""

    key: ClassVar[str] = "tickets"

    def __init__(self) -> None:
        self.held: list[TicketHeld] = []

    def sees(self, seat: int, move: str, events: Sequence[Event], state: State) -> None:
        """Look at the end only."""
        del seat, move, events
        if state.result is None:
            return
        london = cast(LondonState, state)
        for owner, sheet in enumerate(london.sheets()):
            for ticket, points in sheet.tickets.items():
                won = owner in state.result.winners
                self.held.append({"ticket": _name(london, ticket), "points": points, "won": won})

    def found(self) -> list[TicketHeld]:
        """The tickets kept in this game."""
        return self.held

    @staticmethod
    def told(found: list[list[TicketHeld]]) -> StatisticsSection:
        """Each ticket, the most often completed first."""
        held: dict[str, list[TicketHeld]] = {}
        for ticket in (ticket for game in found for ticket in game):
            held.setdefault(ticket["ticket"], []).append(ticket)
        rows: list[list[Cell]] = []
        for name, times in held.items():
            complete = sum(each["points"] > 0 for each in times) / len(times)
            value = sum(each["points"] for each in times) / len(times)
            won = sum(each["won"] for each in times) / len(times)
            rows.append([name, abs(times[0]["points"]), len(times) / len(found), complete, value, won])
        rows.sort(key=lambda row: (-float(row[3] or 0), str(row[0])))
        columns = [
            Column("ticket"),
            Column("worth", "count"),
            Column("kept", "share"),
            Column("complete", "share"),
            Column("points", "number"),
            Column("owner-wins", "share"),
        ]
        return StatisticsSection("tickets", columns, rows, 3)


class RouteClaimed(TypedDict):
    """A route that somebody claimed."""

    route: str
    n: int
    won: bool


class Routes:
    """How often each route is claimed, and by whom."""

    key: ClassVar[str] = "routes"

    def __init__(self) -> None:
        self.claims: dict[str, tuple[int, int]] = {}  # who claimed the route, and when
        self.names: dict[str, str] = {}
        self.claimed: list[RouteClaimed] = []

    def sees(self, seat: int, move: str, events: Sequence[Event], state: State) -> None:
        """Note every claim, and in the end whose claims won."""
        del move
        for event in events:
            if event.kind == "claim":
                route = event.public["route"]
                self.claims[route] = (seat, state.n)
                self.names[route] = f"{route} {event.public['ends']}"
        if state.result is not None:
            self.claimed = [
                {"route": self.names[route], "n": n, "won": owner in state.result.winners}
                for route, (owner, n) in self.claims.items()
            ]

    def found(self) -> list[RouteClaimed]:
        """The routes claimed in this game."""
        return self.claimed

    @staticmethod
    def told(found: list[list[RouteClaimed]]) -> StatisticsSection:
        """Each route, the most often claimed first."""
        claimed: dict[str, list[RouteClaimed]] = {}
        for route in (route for game in found for route in game):
            claimed.setdefault(route["route"], []).append(route)
        rows: list[list[Cell]] = []
        for name, times in claimed.items():
            when = sum(each["n"] for each in times) / len(times)
            won = sum(each["won"] for each in times) / len(times)
            rows.append([name, len(times) / len(found), when, won])
        rows.sort(key=lambda row: (-float(row[1] or 0), str(row[0])))
        columns = [Column("route"), Column("claimed", "share"), Column("when", "number"), Column("owner-wins", "share")]
        return StatisticsSection("routes", columns, rows, 1)


def _name(state: LondonState, number: int) -> str:
    ticket = state.board.tickets[number]
    return f"{ticket.id} {state.board.locations[ticket.a]} – {state.board.locations[ticket.b]}"


ACCUMULATORS: list[type[Accumulator]] = [Tickets, Routes]
