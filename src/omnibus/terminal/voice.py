"""The terminal speaking to a person, in the person's language."""

import os

from rich.console import Console
from rich.text import Text

from omnibus.rules.rulebook import LANGUAGES, Phrase, Refusal, catalogue, phrases

TEXTS: dict[str, Phrase] = phrases(catalogue("omnibus.terminal", "texts.toml"))


class Trouble(Refusal):
    """Something the terminal cannot do, with the reason in every language."""

    def __init__(self, key: str, **params: object):
        super().__init__(TEXTS[key], **params)


class Voice:
    """A language, and the terminal to speak it on."""

    def __init__(self, language: str, console: Console | None = None):
        if language not in LANGUAGES:
            raise Trouble("no-such-language", language=language[:20], languages=LANGUAGES)
        self.language = language
        self.console = console or Console(highlight=False)

    def text(self, key: str, **params: object) -> str:
        """A text of the terminal's catalogue."""
        return TEXTS[key].say(self.language, **params)

    def say(self, key: str, style: str = "", **params: object) -> None:
        """Say a text of the catalogue on a line of its own."""
        # A path is there to be copied: it must not be broken into lines.
        self.console.print(Text(self.text(key, **params), style=style), soft_wrap="path" in params)


def language_of_the_environment() -> str:
    """French where the machine speaks French, English elsewhere."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            return "fr" if os.environ[variable].lower().startswith("fr") else "en"
    return "en"
