"""Why a bot advises a move: what it weighed as reasons, and the reasons in words.

A reason is plain data, `{"reason": "thames", "points": 2}`; its words are in the catalogue of the game's part in this
room. A game has reasons if its part has `say_why`. All that is said comes from the view and from what the bot made of
it, and the bot has seen nothing else.
"""

from collections.abc import Mapping, Sequence
from math import isfinite
from random import Random
from typing import Any, NamedTuple

from omnibus.bots.bot import Answer, Candidate, Unit, Weighed, size_of, texts
from omnibus.rules import GAMES
from omnibus.rules.game import View
from omnibus.rules.shelf import part
from omnibus.rules.shelf import texts as texts_of

MOST_WEIGHED = 8 * 1024  # bytes of JSON
UNITS: tuple[Unit, ...] = ("points", "chance")

Reason = Mapping[str, Any]
"""What speaks for a move, as plain data."""


class NextBest(NamedTuple):
    """The best of the other moves, and how much more the one that was chosen is worth."""

    move: str
    more: float
    unit: Unit


def sound(answer: Answer, view: View) -> Weighed:
    """What was weighed, as far as it can be used: bots of others may hand back anything."""
    weighed: Any = answer.weighed
    try:
        if not isinstance(weighed, dict) or size_of(weighed) > MOST_WEIGHED:
            return {}
    except (TypeError, ValueError, RecursionError):
        return {}
    found: Weighed = {}
    legal = set(texts(view))
    if weighed.get("unit") in UNITS and isinstance(weighed.get("candidates"), list):
        found["unit"] = weighed["unit"]
        found["candidates"] = [each for each in weighed["candidates"] if _is_candidate(each, legal)]
    if isinstance(weighed.get("plan"), dict):
        found["plan"] = weighed["plan"]
    return found


def _is_candidate(each: Any, legal: set[str]) -> bool:
    move, worth = (each.get("move"), each.get("worth")) if isinstance(each, dict) else (None, None)
    if not isinstance(move, str) or move not in legal:
        return False
    return isinstance(worth, int | float) and not isinstance(worth, bool) and isfinite(worth)


def reasons_for(view: View, answer: Answer, rng: Random) -> list[Reason]:
    """What speaks for the move, as the game sees it; nothing where it has no reasons to tell."""
    say_why = getattr(part(view["game"], "bots"), "say_why", None)
    found: list[Reason] = [] if say_why is None else say_why(view, answer.move, sound(answer, view), rng)
    return found


def next_best(view: View, answer: Answer) -> NextBest | None:
    """What the move was weighed against."""
    weighed = sound(answer, view)
    candidates: Sequence[Candidate] = weighed.get("candidates", [])
    chosen = next((each for each in candidates if each["move"] == answer.move), None)
    others = [each for each in candidates if each["move"] != answer.move]
    if chosen is None or not others:
        return None
    best = max(others, key=lambda each: each["worth"])
    # A search may trust another move a little less although it looks a little better.
    return NextBest(best["move"], max(0.0, chosen["worth"] - best["worth"]), weighed["unit"])


def in_words(game: str, reasons: Sequence[Reason], language: str) -> str:
    """The reasons in sentences, one after another."""
    return " ".join(_sentence(game, reason, language) for reason in reasons)


def _sentence(game: str, reason: Reason, language: str) -> str:
    phrases = texts_of(game, "bots")
    words = {**GAMES[game].rulebook.words, **{key: phrase for key, phrase in phrases.items() if not phrase.gaps}}

    def called(value: object) -> object:
        if isinstance(value, list):
            return ", ".join(str(called(item)) for item in value)
        return words[value].say(language) if isinstance(value, str) and value in words else value

    phrase = phrases[reason["reason"]]
    return phrase.say(language, **{gap: called(reason[gap]) for gap in phrase.gaps})
