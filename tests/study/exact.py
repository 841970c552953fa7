"""What a move is worth, worked out by going through every world there is, to compare with what a sample says.

Positions are small: late in a game, or with few cards that anybody cannot see. The judge plays on in all worlds there
are, each as likely as the others, so that nothing is left to chance.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from math import comb, prod
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

import pytest

from omnibus.bots import bot_named
from omnibus.bots.london.situation import Situation
from omnibus.rules import GAMES
from omnibus.rules.bus.state import BusState
from omnibus.rules.game import Game, Move, State
from omnibus.rules.london.board import LONDON
from omnibus.study.bus import judge as bus_judge
from omnibus.study.judge import Judge, Worth, judge_of, unit_of
from omnibus.study.london.beliefs import Beliefs
from omnibus.study.worth import Estimate, Measure, Weighing
from tests.bus.miniature import Miniature as SmallBus
from tests.terminus.positions import position as terminus_position

WORLDS = 400  # with fewer, what happens in one world of a hundred is too often not seen at all
MOST_LEAVES = 1000


class Problem(NamedTuple):
    """A position, who decides, and a move to weigh."""

    judge: Judge
    state: State
    seat: int
    move: Move
    worlds: list[State]  # all there are
    likely: list[float] | None = None  # how likely each is beside the others, if not equally

    def worths(self) -> list[Worth]:
        """What the move is worth in each world."""
        view = self.state.view(self.seat)
        # Where they are not equally likely, the judge chooses among them, but for one who knows where all cards lie.
        case = self.judge.case(view) if self.likely is None else self.judge.case_with_hindsight(view)
        return [case.world(world, "").worths(self.move)[self.seat] for world in self.worlds]

    def exact(self) -> Worth:
        """The mean over all worlds."""
        worths = self.worths()
        return Worth(
            fmean([worth.share for worth in worths], self.likely),
            fmean([worth.points for worth in worths], self.likely),
        )

    def varies(self) -> bool:
        """Whether the worlds differ at all for that move."""
        return len(set(self.worths())) > 1

    def sampled(self, seed: str, worlds: int = WORLDS) -> tuple[Estimate, Estimate]:
        """Share and points by so many guesses at the view."""
        view = self.state.view(self.seat)
        game: Game = self.state.game
        measure = Measure.by(unit_of(game.seats), self.judge)
        case = self.judge.case(view)
        weighing = Weighing(case, lambda rng: game.guess(view, rng), [self.move], self.move, measure, seed)
        weighing.try_all(weighing.trials, worlds)
        return weighing.trials[0].worth()


def _played_until(game: Game, bot: str, seed: str, there: Callable[[Any], bool]) -> State | None:
    """The first position of a game among bots that is as wanted."""
    state, rng = game.start(seed), Random(seed)
    bots = [bot_named(bot, game.id).seated() for _ in range(game.seats)]
    while state.turn:
        seat = state.turn[0]
        if there(state):
            return state
        keeps = [move for move in state.legal(seat) if move.data["do"] == "keep"]
        # Who puts nothing back remembers nothing that the others could not know.
        state.play(seat, keeps[-1] if keeps else bots[seat](state.view(seat), rng))
    return None


# ---- Next Station: every order of the cards left


def nextstation(number: int) -> Problem | None:
    """A round with few cards left."""
    rng = Random(f"nextstation {number}")
    game = GAMES["nextstation"](rng.choice([1, 1, 2]), powers=rng.random() < 0.3)
    alone, round_wanted = game.seats == 1, rng.randrange(4)

    def there(state: Any) -> bool:
        in_round = bool(state.pencils) and state.round == (round_wanted if alone else 3)
        return in_round and 3 <= len(state.pile) <= 5 and not state.last_turn and len(state.legal(state.turn[0])) > 1

    state: Any = _played_until(game, "greedy", f"exact {number}", there)
    if state is None:
        return None
    seat = state.turn[0]
    pile = state.dump()["pile"]
    worlds = [game.load({**state.dump(), "pile": list(order)}) for order in permutations(pile)]
    return Problem(judge_of("nextstation"), state, seat, rng.choice(state.legal(seat)), worlds)


# ---- London: every set of tickets that the other player may hold, in the last turn


def london(number: int) -> Problem | None:
    """The last turn of a game between two."""
    rng = Random(f"london {number}")
    game = GAMES["london"](2)

    def there(state: Any) -> bool:
        return state.last_turns == 1 and not state.took_one and not state.offers[state.active]

    state: Any = _played_until(game, "easy", f"exact {number}", there)
    if state is None or state.view(state.active)["put_back"]:
        return None
    seat = state.active
    other = 1 - seat
    dump = state.dump()
    unseen = sorted({*dump["tickets"][other], *dump["ticket_deck"]})
    if comb(len(unseen), len(dump["tickets"][other])) > MOST_LEAVES:
        return None
    credible = Beliefs(Situation(state.view(seat))).credible[other]
    worlds, likely = [], []
    for held in combinations(unseen, len(dump["tickets"][other])):
        tickets = [dump["tickets"][seat], list(held)] if seat == 0 else [list(held), dump["tickets"][seat]]
        deck = [ticket for ticket in unseen if ticket not in held]
        worlds.append(game.load({**dump, "tickets": tickets, "ticket_deck": deck}))
        likely.append(prod((credible[LONDON.ticket_numbered[ticket]] for ticket in held), start=1.0))
    moves = [move for move in state.legal(seat) if move.text != "tickets"]
    return Problem(judge_of("london"), state, seat, rng.choice(moves), worlds, likely)


# ---- Terminus: a miniature in which eight cards are unseen, all others lie where everybody sees them


def terminus(number: int) -> Problem | None:
    """Two players, one with a secret and two cards that the other cannot see, and five in the pile."""
    rng = Random(f"terminus {number}")
    kinds = rng.sample([f"{line}{place}" for line in "MTB" for place in range(1, 6)], 4)
    unseen = [kind for kind in kinds for _ in range(2)]
    rng.shuffle(unseen)
    mine = rng.sample([f"{line}{place}" for line in "MTB" for place in range(1, 6) if f"{line}{place}" not in kinds], 3)
    scores = [rng.randrange(20, 90), rng.randrange(20, 90)]

    def laid_out(cards: Sequence[str]) -> State:
        return terminus_position(
            " ".join(mine),
            " ".join(sorted(cards[1:3])),
            secrets=[mine_secret, cards[0]],
            lines=lines,
            draw=" ".join(cards[3:]),
            rest="discards",
            scores=scores,
            target=100,
        )

    mine_secret = rng.choice(["1*", "2*", "3*"])
    letter = rng.choice("MTB")
    filled = range(1, rng.randrange(2, 5))
    lines = " ".join(f"{letter}{place}" for place in filled)
    if any(f"{letter}{place}" in mine for place in filled):
        return None
    state = laid_out(unseen)
    move = rng.choice(state.legal(0))
    # A hand is no sequence: of two orders of its cards one is enough.
    arranged = {(cards[0], *sorted(cards[1:3]), *cards[3:]) for cards in set(permutations(unseen))}
    both = [cards for cards in arranged for _ in range(1 if cards[1] == cards[2] else 2)]
    return Problem(judge_of("terminus"), state, 0, move, [laid_out(cards) for cards in both])


# ---- Bus on the miniature board: everything that may be decided by a throw between equals


class Undecided(Exception):
    """A choice that nobody has made yet."""

    def __init__(self, choices: int):
        super().__init__()
        self.choices = choices


class Told(Random):
    """Chooses as it was told, and asks when nobody has told it."""

    def __init__(self, told: Sequence[int]):
        super().__init__(0)
        self.told = list(told)

    def choice(self, seq: Any) -> Any:
        if not self.told:
            raise Undecided(len(seq))
        return seq[self.told.pop(0)]


class BusProblem(NamedTuple):
    """As the others; here the worlds are the ways in which equals are chosen from."""

    state: BusState
    seat: int
    move: Move

    def leaves(self) -> Iterator[tuple[float, Worth]]:
        """Every way the round may end, and how likely it is."""
        waiting: list[tuple[float, tuple[int, ...]]] = [(1.0, ())]
        while waiting:
            likely, told = waiting.pop()
            try:
                with pytest.MonkeyPatch.context() as patch:
                    patch.setattr(
                        bus_judge, "Random", lambda luck, told=told: Random(luck) if luck == 0 else Told(told)
                    )
                    case = bus_judge.JUDGE.case(self.state.view(self.seat))
                    yield likely, case.world(self.state, "").worths(self.move)[self.seat]
            except Undecided as undecided:
                waiting += [(likely / undecided.choices, (*told, each)) for each in range(undecided.choices)]

    def exact(self) -> Worth:
        """The mean over all of them."""
        leaves = list(self.leaves())
        return Worth(sum(p * worth.share for p, worth in leaves), sum(p * worth.points for p, worth in leaves))

    def varies(self) -> bool:
        """Whether anything is decided by a throw, and by no more throws than can be gone through."""
        found: set[Worth] = set()
        for number, (_, worth) in enumerate(self.leaves()):
            found.add(worth)
            if number > MOST_LEAVES:
                return False
        return len(found) > 1

    def sampled(self, seed: str, worlds: int = WORLDS) -> tuple[Estimate, Estimate]:
        """Share and points by so many rounds played on."""
        view = self.state.view(self.seat)
        game = self.state.game
        case, measure = bus_judge.JUDGE.case(view), Measure.by("share", bus_judge.JUDGE)
        weighing = Weighing(case, lambda rng: game.guess(view, rng), [self.move], self.move, measure, seed)
        weighing.try_all(weighing.trials, worlds)
        return weighing.trials[0].worth()


def bus(number: int) -> BusProblem | None:
    """A position of a game on the miniature board."""
    rng = Random(f"bus {number}")
    state, steps = SmallBus(3).start(f"exact {number}"), rng.randrange(4, 24)
    for _ in range(steps):
        if not state.turn:
            return None
        state.play(state.turn[0], rng.choice(state.legal(state.turn[0])))
    if not state.turn:
        return None
    return BusProblem(state, state.turn[0], rng.choice(state.legal(state.turn[0])))


SMALL: dict[str, Callable[[int], Problem | BusProblem | None]] = {
    "nextstation": nextstation,
    "london": london,
    "terminus": terminus,
    "bus": bus,
}


def problems(game: str, count: int) -> Iterator[Problem | BusProblem]:
    """So many problems of different games in which not everything is certain."""
    found = number = 0
    while found < count:
        problem = SMALL[game](number)
        number += 1
        if problem is not None and problem.varies():
            found += 1
            yield problem
