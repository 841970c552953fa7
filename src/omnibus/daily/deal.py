"""How the deal of a day is made for each game that offers one, and how bots play in it."""

import hmac
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from omnibus.bots import USUAL, bot_named
from omnibus.daily.luck import bot_luck
from omnibus.rules import game_box
from omnibus.rules.chance import commitment
from omnibus.rules.game import Game, State
from omnibus.rules.shelf import GAMES, part


@dataclass(frozen=True, slots=True)
class Setup:
    """How a game is set up for the deal of the day: `SETUP` of the game's part in this room."""

    seats: int
    seat: int = 0  # the person's
    bot: str = USUAL  # in all other seats
    options: Mapping[str, int | bool] = field(default_factory=dict)
    fewest_points_win: bool = False  # which of two in the same place has done better


class DailyDeal(NamedTuple):
    """The deal of a day for one game."""

    game: Game
    day: str
    seed: str
    seat: int  # the person's
    bots: tuple[str | None, ...]  # by seat; none in the person's

    @property
    def commitment(self) -> str:
        """What is published of the seed when the day begins."""
        return commitment(self.seed)


def setup_of(game: str) -> Setup | None:
    """How a game is set up for the deal of the day; None if it offers none."""
    setup: Setup | None = getattr(part(game, "daily"), "SETUP", None)
    if setup is not None and setup.seats > 1 and bot_named(setup.bot, game).budget.seconds is not None:
        # On another machine it would play another game.
        raise AssertionError(f"{setup.bot} thinks by the clock: no bot for the deal of the day")
    return setup


def games_of_the_day() -> list[str]:
    """The games that offer a deal of the day."""
    return [game for game in GAMES if setup_of(game) is not None]


def deal_of_day(game: str, day: str, key: bytes) -> DailyDeal | None:
    """The deal of a day, for whoever has the key: nobody else can know it beforehand. None if the game offers none."""
    setup = setup_of(game)
    if setup is None:
        return None
    seed = hmac.digest(key, f"daily/{day}/{game}".encode(), "sha256").hex()[:32]
    bots = tuple(None if seat == setup.seat else setup.bot for seat in range(setup.seats))
    return DailyDeal(game_box(game)(setup.seats, **setup.options), day, seed, setup.seat, bots)


def person_first(turn: Sequence[int], people: Collection[int]) -> int | None:
    """The bot that moves next; None while a person may move.

    Where several may move at once, the order is always the same, so that the same moves bring the same game.
    """
    return None if not turn or any(seat in people for seat in turn) else min(turn)


def bots_game(deal: DailyDeal) -> Iterator[tuple[int, str]]:
    """The moves of the game that bots play among themselves, one of them in the person's seat."""
    bots = [bot or next(filter(None, deal.bots), USUAL) for bot in deal.bots]
    state: State = deal.game.start(deal.seed)
    decisions = Counter[int]()
    while (seat := person_first(state.turn, ())) is not None:
        bot = bot_named(bots[seat], deal.game.id).seated(memory=False)
        move = bot(state.view(seat), Random(bot_luck(deal.seed, seat, decisions[seat])))
        decisions[seat] += 1
        state.play(seat, move)
        yield seat, move
