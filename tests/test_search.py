"""The tree search, in a toy game small enough to see through."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar, Self, cast

from omnibus.bots.bot import MOST_REMEMBERED, Budget, size_of
from omnibus.bots.search import Node, Search, _memory_of, _packed, _unpacked
from omnibus.rules.game import Event, Game, IllegalMove, Move, Option, Result, State, View
from omnibus.rules.keeping import AS_IT_IS, LIST, Keeping
from omnibus.rules.terminus import Terminus

NUMBERS = 40
Verdict = Callable[[list[int], int], int]
"""Who wins by the numbers that were named, in the order of naming, and the number under the cup."""


class Naming(Game):
    """Name a number when it is your turn; a verdict tells who has won. A number lies hidden under a cup."""

    id: ClassVar[str] = "naming"
    rulesets: ClassVar[range] = range(1, 2)
    seat_counts: ClassVar[range] = range(2, 5)
    options_offered: ClassVar[tuple[Option, ...]] = ()
    rulebook = Terminus.rulebook
    moves = tuple(Move(number, f"name {number}", "name", number=number) for number in range(NUMBERS))

    def __init__(self, turns: list[tuple[int, ...]], numbers: int, verdict: Verdict, cup: list[int] | None = None):
        super().__init__(max(2, 1 + max(seat for turn in turns for seat in turn)))
        self.turns = turns
        self.numbers = numbers
        self.verdict = verdict
        self.cup = cup or [0]  # what may lie there, all equally likely

    @staticmethod
    def broken_laws(state: State) -> tuple[str, ...]:
        del state
        return ()


class NamingState(State):
    """What was named so far."""

    kept: ClassVar[Mapping[str, Keeping]] = {"named": LIST, "hidden": AS_IT_IS}

    game: Naming
    named: list[int]
    hidden: int

    def _set_up(self) -> None:
        self.named = []
        self.hidden = self.game.cup[self.luck.pick(0, len(self.game.cup))]
        self._settle()

    def _fill(self, view: Any, rng: Random) -> None:
        self.named = view["named"][:]
        self.hidden = rng.choice(self.game.cup)

    def _work_out(self) -> None:
        self.result = None
        self._settle()

    def _settle(self) -> None:
        game = self.game
        self.n = len(self.named)
        left = self.n
        for turn in game.turns:
            if left < len(turn):
                self.turn = turn[left:]
                return
            left -= len(turn)
        self.turn = ()
        winner = game.verdict(self.named, self.hidden)
        ranks = [1 if seat == winner else 2 for seat in range(game.seats)]
        self.result = Result([0] * game.seats, ranks, [{}] * game.seats)

    def legal(self, seat: int) -> list[Move]:
        return list(self.game.moves[: self.game.numbers]) if seat in self.turn else []

    def asks(self, seat: int) -> str | None:
        return "number" if seat in self.turn else None

    def view(self, seat: int | None) -> View:
        return cast(View, {**self.common_view(seat), "named": self.named[:]})

    def open_view(self) -> View:
        return self.view(None)

    def copy(self) -> Self:
        twin = type(self)(self.game)
        twin.luck, twin.n, twin.turn, twin.result = self.luck, self.n, self.turn, self.result
        twin.named = self.named[:]
        twin.hidden = self.hidden
        return twin

    def _forbid(self, _seat: int, _move: Move) -> IllegalMove | None:
        return None

    def _carry_out(self, _seat: int, move: Move) -> list[Event]:
        self.named.append(move.index)
        self._settle()
        return []


Naming.position = NamingState


class Clueless:
    """An expert who knows the moves and nothing else."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []

    def promising(self, state: State, seat: int) -> list[Move]:
        self.asked.append((state.n, seat))
        return state.legal(seat)

    def outlook(self, state: State, rng: Random) -> list[float]:
        del rng
        return [1 / state.game.seats] * state.game.seats


def named_so_far(game: Naming, *named: int, hidden: int = 0) -> NamingState:
    state = game.load({"n": len(named), "turn": [], "seed": "", "named": list(named), "hidden": hidden})
    assert isinstance(state, NamingState)
    return state


def after(game: Naming, *named: int, hidden: int = 0) -> View:
    """The view of the seat whose turn it is once these numbers were named."""
    state = named_so_far(game, *named, hidden=hidden)
    return state.view(state.turn[0])


def best(game: Naming, view: View, iterations: int = 400, luck: int = 1) -> str:
    return Search(game, Clueless()).best(view, Random(luck), Budget(iterations=iterations)).move


def grown(search: Search, game: Naming, iterations: int, luck: int = 1) -> Node:
    """The tree for the first decision of seat 0."""
    root, rng = Node(-1), Random(luck)
    for _ in range(iterations):
        search._iterate(root, game.guess(after(game), rng), 0, rng)
    return root


def test_it_finds_the_move_that_wins_at_once() -> None:
    game = Naming([(0,)], 5, lambda named, _: 0 if named == [3] else 1)
    assert best(game, after(game)) == "name 3"


def test_it_expects_the_best_answer_not_a_lucky_one() -> None:
    """After 0 one answer of five beats us; after 4 none does, but the cup in two cases of five."""

    def verdict(named: list[int], hidden: int) -> int:
        mine, answer = named
        won = {0: answer != 3, 4: hidden == 0}.get(mine, False)
        return 0 if won else 1

    game = Naming([(0,), (1,)], 5, verdict, cup=[0, 0, 0, 1, 1])
    assert best(game, after(game), 1500) == "name 4"


def test_bad_luck_at_first_is_not_held_against_a_move() -> None:
    """1 wins in four cases of five, 0 in one."""
    game = Naming([(0,)], 2, lambda named, hidden: 0 if named[0] == hidden else 1, cup=[0, 1, 1, 1, 1])
    assert {best(game, after(game), luck=luck) for luck in range(20)} == {"name 1"}


