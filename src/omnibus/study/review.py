"""Reviewing a finished game: what every move was worth, how much was lost by moves, and how much was luck.

For a seat and its decisions 1 … k, Q is what the played move was worth from that seat's view and V what the decision
was: the same, or what the best move was worth if the played one is worse beyond doubt. loss = V − Q, luck = the next V
− Q, after the last decision the result − Q. So result − V(1) = Σ luck − Σ loss, whatever the judge thinks.

With hindsight the same is worked out with all cards known: a review of its own, never mixed with the first.
"""

import signal
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing import get_context
from typing import Any, NamedTuple

from omnibus.rules.chance import Seeded
from omnibus.rules.game import State, View
from omnibus.rules.record import Record
from omnibus.study.judge import Worth, judge_of, unit_of, worths_at_end
from omnibus.study.trouble import StudyTrouble
from omnibus.study.worth import weigh

MOMENTS = 5
UNITS = ("share", "points")

# From which loss on a move is called what, the worst first: in shares of the victory, and alone in points.
MARKS = ("blunder", "mistake", "inaccuracy")
THRESHOLDS = {"share": (0.12, 0.06, 0.02), "points": (8.0, 4.0, 1.5)}

Review = dict[str, Any]


class Decision(NamedTuple):
    """A moment of a game at which a seat had a choice."""

    n: int  # of the move in the record
    seat: int
    view: View
    move: str
    truth: State


class Ply(NamedTuple):
    """A move of the record: whose, and whether chance spoke after it."""

    seat: int
    chance: bool


class Course(NamedTuple):
    """How a finished game went."""

    decisions: list[Decision]
    plies: list[Ply]
    end: State


class _CountedLuck(Seeded):
    """The luck of a seed, and how often it was asked."""

    __slots__ = ("asked",)

    def __init__(self, seed: str):
        super().__init__(seed)
        self.asked = 0

    def pick(self, occasion: int, choices: int) -> int:
        self.asked += 1
        return super().pick(occasion, choices)

    def shuffled(self, occasion: int, things: Any, at_once: int = 0) -> list[Any]:
        self.asked += 1
        return super().shuffled(occasion, things, at_once)

    def top(self, pile: list[Any]) -> Any:
        self.asked += 1
        return super().top(pile)

    def first(self, pile: list[Any], unseen: int) -> Any:
        self.asked += 1
        return super().first(pile, unseen)


def course_of(record: Record) -> Course:
    """How a finished game went. Where a seat had no choice, there was nothing to decide."""
    end = record.final()
    if end.result is None:
        raise StudyTrouble("not-finished")
    luck = _CountedLuck(end.seed)
    state = record.game.start_with(luck)
    decisions, plies = [], []
    for n, (seat, move) in enumerate(record.plies, start=1):
        if len(state.legal(seat)) > 1:
            decisions.append(Decision(n, seat, state.view(seat), move, state.copy()))
        asked = luck.asked
        state.play(seat, move)
        plies.append(Ply(seat, luck.asked > asked))
    return Course(decisions, plies, end)


# ---- Weighing the decisions, here or elsewhere

Job = dict[str, Any]


def jobs_of(course: Course, budget: int, seed: str, hindsight: bool = False) -> list[Job]:
    """What is to be done, as plain data: any process can do any of it, and without hindsight none sees the truth."""
    jobs: list[Job] = [
        {"n": each.n, "view": each.view, "move": each.move, "budget": budget, "seed": seed} for each in course.decisions
    ]
    if hindsight:
        for job, each in zip(jobs, course.decisions, strict=True):
            # The seed says what is still to be shuffled, which no card on the table tells.
            job["truth"] = {**each.truth.dump(), "seed": ""}
    return jobs


def do_job(job: Job) -> dict[str, Any]:
    """One decision, weighed."""
    view = job["view"]
    weighed = weigh(view, job["move"], job["budget"], job["seed"], job.get("truth"), job.get("unit"))
    return {"n": job["n"], "seat": view["seat"], "asks": view["asks"], **weighed}


def work(jobs: Sequence[Job], processes: int = 1) -> Iterator[dict[str, Any]]:
    """Do the jobs, in so many processes; they come back as they are finished. When nobody asks on, all of it stops."""
    if processes == 1 or len(jobs) < 2:
        yield from map(do_job, jobs)
        return
    # Not forked: a progress bar is a thread, and a fork in the middle of one is no copy.
    with get_context("spawn").Pool(min(processes, len(jobs)), _deaf_to_interrupts) as pool:
        yield from pool.imap_unordered(do_job, jobs)


