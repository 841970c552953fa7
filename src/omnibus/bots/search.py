"""Monte Carlo tree search for games with hidden cards, chance, many seats and simultaneous turns.

Every iteration guesses a full state from the view, walks down one tree that all guesses share, adds a node, asks the
game's expert how the position will end, and remembers that for every seat on the way (information-set search from one
observer's tree). A move is weighed against the times it could have been chosen, as not every guess allows it.
"""

import json
from base64 import b64decode, b64encode
from math import log, sqrt
from random import Random
from typing import Any, Protocol
from zlib import compress, decompress

from omnibus.bots.bot import MOST_REMEMBERED, Answer, Budget, Memory, size_of, weighed
from omnibus.rules.game import Game, Move, State, View

OFTEN = 8  # of a move that was tried less often than one in so many tries of the best, little can be said


class Expert(Protocol):
    """What the search must be told about a game."""

    def promising(self, state: State, seat: int) -> list[Move]:
        """The legal moves worth looking at, the most promising first; never none."""
        ...

    def outlook(self, state: State, rng: Random) -> list[float]:
        """How the game will end for each seat, from 0 (lost) to 1 (won): judged, or played on. May spoil the state."""
        ...


class Node:
    """A move, as far as it was tried."""

    __slots__ = ("available", "children", "seat", "total", "visits")

    def __init__(self, seat: int) -> None:
        self.seat = seat  # who made the move
        self.visits = 0
        self.available = 0  # how often it could have been made
        self.total = 0.0  # of the outlooks of who made it
        self.children: dict[int, Node] = {}  # by index of the move

    def plain(self, index: int, least: int = 1) -> list[Any]:
        """The tree from here on as plain data, without the moves that were tried less often than that."""
        tried = [child.plain(move, least) for move, child in self.children.items() if child.visits >= least]
        return [index, self.seat, self.visits, self.available, self.total, *tried]

    @classmethod
    def read(cls, data: list[Any]) -> "Node":
        """The tree that plain data stands for."""
        _, seat, visits, available, total, *tried = data
        node = cls(seat)
        node.visits, node.available, node.total = visits, available, total
        node.children = {child[0]: cls.read(child) for child in tried}
        return node


class Search:
    """How to search a game."""

    def __init__(self, game: Game, expert: Expert, exploration: float = 0.7, width: float = 2.0, widening: float = 0.5):
        self.game = game
        self.expert = expert
        self.exploration = exploration
        # A node visited v times looks at no more than the first width * v ** widening promising moves.
        self.width = width
        self.widening = widening

    def best(self, view: View, rng: Random, budget: Budget, memory: Memory = None) -> Answer:
        """The move tried most. The tree goes on from it if the next decision is the same seat's."""
        seat = view["seat"]
        if seat is None:
            raise ValueError("a spectator has no move")
        root = Node.read(_unpacked(memory["tree"])) if memory is not None and memory["n"] == view["n"] else Node(-1)
        known = None if self.game.hides else self.game.guess(view, rng)
        for _ in budget.spent():
            self._iterate(root, known.copy() if known else self.game.guess(view, rng), seat, rng)
        index, chosen = max(root.children.items(), key=lambda child: (child[1].visits, child[1].total))
        return Answer(
            self.game.moves[index].text,
            _memory_of(index, chosen, seat, view["n"] + 1),
            weighed("chance", self._worths(root, chosen)),
        )

    def _worths(self, root: Node, chosen: Node) -> list[tuple[str, float]]:
        """What the moves are worth that were tried often enough to tell."""
        enough = chosen.visits / OFTEN
        tried = [(move, node) for move, node in root.children.items() if node.visits >= enough]
        return [(self.game.moves[move].text, node.total / node.visits) for move, node in tried]

    def _iterate(self, root: Node, state: State, seat: int, rng: Random) -> None:
        node = root
        path = [node]
        fresh = False
        while state.turn and not fresh:
            # Where several move at once, the searching seat decides before it sees what the others do.
            mover = seat if seat in state.turn else state.turn[0]
            move, fresh = self._descend(node, state, mover)
            node = node.children[move.index]
            path.append(node)
            state.play_legal(mover, move)
        outlook = self._end(state) if state.result is not None else self.expert.outlook(state, rng)
        for passed in path:
            passed.visits += 1
            if passed.seat >= 0:
                passed.total += outlook[passed.seat]

    def _descend(self, node: Node, state: State, mover: int) -> tuple[Move, bool]:
        """The move to try next, and whether it is new in the tree."""
        moves = self.expert.promising(state, mover)
        open_to = max(1, int(self.width * node.visits**self.widening))
        best, best_bound, new = moves[0], -1.0, None
        for move in moves[:open_to]:
            child = node.children.get(move.index)
            if child is None:
                new = new or move
                continue
            child.available += 1
            bound = child.total / child.visits + self.exploration * sqrt(log(child.available) / child.visits)
            if bound > best_bound:
                best, best_bound = move, bound
        if new is None:
            return best, False
        child = node.children[new.index] = Node(mover)
        child.available = 1
        return new, True

    @staticmethod
    def _end(state: State) -> list[float]:
        """A finished game: a shared victory counts in parts."""
        if state.result is None:
            raise ValueError("the game goes on")
        winners = state.result.winners
        return [(seat in winners) / len(winners) for seat in range(state.game.seats)]


def _memory_of(index: int, chosen: Node, seat: int, n: int) -> Memory:
    """The tree after the move that was chosen, as much of it as can be remembered; none if others are to move then."""
    if chosen.children and all(child.seat != seat for child in chosen.children.values()):
        return None
    least = 1
    while size_of(memory := {"n": n, "tree": _packed(chosen.plain(index, least))}) > MOST_REMEMBERED:
        least += 1
    return memory


def _packed(tree: list[Any]) -> str:
    """A tree as a text of less than half its length: of a thousand nodes it can be remembered whole."""
    return b64encode(compress(json.dumps(tree, separators=(",", ":")).encode())).decode()


def _unpacked(text: str) -> Any:
    return json.loads(decompress(b64decode(text)))
