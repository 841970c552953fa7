"""What reviews find: planted blunders, and who plays better. Hours of games: `make soak` plays them.

What is done is kept in pytest's cache until the code changes, piece by piece: a run that was stopped goes on, and it
can be made in parts, `pytest -m soak tests/study/test_skill.py -k "bus and orders"`.
"""

import json
from collections import defaultdict
from collections.abc import Callable
from hashlib import sha256
from importlib.resources import files
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from omnibus.arena.results import played_with
from omnibus.bots import bot_named
from omnibus.bots.bot import Budget
from omnibus.rules import GAMES, read_record
from omnibus.rules.record import Record
from omnibus.rules.shelf import OURS
from omnibus.study.judge import Unit, judge_of, unit_of
from omnibus.study.review import Job, course_of, do_job, jobs_of
from omnibus.study.worth import DOUBT

LEVELS = ("random", "easy", "normal", "hard")
GAMES_OF_ALL = 30  # one player of each level
GAMES_OF_EQUALS = 30
PART = 0.25  # of the judge's budget
BLUNDERS = 50
FOUND = 0.9
# Who plays where blunders are planted. In London and Bus `normal` players blunder by themselves, as dearly as what is
# planted, and in London masters do after a blunder that they would never make.
HOSTS = {"london": "hard", "bus": "hard", "nextstation": "normal", "terminus": "normal"}
DEAR = {"share": 0.2, "points": 10.0}  # what a planted blunder costs at least
PATIENCE = 40  # moments looked at before another game is taken

every_game = pytest.mark.parametrize("game", OURS)

Kept = Callable[..., Any]


@pytest.fixture
def kept(game: str, pytestconfig: pytest.Config) -> Kept:
    """What was made under a name, from an earlier run where the code of the game was the same."""
    code = sha256()
    for room in ("rules", "bots", "study"):
        for file in played_with(files("omnibus").joinpath(room), game):
            if file.name.endswith(".py"):
                code.update(file.read_bytes())
    assert pytestconfig.cache is not None
    folder = pytestconfig.cache.mkdir(f"study-{code.hexdigest()[:16]}")

    def found_or_made(name: str, make: Callable[..., Any], *of: Any) -> Any:
        path = folder / f"{name}.json"
        if not path.exists():
            half = path.with_suffix(".half")
            half.write_text(json.dumps(make(*of)))
            half.rename(path)
        return json.loads(path.read_text())

    return found_or_made


def played(game: str, bots: list[str], seed: str, instead: dict[int, str] | None = None) -> Record:
    """A game among bots in which some moves are made instead of theirs."""
    box = GAMES[game](len(bots))
    record = Record(box, bots, seed)
    kinds = [bot_named(bot, game) for bot in bots]
    # In iterations alone: the same games on any machine.
    seated = [kind.seated(Budget(iterations=kind.budget.iterations)) for kind in kinds]
    state, rng = box.start(seed), Random(seed)
    while state.turn:
        seat = state.turn[0]
        move = (instead or {}).get(state.n + 1) or seated[seat](state.view(seat), rng)
        state.play(seat, move)
        record.add(seat, box.move(move), state)
    record.write()
    return record


def part_of_budget(game: str) -> int:
    """Tries of moves for a decision."""
    return round(PART * judge_of(game).budget)


# ---- Skill and luck


def looked_at(game: str, bots: list[str], seed: str, unit: Unit) -> list[dict[str, float]]:
    """A game as each seat played it: its first value, and what it lost at its decisions, all of them together."""
    course = course_of(played(game, bots, seed))
    jobs = jobs_of(course, part_of_budget(game), "review")
    seats = []
    for seat in range(len(bots)):
        weighed = [do_job({**job, "unit": unit}) for job in jobs if job["view"]["seat"] == seat]
        seats.append(
            {
                "decisions": len(weighed),
                "first": weighed[0]["value"]["share"],
                "loss": sum(each["value"]["share"] - each["worth"]["share"] for each in weighed),
                "behind": sum(_behind(each) for each in weighed),
                "at_stake": sum(_at_stake(each, unit) for each in weighed),
            }
        )
    return seats


def _behind(weighed: dict[str, Any]) -> float:
    """By how much a move was worse than the best, unless that may be the sample: what the judge may be wrong by itself
    makes single moves doubtful, and averages out over those of many games, as it is wrong about everybody's."""
    lead, error = float(weighed["lead"]), float(weighed["lead_error"])
    return lead if lead > DOUBT * error else 0.0


