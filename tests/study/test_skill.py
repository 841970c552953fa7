"""What reviews find: planted blunders, and who plays better. Hours of games: `make soak` plays them."""

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from omnibus.bots import bot_named
from omnibus.rules import GAMES
from omnibus.rules.record import Record
from omnibus.rules.shelf import OURS
from omnibus.study.judge import judge_of
from omnibus.study.review import Job, course_of, do_job, jobs_of, review

LEVELS = ("random", "easy", "normal", "hard")
GAMES_EACH = 30
BLUNDERS = 50
FOUND = 0.9
DEAR = {"share": 0.2, "points": 10.0}  # what a planted blunder costs at least
PATIENCE = 12  # moments looked at before another game is taken

every_game = pytest.mark.parametrize("game", OURS)


def played(game: str, bots: list[str], seed: str, instead: dict[int, str] | None = None) -> Record:
    """A game among bots in which some moves are made instead of theirs."""
    box = GAMES[game](len(bots))
    record = Record(box, bots, seed)
    seated = [bot_named(bot, game).seated() for bot in bots]
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
    unit = "points" if len(bots) == 1 else "share"
    budget = 10 * judge_of(game).budget
    jobs = jobs_of(course_of(played(game, bots, seed)), budget, "planting")
    for job in Random(seed).sample(jobs, min(PATIENCE, len(jobs))):
        candidates = do_job(job)["candidates"]
        worst = candidates[-1]
        if candidates[0][unit] - worst[unit] >= DEAR[unit]:
            return played(game, bots, seed, {job["n"]: worst["move"]}), job["n"]
    return None


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


def losses(game: str, bots: list[str], games: int, part: float) -> Iterator[tuple[str, dict[str, Any]]]:
    """How each player of some games did, at a part of the budget; the seats are rotated."""
    for number in range(games):
        turned = bots[number % len(bots) :] + bots[: number % len(bots)]
        told = review(played(game, turned, f"skill {number}"), round(part * judge_of(game).budget))
        yield from zip(turned, told["seats"], strict=True)


@pytest.mark.soak
@every_game
def test_skill_orders_the_players(game: str) -> None:
    lost: dict[str, list[float]] = defaultdict(list)
    for bot, told in losses(game, list(LEVELS), GAMES_EACH, 0.25):
        lost[bot].append(told["loss"]["share"] / told["of"])
    mean = {bot: fmean(each) for bot, each in lost.items()}
    interval = {bot: 1.96 * stdev(each) / len(each) ** 0.5 for bot, each in lost.items()}
    for worse, better in (("random", "easy"), ("easy", "normal")):
        assert mean[worse] - interval[worse] > mean[better] + interval[better], (mean, interval)
    assert mean["hard"] - interval["hard"] <= mean["normal"] + interval["normal"], (mean, interval)


@pytest.mark.soak
@every_game
def test_luck_is_even_among_the_strongest(game: str) -> None:
    luck = [told["luck"]["share"] for _, told in losses(game, ["hard"] * 4, GAMES_EACH, 0.25)]
    assert abs(fmean(luck)) <= 0.03