def test_it_sees_a_sacrifice_through_to_its_end() -> None:
    """Only 1 then, whatever is answered, the sum of both wins."""
    game = Naming([(0,), (1,), (0,)], 4, lambda named, _: 0 if named[0] == 1 and named[2] == (1 + named[1]) % 4 else 1)
    assert best(game, after(game), 3000) == "name 1"
    assert best(game, after(game, 1, 2), 200) == "name 3"


def test_the_others_look_to_themselves_and_not_against_us() -> None:
    """After 1 the second player can win, and will; after 0 only harm us, one answer of three; 2 is a toss-up."""

    def verdict(named: list[int], hidden: int) -> int:
        mine, answer = named
        if mine == 1:
            return 1 if answer == 0 else 0
        return 0 if (answer != 2 if mine == 0 else hidden) else 2

    game = Naming([(0,), (1,), (2,)], 3, lambda named, hidden: verdict(named[:2], hidden), cup=[0, 1])
    assert {best(game, after(game), 1500, luck) for luck in range(5)} == {"name 0"}


def test_it_weighs_what_may_lie_under_the_cup_and_does_not_peek() -> None:
    """Three times out of four a 1 lies there; what really does changes nothing."""
    game = Naming([(0,)], 3, lambda named, hidden: 0 if named[0] == hidden else 1, cup=[1, 1, 1, 2])
    moves = [best(game, after(game, hidden=hidden)) for hidden in (1, 2)]
    assert moves == ["name 1", "name 1"]


def test_where_all_move_at_once_it_decides_before_it_sees_the_others() -> None:
    game = Naming([(0, 1, 2)], 3, lambda named, _: named[0])
    expert = Clueless()
    view = named_so_far(game).view(1)
    Search(game, expert).best(view, Random(1), Budget(iterations=50))
    assert {seat for n, seat in expert.asked if n == 0} == {1}


def test_the_tree_is_kept_for_the_next_decision_of_the_same_seat_and_only_then() -> None:
    game = Naming([(0,), (0,), (0,)], 3, lambda named, _: 0 if named == [1, 2, 0] else 1)
    search = Search(game, Clueless())
    once = Budget(iterations=1)
    move, memory, _ = search.best(after(game), Random(1), Budget(iterations=400))
    assert move == "name 1"
    assert search.best(after(game, 1), Random(1), once, memory).move == "name 2"
    # One iteration alone would have tried nothing but the first move.
    assert best(game, after(game, 1), 1) == "name 0"
    # The game went on otherwise: what was thought is of no use.
    assert search.best(after(game), Random(1), once, memory) == search.best(after(game), Random(1), once)
    # Somebody else is next: there is nothing to remember.
    by_turns = Naming([(0,), (1,), (0,)], 3, lambda named, _: 0 if named == [1, 2, 0] else 1)
    assert Search(by_turns, Clueless()).best(after(by_turns), Random(1), Budget(iterations=50)).memory is None


def test_of_a_tree_that_is_too_large_what_was_tried_most_is_remembered() -> None:
    rng = Random(1)
    chosen = Node(0)
    for index in range(1500):
        child = chosen.children[index] = Node(0)
        child.visits, child.total = 1 + index % 5, rng.random()
        chosen.visits += child.visits
    whole, memory = chosen.plain(7), _memory_of(7, chosen, 0, 1)
    assert Node.read(whole).plain(7) == whole
    assert size_of({"n": 1, "tree": _packed(whole)}) > MOST_REMEMBERED >= size_of(memory)
    kept = Node.read(_unpacked(memory["tree"]))
    assert kept.visits == chosen.visits
    assert {child.visits for child in kept.children.values()} in ({2, 3, 4, 5}, {3, 4, 5}, {4, 5})


def test_it_widens_slowly_over_what_is_promising() -> None:
    game = Naming([(0,), (0,)], NUMBERS, lambda _named, _hidden: 1)
    root = grown(Search(game, Clueless(), width=1.0, widening=0.5), game, 101)
    assert sorted(root.children) == list(range(10))


def test_moves_that_few_guesses_allow_are_weighed_by_the_times_they_could_be_made() -> None:
    """A rare chance is not forgotten: its bound grows only when it could have been taken."""

    class Rare(Clueless):
        def promising(self, state: State, seat: int) -> list[Move]:
            moves = state.legal(seat)
            return moves if cast(NamingState, state).hidden else moves[:1]

    game = Naming([(0,)], 2, lambda named, hidden: 0 if named[0] == hidden else 1, cup=[0, 0, 0, 1])
    rare = grown(Search(game, Rare()), game, 200).children[1]
    assert 30 < rare.available < 80
    assert rare.total == rare.visits > 20


def test_the_same_generator_gives_the_same_move_and_the_same_tree() -> None:
    game = Naming([(0,), (1,)], 6, lambda named, hidden: (sum(named) + hidden) % 2, cup=[0, 1, 1])
    trees = []
    for luck in (1, 1, 2):
        children = grown(Search(game, Clueless()), game, 150, luck).children
        trees.append([(index, child.visits, child.total) for index, child in children.items()])
    assert trees[0] == trees[1] != trees[2]
    assert best(game, after(game), 150, 7) == best(game, after(game), 150, 7)


def test_a_shared_victory_counts_in_parts() -> None:
    game = Naming([(0, 1)], 2, lambda _named, _hidden: 0)
    state = named_so_far(game, 0, 1)
    assert state.result is not None
    state.result = Result([1, 1], [1, 1], [{}, {}])
    assert Search._end(state) == [0.5, 0.5]