def _at_stake(weighed: dict[str, Any], unit: Unit) -> float:
    """How far the best move and the worst one are apart."""
    worths = [each[unit] for each in weighed["candidates"]]
    return float(max(worths) - min(worths))


@pytest.mark.soak
@every_game
def test_skill_orders_the_players(game: str, kept: Kept) -> None:
    """By the part that they lose of what is at stake, in points.

    Whoever has lost the game already has no share of it to lose any more, and `random` mostly has. And whoever plays
    Bus at random has placed all cubes after two or three rounds: then no points are left to lose either.
    """
    lost: dict[str, list[float]] = defaultdict(list)
    for number in range(GAMES_OF_ALL):
        bots = [*LEVELS[number % 4 :], *LEVELS[: number % 4]]
        seats = kept(f"{game}-mixed-{number}", looked_at, game, bots, f"skill {number}", "points")
        for bot, seat in zip(bots, seats, strict=True):
            lost[bot].append(seat["behind"] / seat["at_stake"])
    mean = {bot: fmean(each) for bot, each in lost.items()}
    interval = {bot: 1.96 * stdev(each) / len(each) ** 0.5 for bot, each in lost.items()}
    for worse, better in (("random", "easy"), ("easy", "normal")):
        assert mean[worse] - interval[worse] > mean[better] + interval[better], (mean, interval)
    assert mean["hard"] - interval["hard"] <= mean["normal"] + interval["normal"], (mean, interval)


@pytest.mark.soak
@every_game
def test_luck_is_even_among_the_strongest(game: str, kept: Kept) -> None:
    """Luck is the result, a quarter on average, less the first value and plus the losses."""
    luck = []
    for number in range(GAMES_OF_EQUALS):
        seats = kept(f"{game}-equals-{number}", looked_at, game, ["hard"] * 4, f"luck {number}", "share")
        luck += [1 / 4 - seat["first"] + seat["loss"] for seat in seats]
    assert abs(fmean(luck)) <= 0.03


# ---- Planted blunders


def planted(game: str, seed: str) -> tuple[str, int] | None:
    """A game with the worst legal move at a random moment where it costs much, and the number of that move."""
    bots = [HOSTS[game]] * (1 if 1 in GAMES[game].seat_counts else 4)
    course = course_of(played(game, bots, seed))
    glances, looks = (
        jobs_of(course, tries, "planting") for tries in (part_of_budget(game), 10 * judge_of(game).budget)
    )
    moments = list(zip(glances, looks, strict=True))
    for glance, look in Random(seed).sample(moments, min(PATIENCE, len(moments))):
        # Where a glance shows nothing like it, ten times the budget would show it hardly ever.
        worst = worst_of(glance, 0.5) and worst_of(look)
        if worst is not None and costs_much(look, worst):
            return played(game, bots, seed, {look["n"]: worst}).write(), look["n"]
    return None


def worst_of(job: Job, part: float = 1.0) -> str | None:
    """The move that looks worst, if it looks as if it cost that part of much."""
    unit = unit_of(job["view"]["seats"])
    best, *_, worst = do_job(job)["candidates"]
    return str(worst["move"]) if best[unit] - worst[unit] >= part * DEAR[unit] else None


def costs_much(job: Job, move: str) -> bool:
    """Whether a move does cost much, in worlds in which it was not chosen: the worst of many looks worse than it is."""
    unit = unit_of(job["view"]["seats"])
    weighed = do_job({**job, "move": move})
    return bool(weighed["value"][unit] - weighed["worth"][unit] >= DEAR[unit])


def is_found(game: str, text: str, n: int) -> bool:
    """Whether the planted move is the seat's largest loss."""
    record = read_record(text)
    unit = unit_of(record.game.seats)
    seat = record.plies[n - 1][0]
    jobs = jobs_of(course_of(record), judge_of(game).budget, "looking")
    losses = {
        each["n"]: each["value"][unit] - each["worth"][unit]
        for each in (do_job(job) for job in jobs if job["view"]["seat"] == seat)
    }
    return bool(losses[n] > 0 and losses[n] == max(losses.values()))


@pytest.mark.soak
@every_game
def test_planted_blunders_are_found(game: str, kept: Kept) -> None:
    found: list[bool] = []
    number = 0
    while len(found) < BLUNDERS:
        case = kept(f"{game}-dear-{number}", planted, game, f"blunder {number}")
        if case is not None:
            found.append(kept(f"{game}-dear-found-{number}", is_found, game, *case))
        number += 1
    assert fmean(found) >= FOUND, found
