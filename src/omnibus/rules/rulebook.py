"""Numbered rules and all other texts of a game, in English and French.

Every text a player reads stands in a TOML catalogue, as a table with one entry a language. A text may have
gaps, `{card}`, and a gap may choose a plural form, `{points} {points:point|points}`. French `de {player}` becomes
`d’Ada`, and `de {station}` `du carré` where the station is `le carré`.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from string import Formatter
from typing import Any

LANGUAGES = ("en", "fr")
LONGEST_PART = 120  # of what a reason quotes
QUOTED = "text"  # the gap for what somebody typed: told as it was typed

# French words that lose their e before a vowel, and what begins like one: in most names a mute h or y too ...
_ELIDED = re.compile(r"(\b[Dd]|[Qq]u)e $")
_LIKE_A_VOWEL = re.compile(r"[aàâäæeéèêëiîïoôöœuùûü]|h(?!a)|y(?![aeiou])", re.IGNORECASE)
# ... and those that become one word with the article after them.
_PREPOSITION = re.compile(r"\b([Dd]e|[Àà]) $")
_ARTICLE = re.compile(r"(les?) ")
_CONTRACTIONS = {"de le": "du", "de les": "des", "à le": "au", "à les": "aux"}


class Phrase:
    """One text in every language."""

    __slots__ = ("gaps", "texts")

    def __init__(self, where: str, texts: Mapping[str, str]):
        self.texts = {language: texts[language].strip("\n") for language in LANGUAGES if texts.get(language)}
        missing = [language for language in LANGUAGES if language not in self.texts]
        if missing:
            raise ValueError(f"{where} has no text in {', '.join(missing)}")
        gaps = {language: frozenset(_gaps(text)) for language, text in self.texts.items()}
        if len(set(gaps.values())) != 1:
            raise ValueError(f"{where} has different gaps in different languages")
        self.gaps = gaps["en"]

    def say(self, language: str = "en", /, **fillings: object) -> str:
        """The text in that language, its gaps filled."""
        text = ""
        for before, gap, forms, _ in Formatter().parse(self.texts[language]):
            text += before
            if gap is not None:
                text = _joined(text, _filled(fillings[gap], forms or "", language), language)
        return text


def _filled(value: object, forms: str, language: str) -> str:
    """What stands in a gap: the value, or the form of a word that goes with it."""
    if forms:
        singular, plural = forms.split("|")
        # French counts nothing as one, English as many.
        return singular if value == 1 or (value == 0 and language == "fr") else plural
    if isinstance(value, list | tuple):
        value = " ".join(str(item) for item in value)
    return printable(str(value))


def _joined(text: str, filling: str, language: str) -> str:
    """A text and what fills the gap behind it, grown together where French does so."""
    if language != "fr":
        return text + filling
    if _LIKE_A_VOWEL.match(filling):
        return _ELIDED.sub(r"\1’", text) + filling
    preposition, article = _PREPOSITION.search(text), _ARTICLE.match(filling)
    if preposition is None or article is None:
        return text + filling
    both = _CONTRACTIONS[f"{preposition[1].lower()} {article[1]}"]
    both = both.capitalize() if preposition[1].istitle() else both
    return f"{text[: preposition.start()]}{both} {filling[article.end() :]}"


def printable(text: str) -> str:
    """The text without what could steer a terminal: it may come from a file or from another player."""
    return "".join(character if character.isprintable() else "�" for character in text)


def _gaps(text: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(text) if name is not None]


class Refusal(Exception):
    """Something that is not allowed, with the reason in every language."""

    def __init__(self, phrase: Phrase, **params: object):
        super().__init__()
        self.phrase = phrase
        self.params = params
        self.words: Mapping[str, Phrase] = {}  # what parts of the notation are called

    def text(self, language: str = "en") -> str:
        """The reason, in one line."""
        return self.phrase.say(language, **{name: self._told(name, language) for name in self.params})

    def _told(self, name: str, language: str) -> object:
        """What stands in that gap: another reason, what was typed as it was typed, anything else as it is called."""
        value = self.params[name]
        if isinstance(value, Refusal):
            return value.text(language)
        return _cut(value if name == QUOTED else _in_words(value, self.words, language))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text()!r})"


class IllegalMove(Refusal):
    """A move that the rule `rule` forbids, for the reason of that name in the rulebook."""

    def __init__(self, rule: str, reason: str, phrase: Phrase, /, **params: object):
        super().__init__(phrase, **params)
        self.rule = rule
        self.reason = reason

    def text(self, language: str = "en") -> str:
        """The rule's number and the reason, in one line."""
        colon = " :" if language == "fr" else ":"
        return f"{self.rule}{colon} {super().text(language)}"

    def plain(self) -> dict[str, Any]:
        """The refusal as plain data, for those who have names of their own for what it speaks of."""
        return {"refusal": self.reason, **{name: _short(value) for name, value in self.params.items()}}


