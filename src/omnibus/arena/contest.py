"""A match being played: what is done, what there is to do, and whether its question is settled."""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from typing import Any

from omnibus.arena.crew import Crew, Job
from omnibus.arena.intervals import SequentialTest
from omnibus.arena.match import Match, Outcome
from omnibus.arena.results import Results


class Contest:
    """A match, and the games of it that were played. The order in which they end does not matter."""

    def __init__(self, results: Results, games: int, sequential: bool = False, watched: bool = False):
        self.match: Match = results.match
        self.results = results
        self.games = games
        self.watched = watched
        self.outcomes: dict[int, Outcome] = {}
        self.findings: dict[int, Any] = {}
        self.test = SequentialTest(len(self.match.bots)) if sequential else None
        self.better: bool | None = None  # once the test is settled
        self._looked_at = 0  # deals, by the test
        for game in results.done:
            self._count(game)

    @property
    def counted(self) -> list[Outcome]:
        """The games that count, in order: up to the deal that settled the question, if one did."""
        last = self._looked_at * len(self.match.bots) if self.better is not None else self.games * self._step
        return [outcome for number, outcome in sorted(self.outcomes.items()) if number < last]

    @property
    def _step(self) -> int:
        # Statistics want another deal each time, not the same deal from every seat.
        return len(self.match.bots) if self.watched else 1

    def jobs(self) -> Iterator[Job]:
        """The games still to play, while the question is open."""
        match = self.match.plain()
        for number in range(0, self.games * self._step, self._step):
            if self.better is not None:
                return
            if number not in self.outcomes:
                yield {"match": match, "number": number, "watched": self.watched}

    def add(self, done: dict[str, Any]) -> Outcome:
        """Keep a game that was played."""
        self.results.add(done)
        return self._count(done)

    def _count(self, done: dict[str, Any]) -> Outcome:
        outcome = Outcome.read(done["outcome"])
        self.outcomes[outcome.number] = outcome
        self.findings[outcome.number] = done["findings"]
        if self.test is not None:
            self._ask(self.test)
        return outcome

    def _ask(self, test: SequentialTest) -> None:
        """Show the test the deals that are complete, in their order, so that it ends alike on any machine."""
        seats = len(self.match.bots)
        while self.better is None:
            deal = [self.outcomes.get(self._looked_at * seats + rotation) for rotation in range(seats)]
            shares = [outcome.wins[0] for outcome in deal if outcome is not None]
            if len(shares) < seats:
                return
            self._looked_at += 1
            self.better = test.add(sum(shares) / seats)


def play_on(contests: Sequence[Contest], crew: Crew) -> Generator[tuple[Contest, Outcome], None, None]:
    """Play what is missing of all contests, and tell of every game that ends. What is done is kept at once."""
    jobs = ({**job, "contest": place} for place, contest in enumerate(contests) for job in contest.jobs())
    with closing(crew.play(jobs)) as playing:
        for done in playing:
            contest = contests[done.pop("contest")]
            yield contest, contest.add(done)
            if all(each.better is not None for each in contests):
                return
