"""Where lines of Next Station go: writes what `hard` takes for the habits of lines still to come.

    python benchmarks/nextstation_habits.py [--games 1500] [--iterations 100] [--seed habits] > habits.json

Solo games of `hard`, its budget small, each with a random order of pencils. Of a thousand lines of each colour, how
many serve each station, draw each section, and serve 0, 1, 2 … sites; and how many steps towards each objective a
thousand lines make, the first of each sheet left out.
"""

import argparse
import json
from random import Random

from omnibus.bots import bot_named
from omnibus.bots.bot import Budget
from omnibus.bots.nextstation.prospects import PER
from omnibus.bots.nextstation.sheet import CENTRE
from omnibus.rules.nextstation import NextStation
from omnibus.rules.nextstation.board import LONDON, members
from omnibus.rules.nextstation.scoring import Line, Network, joined_up
from omnibus.rules.nextstation.state import NextStationState


def sheet_of_a_game(seed: str, iterations: int) -> list[Line]:
    """The four lines of one game."""
    state = NextStation(1).start(seed)
    if not isinstance(state, NextStationState):
        raise TypeError("not a state of Next Station")
    bot, rng = bot_named("hard", "nextstation").seated(Budget(iterations=iterations)), Random(seed)
    while state.turn:
        view = state.view(0)
        state.play(0, rng.choice(view["legal"])["text"] if view["asks"] == "pencil" else bot(view, rng))
    return state.sheets[0]


def per_thousand(counts: list[int], lines: int) -> list[int]:
    """Counts of so many lines, as if there had been a thousand."""
    return [round(PER * count / lines) for count in counts]


def habits(lines: list[Line]) -> dict[str, list[int]]:
    """Where lines of one colour go."""
    stations = [0] * len(LONDON.stations)
    sections = [0] * len(LONDON.sections)
    sites = [0] * (LONDON.sites.bit_count() + 1)
    for line in lines:
        for station in members(line.stations):
            stations[station] += 1
        for section in members(line.sections):
            sections[section] += 1
        sites[line.sites] += 1
    counts = {"stations": stations, "sections": sections, "sites": sites}
    return {each: per_thousand(found, len(lines)) for each, found in counts.items()}


def progress(network: Network) -> dict[str, int]:
    """How far a network has come towards each objective."""
    served = network.served_by[0]
    return {
        "interchanges": network.served_by[1].bit_count(),
        "districts": sum(bool(served & district) for district in LONDON.in_district),
        "sites": (served & LONDON.sites).bit_count(),
        "centre": (served & CENTRE).bit_count(),
        "thames": network.crossings,
    }


def steps(sheets: list[list[Line]]) -> dict[str, int]:
    """How many steps towards each objective lines after the first make."""
    later = sum(len(lines) - 1 for lines in sheets)
    ends = [progress(joined_up(lines)) for lines in sheets]
    begins = [progress(joined_up(lines[:1])) for lines in sheets]
    made = {each: sum(end[each] - begin[each] for begin, end in zip(begins, ends, strict=True)) for each in ends[0]}
    return dict(zip(made, per_thousand(list(made.values()), later), strict=True))


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--seed", default="habits")
    arguments = parser.parse_args()
    sheets = [sheet_of_a_game(f"{arguments.seed}/{number}", arguments.iterations) for number in range(arguments.games)]
    print('{\n  "steps":', json.dumps(steps(sheets)), end="")
    for number, colour in enumerate(LONDON.colours):
        found = habits([line for lines in sheets for line in lines if line.colour == number])
        rows = ",\n".join(f"    {json.dumps(each)}: {json.dumps(counts)}" for each, counts in found.items())
        print(f",\n  {json.dumps(colour)}: {{\n{rows}\n  }}", end="")
    print("\n}")


if __name__ == "__main__":
    main()
