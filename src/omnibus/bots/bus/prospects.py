"""How a game of Bus will end, judged from the position between two rounds."""

from math import exp
from typing import NamedTuple

from omnibus.rules.bus.board import KINDS
from omnibus.rules.bus.state import LEAST_CUBES, BusState

FULL_LENGTH = 10  # rounds, if everyone places two cubes a round


class Worth(NamedTuple):
    """What something is worth in a game that is nearly over, and in one that has just begun."""

    late: float
    early: float


# The chances to win are as the exponentials of what the seats have. Fitted to who won, and by how much, in some
# 1,200 games of four `greedy` players who now and then moved at random.
SCORE = Worth(0.78, 0.37)
BUS = Worth(0.27, 0.61)
RIDES = (Worth(0.25, 0.21), Worth(-0.11, 0.23), Worth(-0.05, 0.20))  # with the clock on the next kind, and so on
FREE_BUILDING = Worth(0.17, 0.23)  # for any kind on the clock, a third of each
JUNCTION = Worth(0.04, 0.26)
STATION = Worth(0.73, -0.44)  # while all passengers who are not there at the beginning are yet to arrive
ROUND = Worth(1.58, 0.93)  # that one can play longer than the others
TURN = Worth(-1.30, -0.23)  # to be last in the next round, and in part to be in the middle


def chances(state: BusState) -> list[float]:
    """How likely each seat is to win, between two rounds or at the end."""
    if state.result is not None:
        winners = state.result.winners
        return [(seat in winners) / len(winners) for seat in range(state.game.seats)]
    prospects = _prospects(state)
    best = max(prospects)
    odds = [exp(prospect - best) for prospect in prospects]
    total = sum(odds)
    return [odd / total for odd in odds]


def _prospects(state: BusState) -> list[float]:
    """What each seat has, in odds to win."""
    box, seats = state.game, state.game.seats
    # The game is over when all but one have placed their cubes.
    end = sorted(state.cubes)[-2] / LEAST_CUBES
    early = end / FULL_LENGTH
    late = 1.0 - early
    score, bus, junction, free_building, longer, turn = [
        late * worth.late + early * worth.early for worth in (SCORE, BUS, JUNCTION, FREE_BUILDING, ROUND, TURN)
    ]
    rides = [late * worth.late + early * worth.early for worth in RIDES]
    arrivals = state.supply / (box.passengers - len(box.board.centre))
    station = (late * STATION.late + early * STATION.early) * arrivals
    balances = balances_of(state)
    prospects = []
    for seat in range(seats):
        line, buses = state.touched[seat], state.buses[seat]
        worth = score * (state.points[seat] - state.stones[seat]) + bus * buses + junction * line.bit_count()
        for step, weight in enumerate(rides):
            waiting = free = 0
            for place, kinds in balances:
                if line & place:
                    balance = kinds[step]
                    if balance > 0:
                        waiting += balance
                    else:
                        free -= balance
            worth += weight * min(waiting, free, buses) + free_building * free / len(KINDS)
        for here in box.board.stations:
            worth += station * (line >> here & 1)
        worth += longer * (state.cubes[seat] / LEAST_CUBES - end)
        prospects.append(worth + turn * ((seat - state.first) % seats) / seats)
    return prospects


def merits(state: BusState) -> list[dict[str, float]]:
    """What each seat has, in odds to win, told apart: together what it is judged by."""
    box, seats = state.game, state.game.seats
    end = sorted(state.cubes)[-2] / LEAST_CUBES
    early = end / FULL_LENGTH
    arrivals = state.supply / (box.passengers - len(box.board.centre))
    balances = balances_of(state)

    def now(worth: Worth) -> float:
        return (1.0 - early) * worth.late + early * worth.early

    found = []
    for seat in range(seats):
        line, buses = state.touched[seat], state.buses[seat]
        mine = [kinds for place, kinds in balances if line & place]
        waiting = [sum(max(0, kinds[step]) for kinds in mine) for step in range(len(RIDES))]
        free = [sum(max(0, -kinds[step]) for kinds in mine) for step in range(len(RIDES))]
        rides = [min(*both, buses) for both in zip(waiting, free, strict=True)]
        found.append(
            {
                "merit-score": now(SCORE) * (state.points[seat] - state.stones[seat]),
                "merit-buses": now(BUS) * buses,
                "merit-line": now(JUNCTION) * line.bit_count(),
                "merit-rides": sum(now(worth) * count for worth, count in zip(RIDES, rides, strict=True)),
                "merit-buildings": now(FREE_BUILDING) * sum(free) / len(KINDS),
                "merit-stations": now(STATION) * arrivals * sum(line >> here & 1 for here in box.board.stations),
                "merit-cubes": now(ROUND) * (state.cubes[seat] / LEAST_CUBES - end),
                "merit-turn": now(TURN) * ((seat - state.first) % seats) / seats,
            }
        )
    return found


def balances_of(state: BusState) -> list[tuple[int, tuple[int, int, int]]]:
    """The junctions where something is, as bits, with how many wait there for each kind the clock will show.

    Below 0 it is how many find room.
    """
    clock = state.clock
    first, second, third = [state.kinds_at[(clock + step) % len(KINDS)] for step in (1, 2, 3)]
    balances = []
    for junction, people in enumerate(state.people):
        one, two, three = first[junction], second[junction], third[junction]
        if people or one or two or three:
            balances.append((1 << junction, (people - one, people - two, people - three)))
    return balances
