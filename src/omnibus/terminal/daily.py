"""The deal of the day for one machine alone: `omnibus daily GAME`. What was played is kept in the user's state folder.

The key that the deals come from is kept there too, so that every machine has deals of its own.
"""

import json
import secrets
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TypedDict

from rich.text import Text

from omnibus.bots import NAMES, USUAL, bot_named, signed, unsigned
from omnibus.daily import DailyDeal, bot_luck, bots_game, day_of, deal_of_day, ends_at, games_of_the_day, is_day
from omnibus.rules import GAMES
from omnibus.rules.record import Record
from omnibus.terminal.play import LONGEST_NAME, SoloSitting
from omnibus.terminal.prompt import Command, MovePrompt
from omnibus.terminal.saving import Notebook, keep_secret, keep_text, kept_text, read, state_folder
from omnibus.terminal.voice import TerminalTrouble, Voice

KEY_BYTES = 32
DAYS_SHOWN = 14


class Result(TypedDict):
    """How a game with the deal of a day went, as it is kept."""

    place: int
    points: int
    counted: bool


class DailySitting(SoloSitting):
    """The deal of a day, without advice and without taking back; the bots' luck lies in the deal."""

    deal: DailyDeal

    @classmethod
    def at(cls, deal: DailyDeal, name: str, path: Path, voice: Voice) -> "DailySitting":
        """The game with that deal: as it was left, or from the beginning."""
        if path.exists():
            notebook, record = Notebook.opened(path)
        else:
            record = Record(deal.game, _players(deal, name), deal.seed)
            notebook = Notebook.new(path, record)
        bots = {seat: bot_named(bot, deal.game.id) for seat, bot in enumerate(deal.bots) if bot is not None}
        sitting = cls(record, notebook, deal.seat, bots, voice)
        sitting.deal = deal
        sitting.bots = {seat: kind.seated(memory=False) for seat, kind in bots.items()}
        return sitting

    def luck_of(self, seat: int) -> Random:
        """The luck that the deal has for this decision."""
        decision = sum(mover == seat for mover, _ in self.record.plies)
        return Random(bot_luck(self.deal.seed, seat, decision))

    def commands(self) -> Iterator[Command]:
        """No advice, no taking back, and no other file."""
        yield from MovePrompt.commands(self)

    @property
    def resume_command(self) -> str:
        """What to type to go on with the game."""
        return self.voice.command("daily", self.deal.game.id, "--day", self.deal.day)

    def say_how_to_look_back(self) -> None:
        """That is said with the result."""


