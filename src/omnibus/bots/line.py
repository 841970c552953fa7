"""Our bots as a program: `python -m omnibus.bots.line` reads questions and answers with moves, a line each.

The lines are those of `program.py`. A line that cannot be answered gets one that begins with `!` and tells why, and the
next one is read. Every line is a question of its own, answered by the bot that it names, or by the one named at the
start; what a bot remembers goes out with its answer and comes in with a question.
"""

import argparse
import json
import sys
from contextlib import redirect_stdout
from random import Random
from typing import Any, TextIO, cast

from omnibus.bots import bot_named
from omnibus.bots.bot import Answer, Budget, texts
from omnibus.bots.faults import BotFault
from omnibus.bots.guests import NOBODY, Guests
from omnibus.bots.program import PROTOCOL
from omnibus.bots.reasons import sound
from omnibus.rules.game import View
from omnibus.rules.rulebook import Refusal, printable

LONGEST_LINE = 4_000_000


class NotAQuestion(Exception):
    """A line that asks for nothing we could answer."""


class Listener:
    """Answers questions one by one."""

    def __init__(self, name: str | None = None, guests: Guests = NOBODY):
        self.name = name
        self.guests = guests

    def answer(self, line: str) -> str:
        """The move, or `!` and why there is none; always one line."""
        try:
            if len(line) > LONGEST_LINE:
                raise NotAQuestion(f"the line is longer than {LONGEST_LINE} characters")
            asked = json.loads(line)
            answer = self._answer(asked)
            if answer.memory is None and not asked.get("weighed"):
                return answer.move
            told: dict[str, Any] = {"move": answer.move, "memory": answer.memory}
            if asked.get("weighed"):
                told["weighed"] = sound(answer, asked["view"]) or None
            return json.dumps(told)
        except (Refusal, NotAQuestion) as reason:
            return printable(f"!{reason}")
        except Exception as error:
            # Whatever a bot or a view does to us, the next line may be a good one.
            return printable(f"!{type(error).__name__}: {error}")[:500]

    def _answer(self, asked: Any) -> Answer:
        if not isinstance(asked, dict):
            raise NotAQuestion("the line is not a JSON object")
        _expect_our_protocol(asked)
        view = _view_in(asked)
        name = self.name or _text_in(asked, "bot")
        bot = bot_named(name, view["game"], self.guests).seated(_budget_in(asked))
        answer = bot.answer(view, Random(_text_in(asked, "seed")), asked.get("memory"))
        if answer.move not in texts(view):
            raise BotFault("bot-illegal", bot=name, answer=str(answer.move)[:60], n=view["n"], game=view["game"])
        return answer


def _expect_our_protocol(asked: dict[str, Any]) -> None:
    protocol = asked.get("protocol", 1)
    if protocol != PROTOCOL:
        told = json.dumps(protocol)[:20]
        raise NotAQuestion(f"protocol {told} is not spoken here: send “protocol”: {PROTOCOL}, with legal moves as data")


def _text_in(asked: dict[str, Any], key: str) -> str:
    text = asked.get(key)
    if not isinstance(text, str):
        raise NotAQuestion(f"“{key}” must be a text")
    return text


def _view_in(asked: dict[str, Any]) -> View:
    view = asked.get("view")
    if not (isinstance(view, dict) and isinstance(view.get("game"), str) and isinstance(view.get("legal"), list)):
        raise NotAQuestion("“view” must be what a seat sees")
    if not view["legal"]:
        raise NotAQuestion("the view has no legal moves: it is not its seat's turn")
    return cast(View, view)


def _budget_in(asked: dict[str, Any]) -> Budget | None:
    """The budget of a question; None leaves it to the bot."""
    budget = asked.get("budget")
    if budget is None:
        return None
    if not isinstance(budget, dict):
        raise NotAQuestion("“budget” must have seconds or iterations, or be null")
    seconds, iterations = budget.get("seconds"), budget.get("iterations")
    if type(seconds) not in (int, float, type(None)) or not (seconds or 0) >= 0:
        raise NotAQuestion("“seconds” must be a number, or null")
    if type(iterations) not in (int, type(None)):
        raise NotAQuestion("“iterations” must be a whole number, or null")
    return None if seconds is None and iterations is None else Budget(seconds, iterations)


def listen(questions: TextIO, answers: TextIO, name: str | None = None, guests: Guests = NOBODY) -> None:
    """Answer every line until there are no more."""
    listener = Listener(name, guests)
    # What a bot prints must not be taken for its move.
    with redirect_stdout(sys.stderr):
        while line := questions.readline(LONGEST_LINE + 1):
            whole = line.endswith("\n")
            while not whole and (rest := questions.readline(LONGEST_LINE)):
                whole = rest.endswith("\n")
            answers.write(listener.answer(line) + "\n")
            answers.flush()


def main() -> None:
    """Answer what comes in at the standard input."""
    parser = argparse.ArgumentParser(description="Answer views with moves, a line each.")
    parser.add_argument("name", nargs="?", help="the bot; without it, the one that each line names")
    parser.add_argument("--code", action="append", default=[], help="a Python file with bots")
    arguments = parser.parse_args()
    try:
        listen(sys.stdin, sys.stdout, arguments.name, Guests(code=tuple(arguments.code)))
    except (KeyboardInterrupt, BrokenPipeError):
        sys.stderr.close()


if __name__ == "__main__":
    main()
