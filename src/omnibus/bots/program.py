"""A bot that is a program of its own, in any language: a view goes in as a line, a move comes out as a line.

The line in is a JSON object: `{"protocol": 2, "bot": NAME, "view": {…}, "budget": {"seconds": 1.0, "iterations": null},
"seed": "…", "memory": null}`. The protocol goes up when a program written for an earlier one could not read the line
any more: in 1, which was not named, the view's legal moves were texts; in 2 they are data.

The line out is the text of a legal move; one that begins with `!` is the reason why there is none. A program that wants
to remember answers `{"move": "…", "memory": …}` and gets that memory with its next question. A line that has
`"weighed": true` asks what the move was weighed against, too, and may be told: `{"move": "…", "weighed": {"unit":
"points", "candidates": [{"move": "…", "worth": 3.5}, …]}}`. A program plays one seat of one game, and then its input
ends.
"""

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from time import monotonic
from typing import TypedDict
from weakref import WeakSet, finalize

from omnibus.bots.bot import Answer, Budget, Kind, Memory, texts
from omnibus.bots.faults import BotFault
from omnibus.rules.game import View

A_SECOND = Budget(seconds=1.0)
TO_START = 10.0  # seconds that a program has for its first answer besides its budget: languages start slowly
GRACE = 1.0  # … and for any other answer: machines are busy
WITHOUT_CLOCK = 60.0  # where the budget is in iterations alone
LONGEST_ANSWER = 1 << 16
PROTOCOL = 2


class BudgetLine(TypedDict):
    """A budget as plain data."""

    seconds: float | None
    iterations: int | None


class Question(TypedDict):
    """What stands on a line that asks for a move."""

    protocol: int
    bot: str
    view: View
    budget: BudgetLine | None
    seed: str
    memory: Memory


def question(bot: str, view: View, budget: Budget, rng: Random, memory: Memory = None) -> Question:
    """The question for a bot at its turn; its luck comes from the generator."""
    return {
        "protocol": PROTOCOL,
        "bot": bot,
        "view": view,
        "budget": {"seconds": budget.seconds, "iterations": budget.iterations},
        "seed": f"{rng.getrandbits(64):016x}",
        "memory": memory,
    }


def answer_in(line: str) -> Answer:
    """The answer that stands on a line: a text, or an object with a move, a memory and what was weighed."""
    if not line.startswith("{"):
        return Answer(line)
    answer = json.loads(line)
    return Answer(str(answer["move"]), answer.get("memory"), answer.get("weighed"))


def program_kind(name: str, command: Sequence[str], budget: Budget = A_SECOND) -> Kind:
    """A kind of bot that starts the program for every seat it takes."""
    return Kind(lambda: Program(name, command), budget)


def apart(name: str, budget: Budget = A_SECOND) -> Kind:
    """Our bot of that name, thinking in a process of its own."""
    return program_kind(name, [sys.executable, "-m", "omnibus.bots.line", name], budget)


class Program:
    """A running program, at one seat of one game. It is stopped when nobody holds it any more."""

    def __init__(self, name: str, command: Sequence[str]):
        self.name = name
        self.command = " ".join(command)
        self.answered = False
        try:
            # In a session of its own, so that a Ctrl-C that is meant for us does not end it in the middle of a line.
            self.process = subprocess.Popen(  # noqa: S603 (running what the person names is what this is for)
                list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise BotFault("program-unstarted", program=self.command, reason=error.strerror or error) from None
        self._unread = b""
        self.stop = finalize(self, _stop, self.process)
        _RUNNING.add(self)

    def __call__(self, view: View, rng: Random, budget: Budget, memory: Memory) -> Answer:
        told = {"program": self.command, "n": view["n"], "game": view["game"]}
        patience = (WITHOUT_CLOCK if budget.seconds is None else budget.seconds) + (
            GRACE if self.answered else TO_START
        )
        line = json.dumps(question(self.name, view, budget, rng, memory), ensure_ascii=False)
        said = self._ask(line.encode() + b"\n", patience)
        if said is None:
            code = self.process.poll()
            self.stop()
            if code is None:
                raise BotFault("program-silent", seconds=f"{patience:g}", **told)
            raise BotFault("program-gone", code=code, **told)
        self.answered = True
        if said.startswith("!"):
            raise BotFault("program-gives-up", reason=said[1:200].strip(), **told)
        try:
            answer = answer_in(said)
        except (ValueError, KeyError, RecursionError):
            answer = Answer(said)
        if answer.move not in texts(view):
            raise BotFault("program-illegal", answer=answer.move[:60], **told)
        return answer

    def _ask(self, line: bytes, patience: float) -> str | None:
        """The line that answers; None if none comes in time."""
        stdin, stdout = self.process.stdin, self.process.stdout
        if stdin is None or stdout is None:
            raise AssertionError("a program has an input and an output")
        deadline = monotonic() + patience
        try:
            # A program that does not read must not hold us up, so the line goes out piece by piece.
            os.set_blocking(stdin.fileno(), False)
            while b"\n" not in self._unread and len(self._unread) <= LONGEST_ANSWER:
                left = deadline - monotonic()
                readable, writable, _ = select.select([stdout], [stdin] if line else [], [], max(0.0, left))
                if writable:
                    line = line[os.write(stdin.fileno(), line) :]
                if readable:
                    piece = os.read(stdout.fileno(), 65536)
                    if not piece:
                        self._wait_for_end()
                        return None
                    self._unread += piece
                if left <= 0:
                    return None
        except BrokenPipeError:
            self._wait_for_end()
            return None
        answer, _, self._unread = self._unread.partition(b"\n")
        return answer.decode(errors="replace").strip()

    def _wait_for_end(self) -> None:
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(GRACE)


_RUNNING: "WeakSet[Program]" = WeakSet()


def stop_programs() -> None:
    """End all programs that play for bots of this process."""
    for program in list(_RUNNING):
        program.stop()


def _stop(process: "subprocess.Popen[bytes]") -> None:
    """End a program and whatever it has started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