class DailyBook:
    """What somebody has played of the deals of the days on this machine."""

    def __init__(self, voice: Voice):
        self.voice = voice
        self.folder = state_folder() / "daily"
        self._path = self.folder / "results.json"
        self.results: dict[str, dict[str, Result]] = {}
        with suppress(ValueError):  # a file that somebody else has written into
            self.results = json.loads(kept_text(self._path) or "{}")

    @property
    def today(self) -> str:
        """The day that it is, in UTC."""
        return day_of(_now())

    def record_of(self, day: str, game: str) -> Path:
        """Where a game is written down."""
        return self.folder / f"{day}-{game}.omnibus"

    def bots_record_of(self, day: str, game: str) -> Path:
        """Where the game is written down that bots played with the same deal."""
        return self.folder / f"{day}-{game}-bots.omnibus"

    # ---- Playing

    def sit_down(self, game: str, day: str | None, name: str) -> DailySitting | None:
        """The game to be played or gone on with; None if it was played already, which is told instead."""
        day = day or self.today
        if not is_day(day) or day > self.today:
            raise TerminalTrouble("bad-day", day=day[:20], today=self.today)
        deal = deal_of_day(game, day, self._key())
        if deal is None:
            raise TerminalTrouble("no-daily", game=game, games=games_of_the_day())
        if game in self.results.get(day, {}):
            self.voice.say("daily-tried", day=day)
            self.tell(deal)
            return None
        sitting = DailySitting.at(deal, name, self.record_of(day, game), self.voice)
        self.voice.say("daily-one-try" if day == self.today else "daily-uncounted", style="bold", day=day)
        return sitting

    def finish(self, sitting: DailySitting) -> None:
        """Note how the game went, and tell what a bot made of the same seat."""
        deal, result = sitting.deal, sitting.state.result
        if result is None:  # the person has left, and will come back
            return
        in_time = _now() < ends_at(deal.day)
        told: Result = {"place": result.ranks[deal.seat], "points": result.scores[deal.seat], "counted": in_time}
        self.results.setdefault(deal.day, {})[deal.game.id] = told
        keep_text(self._path, json.dumps(self.results))
        self.tell(deal)

    def _key(self) -> bytes:
        """The key that this machine's deals come from, made when it is first needed."""
        path = self.folder / "key"
        keep_secret(path, secrets.token_hex(KEY_BYTES))
        key = b""
        with suppress(ValueError):
            key = bytes.fromhex(kept_text(path))
        if len(key) != KEY_BYTES:
            raise TerminalTrouble("bad-daily-key", path=path)
        return key

    # ---- Telling

    def show(self) -> None:
        """The deals of today, and what was played of the days before."""
        minutes = (ends_at(self.today) - _now()) // 60_000
        self.voice.say("daily-today", style="bold", day=self.today, hours=minutes // 60, minutes=minutes % 60)
        for game in games_of_the_day():
            self._line(GAMES[game].rulebook.name.say(self.voice.language), self._state_of(game))
        before = sorted((day for day in self.results if day != self.today), reverse=True)
        for day in before[:DAYS_SHOWN]:
            for game, result in self.results[day].items():
                name = GAMES[game].rulebook.name.say(self.voice.language) if game in GAMES else game
                self._line(f"{day} {name}", self._result(result, game))
        self.voice.say("daily-how", command=self.voice.command("daily", games_of_the_day()[0]))

    def _line(self, head: str, told: str) -> None:
        self.voice.console.print(Text.assemble(f"{head}  ", (told, "dim")), soft_wrap=True)

    def _state_of(self, game: str) -> str:
        result = self.results.get(self.today, {}).get(game)
        if result is not None:
            return self._result(result, game)
        if self.record_of(self.today, game).exists():
            return self.voice.text("daily-begun", command=self.voice.command("daily", game))
        return self.voice.text("daily-not-tried")

    def _result(self, result: Result, game: str) -> str:
        alone = game in games_of_the_day() and not any(_bots_of(game))
        told = self.voice.text(
            "daily-result-alone" if alone else "daily-result", points=result["points"], place=result["place"]
        )
        return told if result["counted"] else self.voice.text("daily-does-not-count", result=told)

    def tell(self, deal: DailyDeal) -> None:
        """How one did with a deal, and how a bot did in the same seat."""
        game, own = deal.game.id, self.results[deal.day][deal.game.id]
        bots = self._bots_result(deal)
        if not own["counted"]:
            self.voice.say("daily-late" if deal.day == self.today else "daily-uncounted", day=deal.day)
        self.voice.say("daily-you", style="bold", result=self._result({**own, "counted": True}, game))
        bot = next(filter(None, deal.bots), USUAL)
        self.voice.say("daily-bot", bot=bot, result=self._result(bots, game))
        mine, its = (own["place"], -own["points"]), (bots["place"], -bots["points"])
        self.voice.say("daily-equal" if mine == its else "daily-better" if mine < its else "daily-worse")
        self.voice.say("look-back", command=self.voice.command("replay", self.record_of(deal.day, game)))
        self.voice.say("daily-bots-game", command=self.voice.command("replay", self.bots_record_of(deal.day, game)))

    def _bots_result(self, deal: DailyDeal) -> Result:
        """What a bot makes of the person's seat; its game is written down when it is first asked for."""
        path = self.bots_record_of(deal.day, deal.game.id)
        if not path.exists():
            with self.voice.console.status(self.voice.text("thinking")):
                keep_text(path, _bots_record(deal).write())
        record = read(path)
        if record.ranks is None or record.scores is None:
            raise AssertionError("the bots have played to the end")
        return {"place": record.ranks[deal.seat], "points": record.scores[deal.seat], "counted": True}


def _players(deal: DailyDeal, name: str) -> list[str]:
    person = unsigned(name)[0].strip()[:LONGEST_NAME]
    others = [other for other in NAMES if other != person]
    return [person if bot is None else signed(others[seat], bot) for seat, bot in enumerate(deal.bots)]


def _bots_record(deal: DailyDeal) -> Record:
    bot = next(filter(None, deal.bots), USUAL)
    record = Record(deal.game, [signed(NAMES[seat], each or bot) for seat, each in enumerate(deal.bots)], deal.seed)
    state = record.opening()
    for seat, move in bots_game(deal):
        state.play(seat, move)
        record.add(seat, deal.game.move(move), state)
    return record


def _bots_of(game: str) -> tuple[str | None, ...]:
    deal = deal_of_day(game, "2000-01-01", b"")
    return () if deal is None else deal.bots


def _now() -> int:
    return time.time_ns() // 1_000_000
