"""The games there are."""

from typing import Any

from msgspec import Struct


class OptionInfo(Struct):
    """A choice made when a game is set up."""

    name: str
    default: int | bool
    lowest: int
    highest: int


class GameInfo(Struct):
    """A game that can be played here."""

    id: str
    name: dict[str, str]
    aim: dict[str, str]
    seats: list[int]
    options: list[OptionInfo]
    bots: list[str]
    lessons: int  # how many there are
    puzzles: int  # how many there are
    ruleset: int


class GameList(Struct):
    """The games that can be played here."""

    games: list[GameInfo]


class RuleInfo(Struct):
    """A rule in every language."""

    id: str
    title: dict[str, str]
    text: dict[str, str]


class GameDetails(Struct):
    """A game with all its texts and its board."""

    game: GameInfo
    notation: dict[str, str]
    rules: list[RuleInfo]
    events: dict[str, dict[str, str]]
    refusals: dict[str, dict[str, str]]
    words: dict[str, dict[str, str]]
    board: dict[str, Any] | None  # none for a game of cards alone
