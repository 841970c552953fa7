"""Every bot against every other, and against itself: how good they are, and whether the arena is fair."""

import sys
from collections.abc import Sequence
from random import Random
from statistics import mean, stdev
from typing import Any, NamedTuple

from omnibus.arena.contest import Contest
from omnibus.arena.intervals import Share, mean_and_interval, share_of, share_over_all
from omnibus.arena.match import Outcome, seat_shares
from omnibus.arena.report import match_report, share_report, times_report
from omnibus.arena.results import code_fingerprint
from omnibus.arena.times import Times
from omnibus.bots import bots_for

RESAMPLES = 30
MOST_RATED = 4000  # games in a resample: enough for the ratings to settle


def pairings(bots: Sequence[str], seat_counts: Sequence[int]) -> list[list[str]]:
    """Who sits at which tables; the bots go from weak to strong.

    Everyone plays against itself at every table; everyone against every other at the smallest table for several; at the
    larger ones everyone against the next weaker bot at all other seats. Alone, everyone plays for the score.
    """
    tables: list[list[str]] = []
    several = [seats for seats in seat_counts if seats > 1]
    for seats in seat_counts:
        tables += [[bot] * seats for bot in bots]
        for place, bot in enumerate(bots):
            if seats == 1:
                continue
            others = bots[:place] if seats == several[0] else bots[max(0, place - 1) : place]
            tables += [[bot, *[other] * (seats - 1)] for other in others]
    return tables


def are_neighbours(pairing: Sequence[str], bots: Sequence[str], seat_counts: Sequence[int]) -> bool:
    """Whether two who follow each other in strength meet at the smallest table for several."""
    smallest = min((seats for seats in seat_counts if seats > 1), default=0)
    return len(pairing) == smallest and bots.index(pairing[0]) == bots.index(pairing[-1]) + 1


class Control(NamedTuple):
    """A bot against itself, at one seat of one table."""

    bot: str
    seats: int
    seat: int
    share: Share
    within: bool  # whether chance lies within an interval that all these figures together keep with 95 %


class Rating(NamedTuple):
    """A bot's rating, and the interval that resampling the deals gives."""

    bot: str
    rating: float
    interval: float
    times: Times


