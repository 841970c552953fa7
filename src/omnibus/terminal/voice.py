"""The terminal speaking to a person, in the person's language."""

import os
import shlex
from collections.abc import Mapping
from contextlib import suppress

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from omnibus.rules.rulebook import LANGUAGES, Phrase, Refusal, catalogue, phrases

with suppress(ImportError):
    import readline  # noqa: F401 (with it, `input` lets people edit what they type)

TEXTS: dict[str, Phrase] = phrases(catalogue("omnibus.terminal", "texts.toml"))


class TerminalTrouble(Refusal):
    """Something the terminal cannot do, with the reason in every language."""

    def __init__(self, key: str, **params: object):
        super().__init__(TEXTS[key], **params)


class Voice:
    """A language, the terminal to speak it on, and how our program is called there."""

    def __init__(self, language: str, program: str = "omnibus", console: Console | None = None):
        self.language = language.lower()
        if self.language not in LANGUAGES:
            raise TerminalTrouble("no-such-language", language=language[:20], languages=LANGUAGES)
        self.program = program
        self.console = console or Console(highlight=False)
        self._texts = TEXTS

    def with_texts(self, more: Mapping[str, Phrase]) -> "Voice":
        """The same voice, knowing the texts of a game besides."""
        voice = Voice(self.language, self.program, self.console)
        voice._texts = {**self._texts, **more}
        return voice

    def text(self, key: str, **params: object) -> str:
        """A text of the terminal's catalogue."""
        return self._texts[key].say(self.language, **params)

    def say(self, key: str, style: str = "", **params: object) -> None:
        """Say a text of the catalogue on a line of its own."""
        # What is there to be copied must not be broken into lines.
        to_be_copied = not params.keys().isdisjoint(("address", "command", "path"))
        self.console.print(Text(self.text(key, **params), style=style), soft_wrap=to_be_copied)

    def remark(self, text: str, style: str = "") -> None:
        """Say something beside the game, a little to the right."""
        self.console.print(Padding(Text(text, style=style), (0, 0, 0, 2)))

    def refuse(self, refusal: Refusal) -> None:
        """Say why something is not possible."""
        self.remark(refusal.text(self.language), style="yellow")

    def ask(self, key: str) -> str:
        """What the person types in answer to a text of the catalogue."""
        return input(self.text(key) + " ").strip()

    def command(self, *words: object) -> str:
        """A command that the person can copy into a shell."""
        language = [] if self.language == language_of_the_environment() else ["--lang", self.language]
        return f"{self.program} {shlex.join([*(str(word) for word in words), *language])}"


def language_of_the_environment() -> str:
    """French where the machine speaks French, English elsewhere."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            return "fr" if os.environ[variable].lower().startswith("fr") else "en"
    return "en"