def _deaf_to_interrupts() -> None:
    """Ctrl-C is for the process that keeps what is done."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def review(
    record: Record, budget: int | None = None, seed: str = "review", processes: int = 1, hindsight: bool = False
) -> Review:
    """The review of a finished game as plain data, with so many tries of moves for each decision.

    The same seed and budget give the same review, in however many processes.
    """
    course = course_of(record)
    tries = judge_of(record.game.id).budget if budget is None else budget
    weighed = work(jobs_of(course, tries, seed, hindsight), processes)
    return reviewed(record, course, weighed, tries, seed, hindsight=hindsight)


# ---- Putting it together


def reviewed(
    record: Record,
    course: Course,
    weighed: Iterable[dict[str, Any]],
    budget: int,
    seed: str,
    judge: str | None = None,
    hindsight: bool = False,
) -> Review:
    """The review, as far as its decisions are weighed."""
    game = record.game
    unit = unit_of(game.seats)
    by_n = {each["n"]: each for each in weighed}
    ends = worths_at_end(course.end)
    decisions: list[dict[str, Any]] = []
    for seat, end in enumerate(ends):
        own = [each for each in course.decisions if each.seat == seat]
        decisions += _with_luck([by_n.get(each.n) for each in own], [each.n for each in own], end, course, unit)
    decisions.sort(key=lambda each: each["n"])
    return {
        "game": game.id,
        "ruleset": game.ruleset,
        "options": dict(game.options),
        "players": list(record.players),
        "digest": record.digest,
        "judge": judge or judge_of(game.id).name,
        "budget": budget,
        "seed": seed,
        "hindsight": hindsight,
        "unit": unit,
        "thresholds": {unit: dict(zip(MARKS, THRESHOLDS[unit], strict=True))},
        "complete": len(decisions) == len(course.decisions),
        "of": len(course.decisions),
        "seats": [_seat(seat, ends[seat], course, decisions) for seat in range(game.seats)],
        "decisions": decisions,
        "moments": _moments(decisions, unit),
    }


def _with_luck(
    weighed: list[dict[str, Any] | None], numbers: list[int], end: Worth, course: Course, unit: str
) -> Iterator[dict[str, Any]]:
    """The decisions of one seat with their losses, and with the luck that followed where the next one is known."""
    drawn = any(ply.chance for ply in course.plies)
    for place, this in enumerate(weighed):
        if this is None:
            continue
        last = place == len(weighed) - 1
        following = None if last else weighed[place + 1]
        then = end._asdict() if last else None if following is None else following["value"]
        loss = {each: this["value"][each] - this["worth"][each] for each in UNITS}
        luck = None if then is None else {each: then[each] - this["worth"][each] for each in UNITS}
        until = len(course.plies) + 1 if last else numbers[place + 1]
        yield {
            **this,
            "loss": loss,
            "mark": mark_of(loss[unit], unit) if this["beyond_doubt"] else None,
            "luck": luck,
            "luck_from": _source(course.plies[numbers[place] - 1 : until - 1], this["seat"], drawn),
        }


def mark_of(loss: float, unit: str) -> str | None:
    """What a loss is called; small ones have no name."""
    return next((mark for mark, least in zip(MARKS, THRESHOLDS[unit], strict=True) if loss >= least), None)


def _source(plies: list[Ply], seat: int, drawn: bool) -> str:
    """Where what happened from a seat's move to its next decision came from: the cards, the others, or both.

    Where nothing happened, a judge who sees further only thinks better of it: that goes with whatever the game has.
    """
    others = any(ply.seat != seat for ply in plies)
    chance = any(ply.chance for ply in plies)
    if others and chance:
        return "both"
    return "others" if others or not drawn else "cards"


def _seat(seat: int, end: Worth, course: Course, decisions: list[dict[str, Any]]) -> dict[str, Any]:
    """What a seat had at first, what it lost, what luck brought it, and what it ended with."""
    own = [each for each in decisions if each["seat"] == seat]
    of = sum(each.seat == seat for each in course.decisions)
    told: dict[str, Any] = {"result": end._asdict(), "decisions": len(own), "of": of, "expected": None}
    if not own or len(own) < of:
        return {**told, "loss": None, "luck": None, "luck_from": None}
    sources = dict.fromkeys(("cards", "others", "both"), 0.0)
    luck_from = {unit: dict(sources) for unit in UNITS}
    for each in own:
        for unit in UNITS:
            luck_from[unit][each["luck_from"]] += each["luck"][unit]
    return {
        **told,
        "expected": {unit: own[0]["value"][unit] for unit in UNITS},
        "loss": {unit: sum(each["loss"][unit] for each in own) for unit in UNITS},
        "luck": {unit: sum(each["luck"][unit] for each in own) for unit in UNITS},
        "luck_from": luck_from,
    }


def _moments(decisions: list[dict[str, Any]], unit: str) -> list[dict[str, Any]]:
    """What mattered most: the greatest losses, and the greatest turns of luck between two decisions."""
    losses = [{"n": each["n"], "seat": each["seat"], "kind": "loss", "by": each["loss"][unit]} for each in decisions]
    turns = [
        {"n": each["n"], "seat": each["seat"], "kind": "luck", "by": each["luck"][unit]}
        for each in decisions
        if each["luck"] is not None
    ]
    found = [each for each in losses if mark_of(each["by"], unit)] + turns
    found.sort(key=lambda each: (-abs(each["by"]) * (2 if each["kind"] == "loss" else 1), each["n"]))
    return sorted(found[:MOMENTS], key=lambda each: each["n"])


def check_sums(review: Review) -> float:
    """By how much result − V(1) and Σ luck − Σ loss differ at most: rounding."""
    return max(
        (
            abs(seat["result"][unit] - seat["expected"][unit] - seat["luck"][unit] + seat["loss"][unit])
            for seat in review["seats"]
            if seat["luck"] is not None
            for unit in UNITS
        ),
        default=0.0,
    )
