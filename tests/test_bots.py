"""Bots play by the rules, by what they see, and by their own generator alone."""

import json
from random import Random

import pytest

from omnibus import GAMES, View
from omnibus.arena.match import Match, play_match, standings
from omnibus.bots import NAMES, bot_named, bots_for, signed, unsigned
from omnibus.bots.bot import (
    MOST_REMEMBERED,
    Answer,
    Budget,
    Memory,
    at_once,
    remembering,
    size_of,
    texts,
)
from omnibus.bots.faults import NoSuchBot
from omnibus.bots.honesty import check_honesty
from omnibus.bots.line import Listener
from omnibus.bots.program import answer_in, question

EVERY_BOT = [(game, bot, seats) for game, box in GAMES.items() for bot in bots_for(game) for seats in box.seat_counts]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "bot", "seats"), EVERY_BOT)
def test_a_bot_plays_by_the_rules_and_by_what_it_sees(game: str, bot: str, seats: int) -> None:
    """Whatever a seat cannot know is changed, and with the same generator the bot does the same."""
    different = check_honesty(GAMES[game](seats), bot_named(bot, game), decisions=8, seed=bot)
    assert different >= 4 or not GAMES[game].hides, "there must be something that it could know"


@pytest.mark.parametrize(("game", "bot", "seats"), EVERY_BOT)
def test_a_bot_plays_a_whole_game_against_random_players(game: str, bot: str, seats: int) -> None:
    """Everything legal, to the end; Match refuses what is not."""
    match = Match(game, {}, [bot, *["random"] * (seats - 1)], "whole", Budget(iterations=2))
    assert sum(match.play(seats - 1).wins) == pytest.approx(1)


def test_a_match_gives_every_bot_every_seat_on_every_deal() -> None:
    seats: list[list[str]] = []

    def watcher(view: dict, rng: Random) -> str:  # type: ignore[type-arg]
        del rng
        if view["n"] < 3:
            seats[-1].append(f"{view['seat']}: {view['table'][view['seat']]['hand']}")
        return str(view["legal"][0]["text"])

    game = GAMES["terminus"](3, target=10)
    match = play_match(game, [at_once(watcher)] * 3, 3, "deals")
    for _ in range(3):
        seats.append([])
        next(match)
    assert seats[0] == seats[1] == seats[2]


def test_standings_share_a_shared_victory() -> None:
    game = GAMES["terminus"](2, target=10)
    outcomes = list(play_match(game, [bot_named("random", "terminus")] * 2, 40, "share"))
    assert all(sum(outcome.wins) == pytest.approx(1) for outcome in outcomes)
    table = standings(["random", "random"], outcomes)
    assert [entry.name for entry in table] == ["random 1", "random 2"]
    assert sum(entry.wins.mean for entry in table) == pytest.approx(1)


def test_the_look_two_cards_ahead_is_the_normal_level() -> None:
    assert bot_named("lookahead", "nextstation") is bot_named("normal", "nextstation")
    with pytest.raises(NoSuchBot):
        bot_named("lookahead", "london")


def at(n: int) -> View:
    """A view of somebody's opening, as if so many moves had been played."""
    view: View = GAMES["terminus"](2).start("7").view(0)
    view["n"] = n
    return view


def counting(view: View, _rng: Random, _budget: Budget, memory: Memory) -> Answer:
    """Plays the first move at its first decision, the second at the second, and so on as long as there are as many."""
    asked = 0 if memory is None else memory["asked"]
    legal = texts(view)
    return Answer(legal[min(asked, len(legal) - 1)], {"asked": asked + 1, "seat": view["seat"]})


COUNTING = remembering(counting, Budget(iterations=1))


def test_a_bot_gets_again_what_it_handed_back_at_its_seats_next_decision() -> None:
    bot, other = COUNTING.seated(), COUNTING.seated()
    view = at(0)
    places = [texts(view).index(bot(at(n), Random(1))) for n in (0, 2, 5)]
    assert places == [0, 1, 2]
    assert other(at(6), Random(1)) == texts(view)[0], "what one remembers another does not know"
    assert bot(at(5), Random(1)) == texts(view)[0], "moves were taken back"
    assert bot(at(7), Random(1)) == texts(view)[1]


