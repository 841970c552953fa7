"""Why a bot advises a move: from what it weighed, in words, and without a word where there is nothing to say."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from omnibus import GAMES, View
from omnibus.bots import bot_named, strongest_bot
from omnibus.bots.bot import Answer, Budget, Kind, Memory, at_once, remembering, texts, weighed
from omnibus.bots.bus.prospects import _prospects, merits
from omnibus.bots.honesty import Dishonest, check_honesty
from omnibus.bots.line import Listener
from omnibus.bots.program import answer_in, question
from omnibus.bots.reasons import MOST_WEIGHED, in_words, next_best, reasons_for, sound
from omnibus.rules.bus import Bus
from omnibus.rules.rulebook import LANGUAGES
from omnibus.rules.shelf import OURS
from omnibus.rules.shelf import texts as texts_of

SOME = Budget(iterations=60)
ADVISERS = [(game, bot) for game in OURS for bot in ("normal", "hard")]


def decisions(game: str, kind: Kind, seed: str, most: int = 60, budget: Budget = SOME) -> list[tuple[View, Answer]]:
    """What a bot decides at all seats of a game against itself where there is a choice."""
    state = GAMES[game](max(2, GAMES[game].seat_counts[0])).start(seed)
    seats = [kind.seated(budget) for _ in range(state.game.seats)]
    rng = Random(seed)
    found: list[tuple[View, Answer]] = []
    while state.turn and len(found) < most:
        seat = state.turn[0]
        view = state.view(seat)
        answer = seats[seat].weighing(view, rng)
        if len(view["legal"]) > 1:
            found.append((view, answer))
        state.play(seat, answer.move)
    return found


@pytest.mark.parametrize("game", OURS)
def test_the_adviser_has_something_to_say_of_every_move(game: str) -> None:
    """And every sentence of the catalogue that is said can be said in both languages, with all its gaps filled."""
    said = Counter[str]()
    kind = bot_named(strongest_bot(game), game)
    few = Budget(iterations=2)  # a network takes its time
    for view, answer in decisions(game, kind, "why", 40 if game == "nextstation" else 60, few):
        reasons = reasons_for(view, answer, Random(1))
        said.update(reason["reason"] for reason in reasons)
        assert reasons or next_best(view, answer), answer
        for language in LANGUAGES:
            words = in_words(game, reasons, language)
            assert bool(words) == bool(reasons)
            assert "{" not in words
            assert "-" not in words or game != "bus", "a merit that has no words"
    assert set(said) <= set(texts_of(game, "bots"))
    assert len(said) >= 2, said


@pytest.mark.parametrize(("game", "bot"), ADVISERS)
def test_to_ask_why_changes_nothing_of_what_a_bot_does(game: str, bot: str) -> None:
    kind = bot_named(bot, game)
    for view, answer in decisions(game, kind, "same", 5):
        again = kind.seated(SOME, memory=False)
        fresh = again.weighing(view, Random(2))
        reasons_for(view, fresh, Random(3))
        assert kind.seated(SOME)(view, Random(2)) == fresh.move
        if answer.weighed is not None and "candidates" in answer.weighed:
            worths = [candidate["worth"] for candidate in answer.weighed["candidates"]]
            assert worths == sorted(worths, reverse=True)
            assert {candidate["move"] for candidate in answer.weighed["candidates"]} <= set(texts(view))


def test_the_difference_is_to_the_best_of_the_other_moves() -> None:
    view = GAMES["terminus"](2).start("7").view(0)
    one, two, three = texts(view)[:3]
    answer = Answer(one, weighed=weighed("points", [(two, 3.0), (one, 5.5), (three, 4.0)]))
    assert next_best(view, answer) == (three, 1.5, "points")
    trusted_more = Answer(two, weighed=answer.weighed)
    assert next_best(view, trusted_more) == (one, 0.0, "points"), "it is never worth less than nothing"
    assert next_best(view, Answer(one)) is None
    assert next_best(view, Answer(one, weighed=weighed("chance", [(one, 0.5)]))) is None


@pytest.mark.parametrize(
    "nonsense",
    [
        None,
        7,
        "because",
        {"unit": "euros", "candidates": [{"move": "secret M1", "worth": 1}]},
        {"unit": "points", "candidates": "many"},
        {"unit": "points", "candidates": [None, {"move": "fly"}, {"move": [], "worth": 1}]},
        {"unit": "chance", "candidates": [{"move": "end", "worth": float("nan")}]},
        {"plan": {"turn": ["fly", 7], "routes": "all", "pencils": 3}},
        {"plan": "x" * MOST_WEIGHED},
        {"plan": {1, 2}},
    ],
)
@pytest.mark.parametrize("game", OURS)
def test_a_bot_of_others_may_hand_back_anything(game: str, nonsense: Any) -> None:
    """The move stands, and what can be said of it from the view is said."""
    view = GAMES[game](max(2, GAMES[game].seat_counts[0])).start("7").view(0) | {"n": 0}
    if not view["legal"]:
        view = GAMES[game](max(2, GAMES[game].seat_counts[0])).start("7").view(1)
    answer = Answer(texts(view)[0], weighed=nonsense)
    assert sound(answer, view).get("candidates", []) == []
    assert next_best(view, answer) is None
    in_words(game, reasons_for(view, answer, Random(1)), "fr")


def test_what_was_weighed_goes_over_the_line_where_it_is_asked_for() -> None:
    view = GAMES["nextstation"](1).start("7").view(0)
    asked = question("hard", view, SOME, Random(1))
    silent = Listener().answer(json.dumps(asked))
    assert silent in texts(view), "who does not ask gets a move and nothing else"
    told = answer_in(Listener().answer(json.dumps({**asked, "weighed": True})))
    assert told.move == silent
    assert told.weighed is not None
    assert told.weighed["plan"]["pencils"]


def test_reasons_that_come_from_elsewhere_are_dishonest() -> None:
    seen: list[int] = []

    def gossip(view: View, _rng: Random, _budget: Budget, _memory: Memory) -> Answer:
        seen.append(1)
        return Answer(texts(view)[0], weighed={"plan": {"asked": len(seen)}})

    with pytest.raises(Dishonest, match="because of"):
        check_honesty(GAMES["terminus"](3), remembering(gossip, Budget(iterations=1)), decisions=2)
    honest = at_once(lambda view, _: Answer(texts(view)[0], weighed=weighed("points", [(texts(view)[0], 1.0)])))
    check_honesty(GAMES["terminus"](3), honest, decisions=2)


def test_the_merits_of_a_position_in_bus_are_what_it_is_judged_by() -> None:
    rng = Random(5)
    state = Bus(4).start("merits")
    while state.turn:
        if state.result is None:
            told = [sum(each.values()) for each in merits(state)]
            assert told == pytest.approx(_prospects(state))
        legal = state.legal(state.turn[0])
        state.play(state.turn[0], rng.choice(legal))
