"""Bots play by the rules, by what they see, and by their own generator alone."""

import json
from random import Random

import pytest

from omnibus import GAMES
from omnibus.arena.match import play_match, standings
from omnibus.bots import NAMES, NoSuchBot, bot_named, bots_for, signed, unsigned
from omnibus.bots.bot import Budget, at_once

EVERY_BOT = [(game, bot, seats) for game, box in GAMES.items() for bot in bots_for(game) for seats in box.seat_counts]

QUICK = Budget(iterations=40)


@pytest.mark.parametrize(("game", "bot", "seats"), EVERY_BOT)
def test_a_bot_plays_by_the_rules_and_by_what_it_sees(game: str, bot: str, seats: int) -> None:
    """Whatever a seat cannot know is changed, and with the same generator the bot does the same."""
    kind = bot_named(bot, game)
    rng = Random(f"{game} {bot} {seats}")
    state = GAMES[game](seats).start(f"{game} {bot}")
    while state.turn and state.n < 60:
        seat = rng.choice(state.turn)
        luck = rng.random()
        move = kind.seated(QUICK)(state.view(seat), Random(luck))
        twin = state.game.referee.twin(state, seat, rng, False)
        assert kind.seated(QUICK)(json.loads(json.dumps(twin.view(seat))), Random(luck)) == move
        assert move in [legal.text for legal in state.legal(seat)]
        state.play(seat, move)


def test_a_match_gives_every_bot_every_seat_on_every_deal() -> None:
    seats: list[list[str]] = []

    def watcher(view: dict, rng: Random) -> str:  # type: ignore[type-arg]
        del rng
        if view["n"] < 3:
            seats[-1].append(f"{view['seat']}: {view['table'][view['seat']]['hand']}")
        return str(view["legal"][0])

    game = GAMES["terminus"](3, target=10)
    match = play_match(game, [at_once(watcher)] * 3, 3, "deals")  # type: ignore[arg-type]
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
    assert sum(entry.wins for entry in table) == pytest.approx(1)


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(NoSuchBot, match="no bot “hal” plays terminus; these do: random easy normal hard"):
        bot_named("hal", "terminus")


def test_a_bot_signs_with_its_kind() -> None:
    assert signed("Ada", "random") == "Ada (bot random)"
    assert unsigned("Ada (bot random)") == ("Ada", "random")
    assert unsigned("Ada (bot)") == ("Ada (bot)", None)
    assert len(NAMES) >= max(box.seat_counts[-1] for box in GAMES.values())
