"""Bots against bots: the same deals from every seat."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from random import Random
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from omnibus.arena.intervals import Share, mean_and_interval, share_of
from omnibus.arena.times import Times
from omnibus.bots import bot_named
from omnibus.bots.bot import Budget, Kind, texts
from omnibus.bots.faults import BotFault
from omnibus.bots.guests import NOBODY, Guests
from omnibus.rules import GAMES
from omnibus.rules.game import Event, Game, State, View
from omnibus.rules.rulebook import Refusal

__all__ = ["Match", "Outcome", "mean_and_interval", "play_match", "seat_shares", "standings"]


class Onlooker(Protocol):
    """Somebody who looks on while a game is played, and changes nothing."""

    def sees(self, seat: int, move: str, events: Sequence[Event], state: State) -> None:
        """A move was made; the state is the one it led to."""
        ...


class Outcome(NamedTuple):
    """One game of a match; the lists go by entrant, not by seat."""

    wins: list[float]  # a shared victory counts in parts
    scores: list[int]
    ranks: list[int]
    number: int
    times: list[Times]

    @property
    def deal(self) -> int:
        """Which deal it was; the games on one deal are not independent of each other."""
        return self.number // len(self.wins)

    def at_seat(self, seat: int) -> int:
        """Who sat there."""
        return (seat - self.number) % len(self.wins)

    def plain(self) -> dict[str, Any]:
        """The outcome as plain data."""
        return {**self._asdict(), "times": [times.plain() for times in self.times]}

    @classmethod
    def read(cls, line: dict[str, Any]) -> "Outcome":
        """The outcome that plain data stands for."""
        times = [Times.read(times) for times in line["times"]]
        return cls(line["wins"], line["scores"], line["ranks"], line["number"], times)


Player = Callable[[View, Random], str]


def _play(game: Game, bots: Sequence[Player], number: int, seed: str, watchers: Sequence[Onlooker] = ()) -> Outcome:
    """Game `number` of a match. Each deal comes back until every bot has had every seat."""
    seats = game.seats
    deal, rotation = divmod(number, seats)
    seat_of = [(entrant + rotation) % seats for entrant in range(seats)]
    entrant_at = {seat: entrant for entrant, seat in enumerate(seat_of)}
    luck = [Random(f"{seed}/{number}/{entrant}") for entrant in range(seats)]
    times = [Times() for _ in range(seats)]
    state = game.start(f"{seed}/{deal}")
    while state.turn:
        seat = state.turn[0]
        entrant = entrant_at[seat]
        view = state.view(seat)
        begun = perf_counter()
        move = bots[entrant](view, luck[entrant])
        times[entrant].add(perf_counter() - begun)
        events = state.play(seat, move)
        for watcher in watchers:
            watcher.sees(seat, move, events, state)
    result = state.result
    if result is None:
        raise AssertionError("a game without a turn is over")
    return Outcome(
        [(seat in result.winners) / len(result.winners) for seat in seat_of],
        [result.scores[seat] for seat in seat_of],
        [result.ranks[seat] for seat in seat_of],
        number,
        times,
    )


def play_match(game: Game, kinds: Sequence[Kind], games: int, seed: str, memory: bool = True) -> Iterator[Outcome]:
    """Play the games one by one, here and now."""
    for number in range(games):
        yield _play(game, [kind.seated(memory=memory) for kind in kinds], number, seed)


@dataclass(frozen=True)
class Match:
    """Who plays what, told in names and numbers alone, so that any process on any machine can play any game of it."""

    game: str
    options: dict[str, int | bool]
    bots: list[str]
    seed: str
    budget: Budget | None = None  # for all; None leaves each its own
    guests: Guests = NOBODY
    memory: bool = True  # for all; without it they think afresh at every decision

    def plain(self) -> dict[str, Any]:
        """The match as plain data."""
        return {**asdict(self), "guests": {name: list(each) for name, each in asdict(self.guests).items()}}

    @classmethod
    def read(cls, line: dict[str, Any]) -> "Match":
        """The match that plain data stands for."""
        budget = None if line["budget"] is None else Budget(**line["budget"])
        guests = Guests(**{name: tuple(each) for name, each in line["guests"].items()})
        return cls(line["game"], line["options"], line["bots"], line["seed"], budget, guests, line.get("memory", True))

    def set_up(self) -> Game:
        """The game on the table."""
        return GAMES[self.game](len(self.bots), **self.options)

    def kinds(self) -> list[Kind]:
        """The bots' kinds; one that nobody knows is refused."""
        return [bot_named(bot, self.game, self.guests) for bot in self.bots]

    def play(self, number: int, watchers: Sequence[Onlooker] = ()) -> Outcome:
        """One game. A bot that does not play by the rules is named in a BotFault."""
        bots = [
            _watched(name, kind.seated(self.budget, self.memory))
            for name, kind in zip(self.bots, self.kinds(), strict=True)
        ]
        return _play(self.set_up(), bots, number, self.seed, watchers)


def _watched(name: str, bot: Player) -> Player:
    """A bot whose mistakes are told with its name."""

    def player(view: View, rng: Random) -> str:
        told = {"bot": name, "n": view["n"], "game": view["game"]}
        try:
            move = bot(view, rng)
        except Refusal:
            raise
        except Exception as error:
            raise BotFault("bot-broke", reason=f"{type(error).__name__}: {error}", **told) from error
        if move not in texts(view):
            raise BotFault("bot-illegal", answer=str(move)[:60], **told)
        return move

    return player


class EntrantStanding(NamedTuple):
    """How one entrant of a match did."""

    name: str
    wins: Share
    score: float
    score_interval: float
    rank: float
    times: Times


def standings(bots: Sequence[str], outcomes: Sequence[Outcome]) -> list[EntrantStanding]:
    """How everyone did; of bots with the same name each has a number."""
    table = []
    deals = [outcome.deal for outcome in outcomes]
    for entrant, bot in enumerate(bots):
        name = f"{bot} {bots[: entrant + 1].count(bot)}" if bots.count(bot) > 1 else bot
        wins = share_of([outcome.wins[entrant] for outcome in outcomes], deals)
        score, score_interval = mean_and_interval([outcome.scores[entrant] for outcome in outcomes], deals)
        rank, _ = mean_and_interval([outcome.ranks[entrant] for outcome in outcomes], deals)
        times = Times()
        for outcome in outcomes:
            times.merge(outcome.times[entrant])
        table.append(EntrantStanding(name, wins, score, score_interval, rank, times))
    return table


def seat_shares(outcomes: Sequence[Outcome]) -> list[Share]:
    """The share of victories of each seat, whoever sat there."""
    deals = [outcome.deal for outcome in outcomes]
    return [
        share_of([outcome.wins[outcome.at_seat(seat)] for outcome in outcomes], deals)
        for seat in range(len(outcomes[0].wins))
    ]
