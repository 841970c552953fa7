"""Points and ranking in Next Station."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from omnibus.rules.game import Result, ranked
from omnibus.rules.nextstation.board import NextStationBoard

# N17: what 0, 1, 2 … site marks score. N16: no more than ten are kept.
SITE_POINTS = (0, 1, 2, 4, 6, 8, 11, 14, 17, 21, 25)
MOST_MARKS = len(SITE_POINTS) - 1
# N18: what a station scores that is served by so many lines.
INTERCHANGE_POINTS = {2: 2, 3: 5, 4: 9}
THAMES_POINTS = 2

# N22
OBJECTIVES = ("interchanges", "districts", "sites", "centre", "thames")
OBJECTIVE_POINTS = 10
ENOUGH_INTERCHANGES = 8
ENOUGH_CROSSINGS = 6

# N30
MODULE_POINTS = 10
# N31: the highest score of each rank but the last.
VERDICTS = (90, 105, 120, 135, 150)

# The tables of the score sheet: sites by their marks, interchanges of 2, 3, 4 lines, a crossing of the Thames, an
# objective, and the lowest score for each verdict from the second on.
PRINTED_POINTS: dict[str, Any] = {
    "sites": list(SITE_POINTS),
    "interchanges": list(INTERCHANGE_POINTS.values()),
    "thames": THAMES_POINTS,
    "objective": OBJECTIVE_POINTS,
    "verdicts": [highest + 1 for highest in VERDICTS],
}

NO_STATION = -1


class Line(NamedTuple):
    """A line and its column of the score sheet."""

    colour: int
    sections: int
    stations: int
    doubled: int  # the station that counts as two (N27)
    districts: int
    most: int
    crossings: int
    sites: int
    points: int


def scored(board: NextStationBoard, colour: int, sections: int, stations: int, doubled: int = NO_STATION) -> Line:
    """N15: districts × most stations in one of them, and 2 for each section that crosses the Thames.

    N27: a doubled station counts as two in its district.
    """
    districts = most = 0
    for district in board.in_district:
        served = (stations & district).bit_count()
        if served:
            districts += 1
            if doubled != NO_STATION and district >> doubled & 1:
                served += 1
            if served > most:
                most = served
    crossings = (sections & board.thames).bit_count()
    sites = (stations & board.sites).bit_count()  # N16
    points = districts * most + THAMES_POINTS * crossings
    return Line(colour, sections, stations, doubled, districts, most, crossings, sites, points)


@lru_cache(maxsize=1024)  # every view of a game tells of the same lines
def stations_by_district(board: NextStationBoard, line: Line) -> Mapping[str, int]:
    """N15: how many stations of a line each of its districts counts; a doubled one counts as two (N27)."""
    counts = {}
    for name, district in zip(board.districts, board.in_district, strict=True):
        served = (line.stations & district).bit_count()
        if served:
            counts[name] = served + (line.doubled != NO_STATION and district >> line.doubled & 1)
    return counts


def finished_line(board: NextStationBoard, colour: int, sections: Sequence[int], doubled: int | None) -> Line:
    """The line of a finished round, from the list of its sections."""
    drawn = sum(1 << section for section in sections)
    stations = board.joined(sections)[0] | 1 << board.departures[colour]
    return scored(board, colour, drawn, stations, NO_STATION if doubled is None else doubled)


class Network(NamedTuple):
    """All lines of a sheet together."""

    lines: int  # points of the lines
    marks: int  # site marks
    served_by: tuple[int, int, int, int]  # the stations that at least 1, 2, 3, 4 lines serve
    crossings: int

    @property
    def interchanges(self) -> dict[int, int]:
        """How many stations are served by 2, 3, 4 lines (N18)."""
        _, two, three, four = (stations.bit_count() for stations in self.served_by)
        return {2: two - three, 3: three - four, 4: four}


def joined_up(lines: Sequence[Line]) -> Network:
    """What the lines of a sheet make together."""
    points = marks = crossings = one = two = three = four = 0
    for line in lines:
        four |= three & line.stations
        three |= two & line.stations
        two |= one & line.stations
        one |= line.stations
        points += line.points
        marks += line.sites
        crossings += line.crossings
    # N16: at most ten marks are kept.
    return Network(points, min(marks, MOST_MARKS), (one, two, three, four), crossings)


def progress(board: NextStationBoard, objective: str, network: Network) -> tuple[int, int]:
    """N22: how much of an objective the whole network has reached, and how much it needs."""
    served, interchanges = network.served_by[0], network.served_by[1]
    if objective == "interchanges":
        return interchanges.bit_count(), ENOUGH_INTERCHANGES
    if objective == "districts":
        return sum(bool(served & district) for district in board.in_district), len(board.in_district)
    if objective == "sites":
        return (served & board.sites).bit_count(), board.sites.bit_count()
    if objective == "centre":
        centre = board.in_district[board.stations[board.central].district]
        return (served & centre).bit_count(), centre.bit_count()
    return network.crossings, ENOUGH_CROSSINGS


def objective_met(board: NextStationBoard, objective: str, network: Network) -> bool:
    """N22: whether the whole network meets an objective."""
    reached, needed = progress(board, objective, network)
    return reached >= needed


def parts_of(
    board: NextStationBoard, lines: Sequence[Line], objectives: Sequence[str] | None, deduction: int
) -> dict[str, int]:
    """N19: what a final score is made of; objectives (N22) and the deduction (N30) only where they are played."""
    network = joined_up(lines)
    parts = {
        "lines": network.lines,
        "sites": SITE_POINTS[network.marks],
        "interchanges": sum(INTERCHANGE_POINTS[served] * count for served, count in network.interchanges.items()),
    }
    if objectives is not None:
        parts["objectives"] = OBJECTIVE_POINTS * sum(objective_met(board, each, network) for each in objectives)
    if deduction:
        parts["modules"] = -deduction
    return parts


def final_result(
    board: NextStationBoard, sheets: Sequence[Sequence[Line]], objectives: Sequence[str] | None, deduction: int
) -> Result:
    """N20: most points, then the best single line; all places are ranked so."""
    parts = [parts_of(board, lines, objectives, deduction) for lines in sheets]
    scores = [sum(part.values()) for part in parts]
    best_lines = [max(line.points for line in lines) for lines in sheets]
    return Result(scores, ranked(list(zip(scores, best_lines, strict=True))), parts)


def verdict(score: int) -> int:
    """N31: the Mayor's verdict on a solo score, 1 to 6."""
    return 1 + sum(score > highest for highest in VERDICTS)
