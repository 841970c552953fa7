"""The judge of Next Station: everyone draws what looks best to the end of the round, and later lines come as usual.

Nobody's line depends on another's. So what the others reach is worked out once for each order of the cards.
"""

from math import exp

from omnibus.bots.nextstation.hard import PENCILS
from omnibus.bots.nextstation.sheet import COUNT_BITS, FULL_COUNT
from omnibus.bots.nextstation.sketch import Paper, Sketch, Turn, cards_named, turn_now, turns_to_come
from omnibus.rules.game import Move
from omnibus.rules.nextstation.board import ANY, LONDON
from omnibus.rules.nextstation.moves import SECOND, Double, Draw, DrawSecond, Single
from omnibus.rules.nextstation.scoring import INTERCHANGE_POINTS, THAMES_POINTS
from omnibus.rules.nextstation.state import NO_POWER, NextStationState
from omnibus.rules.nextstation.view import NextStationSheetView, NextStationView
from omnibus.study.judge import Doubt, Judge, Worth, share_of

# What a line of a colour brings that is still to be drawn, and how many points of difference make the chance to win 2.7
# times as great when so many lines are: fitted to 200 sheets of `normal` players, four at a table.
LATER = {"pink": 33.2, "blue": 33.1, "purple": 35.6, "green": 34.1}
NERVE = (0.0, 8.0, 10.0, 16.0)


class Hopes:
    """A seat's sheet in a round: what it has, and how a sketch of the line being drawn would count in the end."""

    def __init__(self, view: NextStationView, seat: int):
        sheet = view["table"][seat]
        self.paper = Paper(view, seat)
        self.earlier = [line["points"] for line in sheet["lines"]]
        self.had = sum(self.earlier) + _interchanges(sheet) + sheet["points"].get("modules", 0)
        self.later = sum(LATER[colour] for colour in self.paper.later)

    def points(self, sketch: Sketch) -> float:
        """The points to expect in the end."""
        return self.had + self.paper.points(sketch) + self.later

    def with_double(self, sketch: Sketch, move: Double | Single) -> tuple[float, int]:
        """The points and the best line when a station counts twice, or none (N27)."""
        most = sketch.most
        if isinstance(move, Double):
            in_district = sketch.counts >> COUNT_BITS * LONDON.stations[move.station].district & FULL_COUNT
            most = max(most, in_district + 1)
        # The sketch is counted as if the best station counted twice.
        less = sketch.districts * (sketch.most + 1 - most)
        line = sketch.districts * most + THAMES_POINTS * sketch.crossings
        return self.points(sketch) - less, max([*self.earlier, line])

    def best_line(self, sketch: Sketch) -> int:
        """The most points of a single line, which tell players with equal scores apart (N20)."""
        line = sketch.districts * (sketch.most + self.paper.doubled) + THAMES_POINTS * sketch.crossings
        return max([*self.earlier, line])


def _interchanges(sheet: NextStationSheetView) -> int:
    """Points for the stations that several finished lines serve."""
    served: dict[int, int] = {}
    for line in sheet["lines"]:
        for station in line["stations"]:
            served[station] = served.get(station, 0) + 1
    return sum(INTERCHANGE_POINTS[lines] for lines in served.values() if lines > 1)


class RoundOfSheets:
    """A round as a seat sees it, in which all know what the others have drawn."""

    def __init__(self, view: NextStationView, hopes: list[Hopes] | None = None):
        self.view = view
        self.hopes = hopes or [Hopes(view, seat) for seat in range(view["seats"])]
        self.now = turn_now(view)
        self.last = not self.hopes[0].paper.later

    def ahead(self, state: NextStationState) -> list[Turn]:
        """The turns to come, as the cards lie in that state."""
        names = [LONDON.deck[card].name for card in reversed(state.pile)]
        return [] if state.doubling else turns_to_come(self.now, cards_named(names))

    def end_of(self, seat: int, ahead: list[Turn]) -> tuple[float, int]:
        """The points and the best line of a seat that draws what looks best."""
        hopes = self.hopes[seat]
        to_draw = seat in self.view["turn"] and not self.view["doubling"]
        return self.end(seat, hopes.paper.begin, [self.now, *ahead] if to_draw else ahead)

    def end(self, seat: int, sketch: Sketch, ahead: list[Turn]) -> tuple[float, int]:
        """The same from a sketch on."""
        hopes = self.hopes[seat]
        sketch = hopes.paper.drawn_on(sketch, ahead, 0)
        return hopes.points(sketch), hopes.best_line(sketch)

    def worths(self, ends: list[tuple[float, int]]) -> list[Worth]:
        """The shares when the round ends so for everyone."""
        best = max(ends)
        if self.last:
            winners = [seat for seat, end in enumerate(ends) if end == best]
            return [Worth(share_of(winners, seat), points) for seat, (points, _) in enumerate(ends)]
        nerve = NERVE[len(self.hopes[0].paper.later)]
        odds = [exp((points - best[0]) / nerve) for points, _ in ends]
        total = sum(odds)
        return [Worth(odd / total, points) for odd, (points, _) in zip(odds, ends, strict=True)]


