"""Bots play by the rules, by what they see, and by their own generator alone."""

from random import Random

import pytest

from omnibus import GAMES
from omnibus.arena.match import Match, play_match, standings
from omnibus.bots import NAMES, bot_named, bots_for, signed, unsigned
from omnibus.bots.bot import Budget, at_once
from omnibus.bots.faults import NoSuchBot
from omnibus.bots.honesty import check_honesty

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
    assert sum(entry.wins for entry in table) == pytest.approx(1)


def test_the_look_two_cards_ahead_is_the_normal_level() -> None:
    assert bot_named("lookahead", "nextstation").sit() is bot_named("normal", "nextstation").sit()
    with pytest.raises(NoSuchBot):
        bot_named("lookahead", "london")


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(NoSuchBot, match="no bot “hal” plays terminus; these do: random "):
        bot_named("hal", "terminus")


def test_a_bot_signs_with_its_kind() -> None:
    assert signed("Ada", "random") == "Ada (bot random)"
    assert unsigned("Ada (bot random)") == ("Ada", "random")
    assert unsigned("Ada (bot)") == ("Ada (bot)", None)
    assert len(NAMES) >= max(box.seat_counts[-1] for box in GAMES.values())
