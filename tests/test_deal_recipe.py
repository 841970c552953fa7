"""Deals of all four games are what docs/records.md says they are."""

import ast
import sys
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from omnibus import GAMES, Event, State, new
from tests import deal_recipe as recipe

SEEDS = ("7", "a longer seed, with spaces – and é", "00ff" * 8)
SEATS_OF = {name: list(box.seat_counts) for name, box in GAMES.items()}


def seats_and_seeds(game: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("seats", "seed"),
        [(seats, seed) for seats in SEATS_OF[game] for seed in SEEDS],
        ids=lambda value: str(value)[:8],
    )


def play_at_random(state: State, luck: Random) -> list[Event]:
    seat = luck.choice(state.turn)
    return state.play(seat, luck.choice(state.legal(seat)))


def test_the_recipe_imports_nothing_of_ours() -> None:
    tree = ast.parse(Path(recipe.__file__).read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names
    assert not any(isinstance(node, ast.ImportFrom) and node.level for node in ast.walk(tree))


def test_the_example_on_the_page() -> None:
    first_words = list(islice(recipe.words("7", 0), 3))
    number = recipe.below(6, recipe.words("7", 0))
    order = " ".join(recipe.shuffle("7", 0, list("abcde")))
    said = (
        f"the first words are {first_words[0]}, {first_words[1]} and {first_words[2]}, the number below 6 is {number}, "
        f"and the list `a b c d e` is shuffled to `{order}`."
    )
    assert said in " ".join(recipe.PAGE.split())


def test_words_that_would_be_unfair_are_skipped() -> None:
    n = 2**31 + 1  # half of all words are skipped
    stream = recipe.words("7", 0)
    expected = next(word for word in stream if word < n)
    assert recipe.below(n, recipe.words("7", 0)) == expected


# ---- London


@seats_and_seeds("london")
def test_london(seats: int, seed: str) -> None:
    state, deal = new("london", seats=seats, seed=seed), recipe.London(seats, seed)
    dump = state.dump()
    kinds = list(dict.fromkeys(recipe.things("London: cards")))
    hands = [sorted(Counter(dict(zip(kinds, hand, strict=True))).elements()) for hand in dump["hands"]]
    assert hands == deal.hands
    assert (dump["row"], dump["flushed"]) == (deal.row, deal.flushed)
    assert (dump["offers"], dump["ticket_deck"]) == (deal.offers, deal.ticket_deck)
    assert dump["starter"] == recipe.first_seat("London", seats, seed)


def test_london_with_a_row_flushed_in_the_deal() -> None:
    seed = next(seed for seed in map(str, range(1000)) if recipe.London(3, seed).flushed)
    dump = new("london", seats=3, seed=seed).dump()
    assert dump["flushed"] == recipe.London(3, seed).flushed != []


@seats_and_seeds("london")
def test_every_card_of_a_game_of_london(seats: int, seed: str) -> None:
    """From the first to the last, with the discards shuffled at least once."""
    state, deal, luck = new("london", seats=seats, seed=seed), recipe.London(seats, seed), Random(seed)
    to_come, tickets, offers = deal.deck, deal.ticket_deck, deal.offers
    discards = [card for row in deal.flushed for card in row]
    reshuffles = 0
    while state.turn:
        for event in play_at_random(state, luck):
            told = event.opened()
            match event.kind:
                case "draw":
                    assert told["card"] == to_come.pop(0)
                case "turn-up":
                    assert told["cards"] == to_come[: len(told["cards"])]
                    del to_come[: len(told["cards"])]
                case "claim" | "flush":
                    discards += told["cards"]
                case "reshuffle":
                    chance = recipe.number("London: discards") + reshuffles
                    to_come += recipe.new_pile("London", seed, chance, discards)
                    discards, reshuffles = [], reshuffles + 1
                case "tickets":
                    assert told["tickets"] == tickets[: told["count"]]
                    del tickets[: told["count"]]
                    offers[told["seat"]] = told["tickets"]
                case "keep":
                    tickets += [ticket for ticket in offers[told["seat"]] if ticket not in told["tickets"]]
        assert state.dump()["ticket_deck"] == tickets
    assert reshuffles


# ---- Bus


@seats_and_seeds("bus")
def test_bus(seats: int, seed: str) -> None:
    assert new("bus", seats=seats, seed=seed).dump()["first"] == recipe.first_seat("Bus", seats, seed)


# ---- Next Station


@seats_and_seeds("nextstation")
@pytest.mark.parametrize(("objectives", "powers"), [(False, False), (True, False), (False, True), (True, True)])
def test_next_station(seats: int, seed: str, objectives: bool, powers: bool) -> None:
    """Every card of all four rounds, and the modules."""
    state = new("nextstation", seats=seats, seed=seed, objectives=objectives, powers=powers)
    luck, rounds, told_powers = Random(seed), list[list[str]](), dict[str, str]()
    while state.turn:
        for event in play_at_random(state, luck):
            told = event.opened()
            match event.kind:
                case "round":
                    rounds.append([])
                case "card":
                    rounds[-1].append(told["card"])
                case "objectives":
                    assert told["objectives"] == [f"objective {each}" for each in recipe.nextstation_objectives(seed)]
                case "power":
                    told_powers[told["colour"]] = told["power"].removeprefix("power ")
    assert told_powers == (recipe.nextstation_powers(seed) if powers else {})
    assert len(rounds) == 4
    for turn, cards in enumerate(rounds):
        assert cards == recipe.nextstation_round(seed, turn)[: len(cards)]


# ---- Terminus


@seats_and_seeds("terminus")
def test_every_card_of_a_game_of_terminus(seats: int, seed: str) -> None:
    """Every hand and every card drawn, in all rounds, and at least one pile made anew."""
    renewed = 0
    for attempt in range(10):
        renewed += _follow_terminus(seats, f"{seed}{attempt or ''}")
        if renewed:
            return
    raise AssertionError("no pile was made anew")


def _follow_terminus(seats: int, seed: str) -> int:
    """Compare every card that is dealt and drawn; how many piles were made anew."""
    state, luck, renewed = new("terminus", seats=seats, seed=seed), Random(seed), 0
    chance = recipe.number("Terminus: cards")
    hands, pile = recipe.terminus_round(seats, seed, chance)
    assert state.dump()["starter"] == recipe.first_seat("Terminus", seats, seed)
    for seat, hand in enumerate(hands):
        assert _hand(state, seat) == sorted(hand)
    while state.turn:
        for event in play_at_random(state, luck):
            told = event.opened()
            match event.kind:
                case "draw":
                    assert told["card"] == pile.pop(0)
                case "reshuffle":
                    assert not pile
                    chance, renewed = chance + 1, renewed + 1
                    discards = state.view(None)["pile"]["made_of"]
                    pile = recipe.new_pile("Terminus", seed, chance, discards)
                case "deal":
                    chance += 1
                    hands, pile = recipe.terminus_round(seats, seed, chance)
                case "hand":
                    assert sorted(told["hand"]) == sorted(hands[told["seat"]])
    return renewed


def _hand(state: State, seat: int) -> list[str]:
    cards: list[str] = state.view(seat)["table"][seat]["hand"]
    return sorted(cards)
