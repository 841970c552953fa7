"""What the lines still to come may make of a sheet.

Known from many games is how often a line of each colour serves each station, draws each section and how many sites
it serves. A station on the sheet is worth more where later lines pass; a section costs where it bars their way.
"""

import json
from collections.abc import Sequence
from importlib.resources import files
from math import exp, factorial

from omnibus.bots.nextstation.sheet import MARK_POINTS, MORE_INTERCHANGE, SeatSheet
from omnibus.rules.nextstation.board import LONDON, members
from omnibus.rules.nextstation.scoring import OBJECTIVE_POINTS

# How much of the points that later lines would find at a station, were they drawn as usual, they owe to it; and the
# points they lose by a section they would have drawn. Both together fitted to the points of 15,000 later lines;
# by colour the fits lie between 0.3 and 0.8, and between 2.2 and 3.7.
OWED = 0.6
LOST = 3.0

PER = 1000  # the file counts for so many lines
_COUNTS = json.loads(files("omnibus.bots.nextstation").joinpath("habits.json").read_text(encoding="utf-8"))
# By colour: how often a line serves each station, draws each section, and serves 0, 1, 2 … sites.
HABITS: dict[str, dict[str, list[float]]] = {
    colour: {each: [count / PER for count in counts] for each, counts in _COUNTS[colour].items()}
    for colour in LONDON.colours
}
# How many steps towards each objective a later line makes.
STEPS: dict[str, float] = {objective: count / PER for objective, count in _COUNTS["steps"].items()}


def _sums(chances: Sequence[Sequence[float]]) -> list[float]:
    """How likely each total is, when each list says how likely 0, 1, 2 … are."""
    totals = [1.0]
    for often in chances:
        wider = [0.0] * (len(totals) + len(often) - 1)
        for total, likely in enumerate(totals):
            for more, chance in enumerate(often):
                wider[total + more] += likely * chance
        totals = wider
    return totals


def station_worth(lines_at: Sequence[int], later: Sequence[str]) -> list[float]:
    """What serving each station adds in interchanges, those with later lines included."""
    worth = []
    for station, lines in enumerate(lines_at):
        visits = [OWED * HABITS[colour]["stations"][station] for colour in later]
        totals = _sums([(1 - visit, visit) for visit in visits])
        worth.append(sum(often * MORE_INTERCHANGE[lines + more] for more, often in enumerate(totals)))
    return worth


def section_cost(barred: int, later: Sequence[str]) -> list[float]:
    """What drawing each section costs the later lines, whose way it bars."""
    uses = [sum(HABITS[colour]["sections"][section] for colour in later) for section in range(len(LONDON.sections))]
    return [LOST * sum(uses[other] for other in members(bars & ~barred)) for bars in LONDON.barring]


def mark_worth(later: Sequence[str]) -> list[float]:
    """What so many site marks will score once the later lines have added theirs."""
    totals = _sums([HABITS[colour]["sites"] for colour in later])
    most = len(MARK_POINTS) - 1
    return [
        sum(often * MARK_POINTS[min(marks + more, most)] for more, often in enumerate(totals))
        for marks in range(most + 1)
    ]


def objective_worth(sheet: SeatSheet, stations: int, crossings: int, later: int) -> float:
    """The points to expect of the objectives, if the line has these stations and crossings."""
    return sum(_hope(each, sheet.missing(each, stations, crossings), later) for each in sheet.objectives)


def _hope(objective: str, missing: int, later: int) -> float:
    """The points to expect of an objective so many steps away: later lines make steps as chance has it."""
    steps = later * STEPS[objective]
    too_few = exp(-steps) * sum(steps**made / factorial(made) for made in range(missing))
    return OBJECTIVE_POINTS * (1 - too_few)