class NextStationCase:
    """A decision in a round."""

    def __init__(self, view: NextStationView):
        if view["seat"] is None:
            raise ValueError("a spectator has no move")
        self.seat: int = view["seat"]
        self.round = RoundOfSheets(view)

    def world(self, state: NextStationState, luck: str) -> "NextStationWorld":  # noqa: ARG002
        """The state as a world to try moves in: the order of its cards is all that is unknown."""
        return NextStationWorld(self.round, self.seat, state)


class NextStationWorld:
    """An order of the cards of a round."""

    def __init__(self, round_of_sheets: RoundOfSheets, seat: int, state: NextStationState):
        self.round = round_of_sheets
        self.seat = seat
        self.ahead = self.round.ahead(state)
        self.ends = [
            (0.0, 0) if other == seat else self.round.end_of(other, self.ahead) for other in range(state.game.seats)
        ]

    def worths(self, move: Move) -> list[Worth]:
        """How the round ends, what was done with a move being drawn on by what looks best."""
        self.ends[self.seat] = self._end_after(move)
        return self.round.worths(self.ends)

    def _end_after(self, move: Move) -> tuple[float, int]:
        hopes = self.round.hopes[self.seat]
        begin = hopes.paper.begin
        if isinstance(move, Double | Single):
            return hopes.with_double(begin, move)
        if not isinstance(move, Draw):
            return self.round.end(self.seat, begin, self.ahead)
        way = next(way for *_, way in hopes.paper.ways[ANY][move.start] if way.station == move.to)
        power = begin.power if type(move) is Draw else NO_POWER
        sketch = Paper.drawn(begin, move.start, way, power)
        if power == SECOND and not isinstance(move, DrawSecond):
            sketch = hopes.paper.with_second(sketch, self.round.now, way)
        return self.round.end(self.seat, sketch, self.ahead)


class PencilCase:
    """The choice of a pencil, before there is a line."""

    def __init__(self, seat: int):
        self.seat = seat
        self.known: dict[str, list[Hopes]] = {}

    def first_round(self, state: NextStationState) -> RoundOfSheets:
        """The round that begins, whose empty sheets do not depend on the cards."""
        key = f"{state.pencils} {state.objectives} {state.powers}"
        found = RoundOfSheets(state.view(self.seat), self.known.get(key))
        self.known[key] = found.hopes
        return found

    def world(self, state: NextStationState, luck: str) -> "PencilWorld":  # noqa: ARG002
        """The state as a world to try moves in."""
        return PencilWorld(self, state)


class PencilWorld:
    """An order of the cards of the first round, and of all that is turned up before it."""

    def __init__(self, case: PencilCase, state: NextStationState):
        self.case = case
        self.seat = case.seat
        self.state = state

    def worths(self, move: Move) -> list[Worth]:
        """How the first round ends when all others take the pencils that are liked most."""
        state = self.state.copy()
        state.play(self.seat, move)
        while not state.pencils:
            taken = [LONDON.colours[colour] for colour in state.taken]
            state.play(state.turn[0], f"pencil {next(colour for colour in PENCILS if colour not in taken)}")
        first = self.case.first_round(state)
        ahead = first.ahead(state)
        return first.worths([first.end_of(seat, ahead) for seat in range(state.game.seats)])


class NextStationJudge(Judge):
    """Who judges Next Station."""

    name = "nextstation 3"
    doubt = Doubt(odds=0.2, points=0.65)
    budget = 3000

    def case(self, view: NextStationView) -> NextStationCase | PencilCase:
        """What can be told from the view alone."""
        if view["asks"] == "pencil":
            return PencilCase(view["seat"] or 0)
        return NextStationCase(view)


JUDGE = NextStationJudge()