class Rule:
    """One numbered rule."""

    __slots__ = ("id", "text", "title")

    def __init__(self, rule_id: str, title: Phrase, text: Phrase):
        self.id = rule_id
        self.title = title
        self.text = text


class Rulebook:
    """The rules of one game, the reasons for refusing a move, and words for what happens."""

    def __init__(self, package: str):
        tables = catalogue(package, "rulebook.toml")
        self.name = Phrase(f"{package} name", tables["name"])
        self.aim = Phrase(f"{package} aim", tables["aim"])
        self.notation = Phrase(f"{package} notation", tables["notation"])
        self.rules = {
            rule_id: Rule(rule_id, Phrase(f"{rule_id} title", table["title"]), Phrase(rule_id, table))
            for rule_id, table in tables["rules"].items()
        }
        self.events = phrases(tables["events"])
        self.words = phrases(tables.get("words", {}))
        self.refusals = phrases(tables["refusals"])
        self._rule_of_refusal = {key: str(table["rule"]) for key, table in tables["refusals"].items()}
        for key, rule_id in self._rule_of_refusal.items():
            if rule_id not in self.rules:
                raise ValueError(f"refusal {key} cites {rule_id}, which is not a rule of {package}")

    def refuse(self, reason: str, **params: object) -> IllegalMove:
        """The refusal with that name in the catalogue."""
        refusal = IllegalMove(self._rule_of_refusal[reason], reason, self.refusals[reason], **params)
        refusal.words = self.words
        return refusal

    def tell(self, event: Mapping[str, Any], names: Sequence[str], language: str = "en") -> str | None:
        """An event, as someone has seen it, in a sentence; None if there is nothing to tell about it."""
        # What only some have seen of an event makes it another sentence for them, or makes it worth one at all.
        phrase = self.events.get(f"{event['event']}-seen")
        if phrase is None or not phrase.gaps <= event.keys() | {"player"}:
            phrase = self.events.get(event["event"])
        if phrase is None:
            return None
        fillings = {gap: _in_words(value, self.words, language) for gap, value in event.items()}
        if "seat" in event:
            fillings["player"] = names[event["seat"]]
        return phrase.say(language, **fillings)


def _in_words(value: object, words: Mapping[str, Phrase], language: str) -> object:
    """What a part of the notation, or each of several, is called in that language; anything else as it is."""
    if isinstance(value, list):
        return [_in_words(item, words, language) for item in value]
    return words[value].say(language) if isinstance(value, str) and value in words else value


def _cut(value: object) -> object:
    """A part of a reason, no longer than a line: it may be whatever somebody sent."""
    if isinstance(value, int) and value.bit_length() <= 64:
        return value
    try:
        text = " ".join(str(item) for item in value) if isinstance(value, list | tuple) else str(value)
    except ValueError:  # Python refuses to write very long numbers
        return "…"
    return text if len(text) <= LONGEST_PART else f"{text[:LONGEST_PART]}…"


def _short(value: object) -> object:
    """A part of a reason, or each of several, no longer than a line."""
    return [_cut(item) for item in value[:LONGEST_PART]] if isinstance(value, list) else _cut(value)


def catalogue(package: str, file: str) -> dict[str, Any]:
    """The tables of a TOML file that lies in a package."""
    return tomllib.loads(files(package).joinpath(file).read_text(encoding="utf-8"))


def phrases(tables: Mapping[str, Mapping[str, str]]) -> dict[str, Phrase]:
    """The phrases of a catalogue's table, by name."""
    return {key: Phrase(key, texts) for key, texts in tables.items()}


TEXTS: dict[str, Phrase] = phrases(catalogue("omnibus.rules", "texts.toml"))
"""What is said of any game."""
