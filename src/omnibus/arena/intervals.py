"""How sure a figure is: 95 % intervals of means and shares, and a test that stops when a question is settled."""

from collections.abc import Hashable, Sequence
from math import inf, isinf, log, sqrt
from typing import NamedTuple

CONFIDENCE = 0.95
NOTHING = 1e-9  # as rounding leaves it


def mean_and_interval(
    values: Sequence[float], clusters: Sequence[Hashable] | None = None, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """The mean, and how far from it the true mean may be with that confidence.

    Values of one cluster, such as the games on one deal, may depend on each other; clusters do not.
    """
    mean = sum(values) / len(values)
    off: dict[Hashable, float] = {}
    for number, value in enumerate(values):
        cluster = number if clusters is None else clusters[number]
        off[cluster] = off.get(cluster, 0.0) + value - mean
    if len(off) < 2:
        return mean, inf
    variance = len(off) / (len(off) - 1) * sum(each * each for each in off.values()) / len(values) ** 2
    return mean, students_t(len(off) - 1, confidence) * sqrt(variance)


class Share(NamedTuple):
    """A share of victories, and the bounds between which the true one lies: no share is below 0 or above 1."""

    mean: float
    low: float = 0.0
    high: float = 1.0

    @property
    def of_the_others(self) -> "Share":
        """What is left of the victories."""
        return Share(1 - self.mean, 1 - self.high, 1 - self.low)

    def __str__(self) -> str:
        return f"{self.mean:.1%} ({100 * self.low:.1f}–{self.high:.1%})"


def share_of(shares: Sequence[float], clusters: Sequence[Hashable], confidence: float = CONFIDENCE) -> Share:
    """The mean of shares of victory, with Wilson's bounds for as many games as would be as sure, were they independent.

    When all deals agree, the next may still go otherwise: then the bounds are those, exactly, of a binomial share of
    which every trial came out alike.
    """
    mean, interval = mean_and_interval(shares, clusters, confidence)
    if isinf(interval):
        return Share(mean)
    deals = len(set(clusters))
    if interval < NOTHING:
        interval = 1 - (1 - confidence) ** (1 / deals)
        return Share(mean, max(0.0, mean - interval), min(1.0, mean + interval))
    t = students_t(deals - 1, confidence)
    games = mean * (1 - mean) * (t / interval) ** 2
    middle = (mean + t * t / games / 2) / (1 + t * t / games)
    off = t * sqrt(mean * (1 - mean) / games + (t / games / 2) ** 2) / (1 + t * t / games)
    return Share(mean, max(0.0, middle - off), min(1.0, middle + off))


def share_over_all(shares: Sequence[tuple[int, Share]]) -> Share:
    """The share in several independent contests together, each with its number of games."""
    games = sum(count for count, _ in shares)
    mean = sum(count * share.mean for count, share in shares) / games
    below = sqrt(sum((count * (share.mean - share.low)) ** 2 for count, share in shares)) / games
    above = sqrt(sum((count * (share.high - share.mean)) ** 2 for count, share in shares)) / games
    return Share(mean, max(0.0, mean - below), min(1.0, mean + above))


def students_t(freedom: int, confidence: float = CONFIDENCE) -> float:
    """How many standard errors Student's t stays within with that confidence."""
    # SciPy is loaded when there is something to tell, not by every process that plays.
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + confidence) / 2))


class SequentialTest:
    """Does the first bot win more than its chance share? A generalised sequential probability ratio test.

    “No more than chance” stands against “chance and `MARGIN` more”. The likelihood ratio is that of a normal
    distribution with the variance found, a deal with all its rotations being one observation. Either error is made at
    most about once in twenty.
    """

    MARGIN = 0.05
    ERROR = 0.05
    # Wald's bound for 3 %: at large tables, where the variance is small when the share is, it makes 5 %.
    BOUND = log(0.97 / 0.03)
    FIRST_LOOK = 32  # deals before which the variance is not known well enough

    def __init__(self, seats: int):
        self.chance = 1 / seats
        self.deals = 0
        self.ratio = 0.0  # the logarithm of the likelihood ratio
        self._sum = 0.0
        self._squares = 0.0

    def add(self, share: float) -> bool | None:
        """Take in the share of one deal; True if the bot is better, False if it is not, None while that is open."""
        self.deals += 1
        self._sum += share
        self._squares += share * share
        if self.deals < self.FIRST_LOOK:
            return None
        mean = self._sum / self.deals
        # Who has always won may still lose: a variance of nothing is never sure.
        variance = max(self._squares / self.deals - mean * mean, 1 / self.deals**2)
        middle = self.chance + self.MARGIN / 2
        self.ratio = self.deals * self.MARGIN * (mean - middle) / variance
        return None if abs(self.ratio) < self.BOUND else self.ratio > 0
