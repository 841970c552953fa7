"""Two worlds that one player cannot tell apart.

All luck of a game comes from its seed through `shuffled` and `pick`. A `Deal` is the luck of a seed with some cards
swapped in some of its shuffles. `other_world` looks for swaps, and for moves of the others, with which one viewer sees
exactly the same from the first ply to the last, in its views and in the events it is told of. What is the same is asked
of the rules, which the conformance kit checks with twins of its own making; what is tested with such worlds is that
nothing around the rules tells more.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, TypeVar

import msgspec

from omnibus.rules import chance
from omnibus.rules.game import Event, Game, State

Thing = TypeVar("Thing")
Plies = list[tuple[int, str]]

_fair_shuffle, _fair_pick = chance.shuffled, chance.pick


class Swap(msgspec.Struct, frozen=True):
    """Two places of one shuffle."""

    occasion: int
    one: int
    other: int


class Deal(msgspec.Struct):
    """The luck of a seed, some cards swapped."""

    base: str
    swaps: list[Swap]


class World(msgspec.Struct):
    """A game as it is played: its secret seed, the deal that belongs to it, and the moves."""

    seed: str
    deal: Deal
    plies: Plies
    leak: str | None = None  # what the server is made to tell, to see whether it would be noticed


LEAKS = ("event", "refusal", "why", "lobby", "replay", "whole replay", "hint", "log", "header")

DEALS: dict[str, Deal] = {}
_places: dict[int, int] = {}  # for each occasion, how many things were shuffled


def _shuffled(seed: str, occasion: int, things: Sequence[Thing]) -> list[Thing]:
    deal = DEALS.get(seed)
    if deal is None:
        return _fair_shuffle(seed, occasion, things)
    order = _fair_shuffle(deal.base, occasion, things)
    _places[occasion] = len(order)
    for swap in deal.swaps:
        if swap.occasion == occasion and max(swap.one, swap.other) < len(order):
            order[swap.one], order[swap.other] = order[swap.other], order[swap.one]
    return order


def _pick(seed: str, occasion: int, choices: int) -> int:
    deal = DEALS.get(seed)
    return _fair_pick(seed if deal is None else deal.base, occasion, choices)


@contextmanager
def stacked() -> Iterator[None]:
    """Let the games be dealt from `DEALS`."""
    kept: list[tuple[Any, str, Any]] = []
    for name, module in list(sys.modules.items()):
        if name.startswith("omnibus.rules"):
            for word, ours in (("shuffled", _shuffled), ("pick", _pick)):
                if word in vars(module):
                    kept.append((module, word, getattr(module, word)))
                    setattr(module, word, ours)
    try:
        yield
    finally:
        for module, word, theirs in kept:
            setattr(module, word, theirs)


def _look(state: State, events: Sequence[Event], viewer: int | None) -> str:
    return json.dumps([[event.seen_by(viewer) for event in events], state.view(viewer)])


def _lived(game: Game, seed: str, plies: Plies, viewer: int | None) -> list[str]:
    """All that the viewer sees of a game."""
    state = game.start(seed)
    return [_look(state, (), viewer), *(_look(state, state.play(seat, move), viewer) for seat, move in plies)]


def _lived_alike(game: Game, seed: str, plies: Plies, viewer: int | None, seen: list[str]) -> Plies | None:
    """The moves with which the viewer sees the same in another deal, if there are any."""
    state = game.start(seed)
    if _look(state, (), viewer) != seen[0]:
        return None
    played: Plies = []
    for (seat, move), look in zip(plies, seen[1:], strict=True):
        tries = [move] if seat == viewer else [move, *(each.text for each in state.legal(seat))]
        for tried in tries:
            if state.why_not(seat, tried) is None:
                after = state.copy()
                if _look(after, after.play(seat, tried), viewer) == look:
                    state = after
                    played.append((seat, tried))
                    break
        else:
            return None
    return played


def truths(game: Game, world: World) -> list[str]:
    """The whole truth after every ply, but for the seed."""
    with stacked():
        DEALS[world.seed] = world.deal
        state = game.start(world.seed)
        told = [json.dumps({**state.dump(), "seed": ""})]
        for seat, move in world.plies:
            state.play(seat, move)
            told.append(json.dumps({**state.dump(), "seed": ""}))
        return told


def random_plies(game: Game, seed: str, luck: Random) -> Plies:
    """A whole game but for its last move, after which everything is open."""
    state = game.start(seed)
    plies: Plies = []
    while state.turn:
        seat = luck.choice(state.turn)
        move = luck.choice(state.legal(seat))
        state.play(seat, move)
        plies.append((seat, move.text))
    return plies[:-1]


def two_worlds(game: Game, name: str, viewer: int | None, longest: int, tries: int) -> tuple[World, World]:
    """Two games that the viewer cannot tell apart, as different as that many tries can make them."""
    luck = Random(name)
    with stacked():
        base = f"{name} one"
        DEALS[base] = DEALS[f"{name} two"] = Deal(base, [])
        _places.clear()
        plies = random_plies(game, base, luck)[:longest]
        _places.clear()
        seen = _lived(game, base, plies, viewer)
        other = World(f"{name} two", Deal(base, []), plies)
        for _ in range(tries if _places else 0):
            occasion = luck.choice(list(_places))
            one, two = luck.randrange(_places[occasion]), luck.randrange(_places[occasion])
            deal = Deal(base, [*other.deal.swaps, Swap(occasion, one, two)])
            DEALS[other.seed] = deal
            alike = _lived_alike(game, other.seed, plies, viewer, seen)
            if alike is not None:
                other = World(other.seed, deal, alike)
    return World(base, DEALS[base], plies), other
