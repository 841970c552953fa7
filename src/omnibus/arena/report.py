"""What came of a match, as plain data for programs."""

from math import isfinite
from typing import Any

from omnibus.arena.contest import Contest
from omnibus.arena.intervals import Share
from omnibus.arena.match import seat_shares, standings
from omnibus.arena.times import Times


def match_report(contest: Contest) -> dict[str, Any]:
    """Everything there is to say about a match, as plain data."""
    outcomes = contest.counted
    several = len(contest.match.bots) > 1
    report: dict[str, Any] = {"match": contest.match.plain(), "games": len(outcomes), "standings": [], "seats": []}
    if outcomes:
        report["standings"] = [
            {
                "bot": each.name,
                **(share_report(each.wins) if several else {}),
                "score": each.score,
                "score_interval": _finite(each.score_interval),
                "rank": each.rank,
                "times": times_report(each.times),
            }
            for each in standings(contest.match.bots, outcomes)
        ]
        report["seats"] = [
            {"seat": seat, **share_report(share)} for seat, share in enumerate(seat_shares(outcomes)) if several
        ]
    if contest.test is not None:
        report["sprt"] = {
            "chance": contest.test.chance,
            "margin": contest.test.MARGIN,
            "error": contest.test.ERROR,
            "log_likelihood_ratio": contest.test.ratio,
            "bound": contest.test.BOUND,
            "deals": contest.test.deals,
            "better": contest.better,
        }
    return report


def share_report(share: Share) -> dict[str, float]:
    """A share of victories and its bounds."""
    return {"wins": share.mean, "wins_from": share.low, "wins_to": share.high}


def times_report(times: Times) -> dict[str, float]:
    """Times of decisions in seconds."""
    return {
        "decisions": times.decisions,
        "mean": times.mean,
        "p50": times.quantile(0.5),
        "p99": times.quantile(0.99),
        "longest": times.longest,
    }


def _finite(value: float) -> float | None:
    """One game has no interval, and JSON no infinity."""
    return value if isfinite(value) else None
