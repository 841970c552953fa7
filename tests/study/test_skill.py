"""What reviews find: planted blunders, and who plays better. Hours of games: `make soak` plays them."""

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from statistics import fmean, stdev

import pytest

from omnibus.bots import bot_named
from omnibus.bots.bot import Budget
from omnibus.rules import GAMES
from omnibus.rules.record import Record
from omnibus.rules.shelf import OURS
from omnibus.study.judge import judge_of
from omnibus.study.review import Job, Review, course_of, do_job, jobs_of, review

LEVELS = ("random", "easy", "normal", "hard")
GAMES_EACH = 30
BLUNDERS = 50
FOUND = 0.9
DEAR = {"share": 0.2, "points": 10.0}  # what a planted blunder costs at least
PATIENCE = 40  # moments looked at before another game is taken

every_game = pytest.mark.parametrize("game", OURS)


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


def seats_of(game: str) -> int:
    """Alone where one can play alone, otherwise four."""
    return 1 if 1 in GAMES[game].seat_counts else 4


# ---- Planted blunders


def planted(game: str, seed: str) -> tuple[Record, int] | None:
    """A game with the worst legal move at a random moment where it costs much, and the number of that move."""
    bots = ["normal"] * seats_of(game)
    budget = judge_of(game).budget
    course = course_of(played(game, bots, seed))
    glances, looks = (jobs_of(course, tries, "planting") for tries in (budget // 4, 10 * budget))
    moments = list(zip(glances, looks, strict=True))
    for glance, look in Random(seed).sample(moments, min(PATIENCE, len(moments))):
        # Where a glance shows nothing like it, ten times the budget would show it hardly ever.
        worst = dear(glance, 0.5) and dear(look)
        if worst is not None:
            return played(game, bots, seed, {look["n"]: worst}), look["n"]
    return None


def dear(job: Job, part: float = 1.0) -> str | None:
    """The worst move, if it costs that part of much."""
    unit = "points" if job["view"]["seats"] == 1 else "share"
    best, *_, worst = do_job(job)["candidates"]
    return str(worst["move"]) if best[unit] - worst[unit] >= part * DEAR[unit] else None


def is_found(game: str, record: Record, n: int) -> bool:
    """Whether the planted move is the seat's largest loss."""
    unit = "points" if record.game.seats == 1 else "share"
    seat = record.plies[n - 1][0]
    own: list[Job] = [
        job for job in jobs_of(course_of(record), judge_of(game).budget, "looking") if job["view"]["seat"] == seat
    ]
    losses = {each["n"]: each["value"][unit] - each["worth"][unit] for each in map(do_job, own)}
    return bool(losses[n] > 0 and losses[n] == max(losses.values()))


@pytest.mark.soak
@every_game
def test_planted_blunders_are_found(game: str) -> None:
    found: list[bool] = []
    number = 0
    while len(found) < BLUNDERS:
        case = planted(game, f"blunder {number}")
        number += 1
        if case is not None:
            found.append(is_found(game, *case))
    assert fmean(found) >= FOUND


# ---- Skill


def reviews(game: str, bots: list[str], games: int, part: float) -> Iterator[tuple[list[str], Review]]:
    """Some games and how they went, at a part of the budget; the seats are rotated."""
    for number in range(games):
        turned = bots[number % len(bots) :] + bots[: number % len(bots)]
        yield turned, review(played(game, turned, f"skill {number}"), round(part * judge_of(game).budget))


@pytest.mark.soak
@every_game
def test_skill_orders_the_players(game: str) -> None:
    lost: dict[str, list[float]] = defaultdict(list)
    for bots, told in reviews(game, list(LEVELS), GAMES_EACH, 0.25):
        for bot, seat in zip(bots, told["seats"], strict=True):
            lost[bot].append(seat["loss"]["share"] / seat["of"])
    mean = {bot: fmean(each) for bot, each in lost.items()}
    interval = {bot: 1.96 * stdev(each) / len(each) ** 0.5 for bot, each in lost.items()}
    for worse, better in (("random", "easy"), ("easy", "normal")):
        assert mean[worse] - interval[worse] > mean[better] + interval[better], (mean, interval)
    assert mean["hard"] - interval["hard"] <= mean["normal"] + interval["normal"], (mean, interval)


@pytest.mark.soak
@every_game
def test_luck_is_even_among_the_strongest(game: str) -> None:
    seats = [seat for _, told in reviews(game, ["hard"] * 4, GAMES_EACH, 0.25) for seat in told["seats"]]
    assert abs(fmean(seat["luck"]["share"] for seat in seats)) <= 0.03
