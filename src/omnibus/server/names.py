"""Names of people: what may be shown to others, and when two names are the same."""

import unicodedata

from omnibus.rules.rulebook import printable
from omnibus.server.trouble import ServerTrouble

LONGEST_NAME = 24
LONGEST_CANONICAL = 128

_BOT_MARK = "(bot"
_GUEST_MARKS = ("(guest", "(invité")  # by which guests are told apart from an account of the same name
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs that look like nothing
_TURNS_WRITING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSEEN_RANGES = ((0x180B, 0x180D), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))  # variation selectors
_UNSEEN = frozenset("\u034f\u17b4\u17b5").union(
    chr(code) for first, last in _UNSEEN_RANGES for code in range(first, last + 1)
)


def clean_name(name: str) -> str:
    """A name that somebody chooses, as it is shown."""
    name = shown_name(name)
    if any(mark in canonical_name(name) for mark in _GUEST_MARKS):
        raise ServerTrouble("name-marked")
    return name


def shown_name(name: str) -> str:
    """A name on one line, without what hides, or steers a terminal or the writing."""
    if _TURNS_WRITING & set(name):
        raise ServerTrouble("name-turns")
    name = _on_one_line(unicodedata.normalize("NFC", name))
    if not all(character.isprintable() for character in name):
        raise ServerTrouble("name-unprintable")
    if not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        raise ServerTrouble("name-blank")
    if len(name) > LONGEST_NAME or len(canonical_name(name)) > LONGEST_CANONICAL:
        raise ServerTrouble("name-too-long", most=LONGEST_NAME)
    if _BOT_MARK in canonical_name(name):
        raise ServerTrouble("name-marked")
    return name


def _on_one_line(name: str) -> str:
    seen = (" " if character in _BLANKS else character for character in name)
    return " ".join("".join(each for each in seen if unicodedata.category(each) != "Cf").split())


def canonical_name(name: str) -> str:
    """A name as it is compared: width, case, spaces and what cannot be seen make no difference."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(character for character in folded if character.isprintable() and not _makes_no_difference(character))


def _makes_no_difference(character: str) -> bool:
    return character.isspace() or character in _BLANKS or character in _UNSEEN


def former_canonical_name(name: str) -> str:
    """A name as it was compared at first: accounts whose names are now variants of another still sign in by it."""
    cleaned = " ".join(printable(unicodedata.normalize("NFC", name)).split())
    return unicodedata.normalize("NFKC", cleaned).casefold()
