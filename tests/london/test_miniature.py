"""The miniature board: every position of it looked at, the game tree counted, and the conformance kit."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from omnibus.rules.london.state import LondonState
from omnibus.testing import check
from tests.london.miniature import DATA, Miniature, Shortest


def key(state: LondonState) -> str:
    """The position, however many moves led to it."""
    dump = state.dump()
    del dump["n"]
    return json.dumps(dump)


def moves_by_the_book(dump: dict[str, Any], seat: int) -> set[str]:
    """The legal moves once more, told slowly, from the board's data and a dump alone."""
    if dump["offers"][seat]:
        one = {f"keep {ticket}" for ticket in dump["offers"][seat]}
        both = {"keep " + " ".join(sorted(dump["offers"][seat]))}
        return one | both if len(one) == 2 else one
    draws = {f"draw {card}" for card in dump["row"] if card}
    if dump["deck"]:
        draws.add("draw deck")
    if dump["took_one"]:
        return draws - {"draw bus"}
    claims = {text for route in DATA["routes"] for text in claims_by_the_book(dump, seat, route)}
    tickets = {"tickets"} if dump["ticket_deck"] else set()
    return draws | claims | tickets or {"pass"}


def claims_by_the_book(dump: dict[str, Any], seat: int, route: dict[str, Any]) -> Iterator[str]:
    claimed = {name for names in dump["owned"] for name in names}
    beside = {other["id"] for other in DATA["routes"] if "double" in route and other.get("double") == route["double"]}
    if claimed & (beside | {route["id"]}) or dump["buses"][seat] < route["length"]:
        return
    *coloured, buses = dump["hands"][seat]
    for colour, have in zip(DATA["cards"]["colours"], coloured, strict=True):
        if route["colour"] in ("grey", colour):
            for cards in range(route["length"] + 1):
                jokers = route["length"] - cards
                if cards <= have and jokers <= buses:
                    words = [f"{cards}{colour}"] * bool(cards) + [f"{jokers}bus"] * bool(jokers)
                    yield f"claim {route['id']} {'+'.join(words)}"


def explore(start: LondonState, until_last_round: bool) -> dict[str, list[str]]:
    """Every position that can be reached, and where its moves lead; each is checked on the way."""
    leads_to: dict[str, list[str]] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        here = key(state)
        if here in leads_to:
            continue
        leads_to[here] = []
        assert list(Miniature.broken_laws(state)) == []
        if until_last_round and state.last_turns >= 0:
            continue
        dump = state.dump()
        for seat in state.turn:
            moves = state.legal(seat)
            assert len(moves) == len({move.text for move in moves})
            assert {move.text for move in moves} == moves_by_the_book(dump, seat)
            for move in moves:
                after = state.copy()
                after.play(seat, move)
                leads_to[here].append(key(after))
                waiting.append(after)
    return leads_to


def start(box: type[Miniature], seed: str) -> LondonState:
    state = box().start(seed)
    assert isinstance(state, LondonState)
    return state


def games_from(position: str, leads_to: dict[str, list[str]], counted: dict[str, int]) -> int:
    """How many different games can be played from a position."""
    if position not in counted:
        counted[position] = sum(games_from(after, leads_to, counted) for after in leads_to[position]) or 1
    return counted[position]


def games_one_by_one(state: LondonState) -> int:
    """The same, by playing every single one."""
    games = 0
    for seat in state.turn:
        for move in state.legal(seat):
            after = state.copy()
            after.play(seat, move)
            games += games_one_by_one(after)
    return games or 1


@pytest.mark.slow
def test_the_full_tree_of_the_shortest_game_is_counted() -> None:
    leads_to = explore(start(Shortest, "2"), until_last_round=False)
    assert len(leads_to) == 10_759
    assert sum(not after for after in leads_to.values()) == 7_167
    assert games_from(key(start(Shortest, "2")), leads_to, {}) == 20_020
    assert games_one_by_one(start(Shortest, "2")) == 20_020


def test_every_position_of_the_miniature_before_the_last_round_is_counted() -> None:
    leads_to = explore(start(Miniature, "0"), until_last_round=True)
    assert len(leads_to) == 10_222
    assert sum(bool(after) for after in leads_to.values()) == 1_322


@pytest.mark.slow
def test_the_miniature_passes_the_kit() -> None:
    report = check(Miniature, seats=[2], games=60, weigh_guesses=6)
    assert report.games == 60
    # Most of the rare branches are common here.
    assert report.landmarks >= Counter(
        {"the deck is empty": 100, "a gap in the row": 100, "no second card to take": 10, "three flushes in a row": 2}
    )