def test_a_bot_without_memory_thinks_afresh() -> None:
    bot = COUNTING.seated(memory=False)
    view = at(0)
    assert {bot(at(n), Random(1)) for n in range(4)} == {texts(view)[0]}


@pytest.mark.parametrize(
    ("memory", "reason"),
    [
        ("x" * MOST_REMEMBERED, "more than 16384 bytes"),
        (["é" * (MOST_REMEMBERED // 2)], "more than 16384 bytes"),
        ({1, 2}, "no plain data"),
        (float("nan"), "no plain data"),
        ([Random(1)], "no plain data"),
    ],
)
def test_what_cannot_be_remembered_is_forgotten_and_the_move_stands(memory: object, reason: str) -> None:
    seen = []

    def forgetful(view: View, _rng: Random, _budget: Budget, remembered: Memory) -> Answer:
        seen.append(remembered)
        return Answer(texts(view)[0], memory)

    bot = remembering(forgetful, Budget(iterations=1)).seated()
    view = at(0)
    for n in (0, 1):
        with pytest.warns(UserWarning, match=reason):
            assert bot(at(n), Random(1)) == texts(view)[0]
    assert seen == [None, None]
    assert size_of("x" * (MOST_REMEMBERED - 2)) == MOST_REMEMBERED


def test_nothing_but_data_is_remembered() -> None:
    """Whoever changes what it handed back later changes nothing of what it gets."""
    secret: list[int] = []

    def scheming(view: View, _rng: Random, _budget: Budget, memory: Memory) -> Answer:
        assert memory in (None, [])
        return Answer(texts(view)[0], secret)

    bot = remembering(scheming, Budget(iterations=1)).seated()
    view = at(0)
    bot(view, Random(1))
    secret.append(7)
    bot(at(1), Random(1))


def test_in_the_arena_each_seat_remembers_its_own_decisions() -> None:
    asked: list[tuple[int, int | None, Memory]] = []

    def noting(view: View, rng: Random, budget: Budget, memory: Memory) -> Answer:
        asked.append((view["n"], view["seat"], memory))
        return counting(view, rng, budget, memory)

    game = GAMES["terminus"](2, target=10)
    for remembers in (True, False):
        asked.clear()
        next(play_match(game, [remembering(noting, Budget(iterations=1))] * 2, 1, "memory", memory=remembers))
        for seat in range(2):
            memories = [memory for _, mover, memory in asked if mover == seat]
            expected = [{"asked": number, "seat": seat} if number else None for number in range(len(memories))]
            assert len(memories) > 3
            assert memories == (expected if remembers else [None] * len(memories))


@pytest.mark.parametrize("game", ["bus", "terminus"])
def test_a_bot_that_remembers_plays_as_one_that_is_asked_elsewhere_each_time(game: str) -> None:
    """What it hands back is all that it needs: a process that knows nothing else goes on as the one that began."""
    kind = bot_named("hard", game)
    few = Budget(iterations=30)
    state = GAMES[game](3).start("elsewhere")
    here = [kind.seated(few) for _ in range(3)]
    memories: list[Memory] = [None] * 3
    used = 0
    for number in range(60):
        seat = state.turn[0]
        view = state.view(seat)
        used += memories[seat] is not None and memories[seat]["n"] == view["n"]
        line = json.dumps(question("hard", view, few, Random(number), memories[seat]))
        answer = answer_in(Listener().answer(line))
        memories[seat] = answer.memory
        seed = json.loads(line)["seed"]
        assert here[seat](view, Random(seed)) == answer.move
        state.play(seat, answer.move)
    assert used > 3


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(NoSuchBot, match="no bot “hal” plays terminus; these do: random "):
        bot_named("hal", "terminus")


def test_a_bot_signs_with_its_kind() -> None:
    assert signed("Ada", "random") == "Ada (bot random)"
    assert unsigned("Ada (bot random)") == ("Ada", "random")
    assert unsigned("Ada (bot)") == ("Ada (bot)", None)
    assert len(NAMES) >= max(box.seat_counts[-1] for box in GAMES.values())