class Ladder:
    """The contests of all pairings."""

    def __init__(self, contests: Sequence[Contest]):
        self.contests = list(contests)
        self.match = contests[0].match
        self.bots = list(bots_for(self.match.game, self.match.guests))

    def between(self, seats: int) -> dict[tuple[str, str], Contest]:
        """The contests at tables of that size, by the first bot and the others."""
        found = {}
        for contest in self.contests:
            bots = contest.match.bots
            if len(bots) == seats:
                found[bots[0], bots[-1]] = contest
        return found

    @property
    def seat_counts(self) -> list[int]:
        """The sizes of table."""
        return sorted({len(contest.match.bots) for contest in self.contests})

    def times(self) -> dict[str, Times]:
        """How long each bot thinks, at all tables."""
        times = {bot: Times() for bot in self.bots}
        for contest in self.contests:
            for outcome in contest.counted:
                for bot, each in zip(contest.match.bots, outcome.times, strict=True):
                    times[bot].merge(each)
        return times

    # ---- Ratings

    def rated(self) -> list[Rating]:
        """The bots, the best first."""
        deals = [
            (contest.match.bots, games)
            for contest in self.contests
            if len(set(contest.match.bots)) > 1
            for games in _by_deal(contest.counted)
        ]
        samples = [_ratings(self.bots, deals, Random(f"ladder {number}")) for number in range(RESAMPLES)]
        times = self.times()
        rated = []
        for bot in self.bots:
            values = [sample[bot] for sample in samples]
            rated.append(Rating(bot, mean(values), 1.96 * stdev(values), times[bot]))
        return sorted(rated, key=lambda each: -each.rating)

    # ---- Control

    def control(self) -> list[Control]:
        """Every bot against itself, by seat."""
        cells: list[tuple[str, int, int, list[float], list[int]]] = []
        for contest in self.contests:
            bots = contest.match.bots
            if len(bots) > 1 and len(set(bots)) == 1 and contest.counted:
                deals = [outcome.deal for outcome in contest.counted]
                for seat in range(len(bots)):
                    shares = [outcome.wins[outcome.at_seat(seat)] for outcome in contest.counted]
                    cells.append((bots[0], len(bots), seat, shares, deals))
        together = 1 - 0.05 / max(1, len(cells))  # Bonferroni's correction
        found = []
        for bot, seats, seat, shares, deals in cells:
            wide = share_of(shares, deals, together)
            within = wide.low <= 1 / seats <= wide.high
            found.append(Control(bot, seats, seat, share_of(shares, deals), within))
        return found

    # ---- All of it

    def report(self, command: str) -> dict[str, Any]:
        """Everything there is to say, as plain data."""
        match = self.match
        budgets = {bot: match.budget or kind.budget for bot, kind in bots_for(match.game, match.guests).items()}
        return {
            "omnibus ladder": 1,
            "game": match.game,
            "options": match.options,
            "command": command,
            "code": code_fingerprint(match),
            "python": ".".join(str(part) for part in sys.version_info[:3]),
            "games": self.contests[0].games,
            "games_of_neighbours": max(contest.games for contest in self.contests),
            "budgets": {bot: {"seconds": each.seconds, "iterations": each.iterations} for bot, each in budgets.items()},
            "ratings": [
                {"bot": each.bot, "rating": each.rating, "interval": each.interval, "times": times_report(each.times)}
                for each in self.rated()
            ],
            "matrix": {str(seats): self._matrix(seats) for seats in self.seat_counts if seats > 1},
            "scores": {str(seats): self._scores(seats) for seats in self.seat_counts},
            "seats": {str(seats): self._seats(seats) for seats in self.seat_counts if seats > 1},
            "control": [{**each._asdict(), **share_report(each.share)} for each in self.control()],
            "matches": [match_report(contest) for contest in self.contests],
        }

    def _matrix(self, seats: int) -> list[dict[str, Any]]:
        """The share of victories of one bot among others, with its bounds; the chance share is 1 / seats."""
        cells = []
        for (bot, other), contest in self.between(seats).items():
            if bot != other and contest.counted:
                outcomes = contest.counted
                deals = [outcome.deal for outcome in outcomes]
                share = share_of([outcome.wins[0] for outcome in outcomes], deals)
                cells.append({"bot": bot, "against": other, **share_report(share)})
                if seats == 2:
                    cells.append({"bot": other, "against": bot, **share_report(share.of_the_others)})
        return cells

    def _scores(self, seats: int) -> list[dict[str, Any]]:
        """The score of every bot among its like."""
        found = []
        for (bot, other), contest in self.between(seats).items():
            if bot == other and contest.counted:
                scores = [score for outcome in contest.counted for score in outcome.scores]
                deals = [outcome.deal for outcome in contest.counted for _ in outcome.scores]
                score, interval = mean_and_interval(scores, deals)
                found.append({"bot": bot, "score": score, "interval": interval})
        return found

    def _seats(self, seats: int) -> list[dict[str, float]]:
        """The share of victories of every seat, in all contests of that size together."""
        contests = [contest for contest in self.between(seats).values() if contest.counted]
        found = []
        for seat in range(seats):
            share = share_over_all([(len(each.counted), seat_shares(each.counted)[seat]) for each in contests])
            found.append({"seat": seat, **share_report(share)})
        return found


def _by_deal(outcomes: Sequence[Outcome]) -> list[list[Outcome]]:
    deals: dict[int, list[Outcome]] = {}
    for outcome in outcomes:
        deals.setdefault(outcome.deal, []).append(outcome)
    return list(deals.values())


def _ratings(bots: list[str], deals: list[tuple[list[str], list[Outcome]]], rng: Random) -> dict[str, float]:
    """Plackett and Luce's ratings after as many deals as there are, drawn with repetition in a random order."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {bot: model.rating(name=bot) for bot in bots}
    played = 0
    for players, games in rng.choices(deals, k=len(deals)):
        for outcome in games:
            rated = model.rate([[ratings[bot]] for bot in players], ranks=[float(rank) for rank in outcome.ranks])
            # A bot that sat at several seats learns from all of them equally.
            for bot in set(players):
                mine = [team[0] for team, player in zip(rated, players, strict=True) if player == bot]
                ratings[bot] = model.create_rating([mean(each.mu for each in mine), mean(each.sigma for each in mine)])
        played += len(games)
        if played >= MOST_RATED:
            break
    return {bot: rating.mu for bot, rating in ratings.items()}
