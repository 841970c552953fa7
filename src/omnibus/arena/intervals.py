"""How sure a figure is: 95 % intervals of means, and a test that stops when a question is settled."""

from collections.abc import Hashable, Sequence
from math import inf, log, sqrt

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


def share_and_interval(
    shares: Sequence[float], clusters: Sequence[Hashable], confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """The mean of shares of victory. When all deals agree, the next may still go otherwise.

    The interval is then the exact bound of a binomial share of which every trial came out alike.
    """
    mean, interval = mean_and_interval(shares, clusters, confidence)
    if interval < NOTHING:
        deals = len(set(clusters))
        interval = 1 - (1 - confidence) ** (1 / deals)
    return mean, interval


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
