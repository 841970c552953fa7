"""Bots of others: installed with a package, written in a file, or programs of their own."""

import inspect
import shlex
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from omnibus.bots.bot import Bot, Kind, at_once, remembering, thinking
from omnibus.bots.faults import BadGuest
from omnibus.bots.program import A_SECOND, program_kind

ENTRY_POINTS = "omnibus.bots"


@dataclass(frozen=True, slots=True)
class Guests:
    """Bots that somebody brings along: files with Python code, and programs as NAME=COMMAND."""

    code: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()

    def flags(self) -> list[str]:
        """How they are brought along on the command line."""
        return [word for path in self.code for word in ("--code", path)] + [
            word for text in self.programs for word in ("--program", text)
        ]

    def kinds(self) -> dict[str, Kind]:
        """The bots by name. They play any game: what it is stands in the view."""
        found: dict[str, Kind] = {}
        for path in self.code:
            for name, kind in bots_in(path).items():
                _add(found, name, kind)
        for text in self.programs:
            name, equals, command = text.partition("=")
            if not (name.isidentifier() and equals and _words(command)):
                raise BadGuest("program-form", text=text[:60])
            _add(found, name, program_kind(name, _words(command)))
        return found


NOBODY = Guests()


def _add(found: dict[str, Kind], name: str, kind: Kind) -> None:
    if name in found:
        raise BadGuest("guest-name-taken", bot=name)
    found[name] = kind


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:
        return []


def as_kind(name: str, thing: Any) -> Kind:
    """A kind of bot from a `Kind`, or from a function of a view, a generator, and perhaps a budget and a memory."""
    if isinstance(thing, Kind):
        return thing
    takes = _takes(thing)
    if takes == 2:
        return at_once(thing)
    if takes == 3:
        return thinking(thing, A_SECOND)
    if takes == 4:
        return remembering(thing, A_SECOND)
    raise BadGuest("guest-no-bot", bot=name[:40])


def _takes(thing: Any) -> int:
    """How many arguments a function takes that must be given; 0 if it is none."""
    try:
        parameters = inspect.signature(thing).parameters.values()
    except (TypeError, ValueError):
        return 0
    return sum(each.default is each.empty for each in parameters)


@cache
def bots_in(path: str) -> dict[str, Kind]:
    """The bots in a Python file: those of its table BOTS, or else its public functions that can be bots."""
    module = _loaded(path)
    listed = getattr(module, "BOTS", None)
    if listed is None:
        listed = {name: thing for name, thing in vars(module).items() if _is_bot_of(module, name, thing)}
    if not isinstance(listed, dict) or not listed:
        raise BadGuest("guest-nobody", path=path)
    return {str(name): as_kind(str(name), thing) for name, thing in listed.items()}


def _is_bot_of(module: ModuleType, name: str, thing: object) -> bool:
    own = inspect.isfunction(thing) and thing.__module__ == module.__name__
    return own and not name.startswith("_") and _takes(thing) in (2, 3, 4)


def _loaded(path: str) -> ModuleType:
    spec = spec_from_file_location(f"omnibus_guest_{Path(path).stem}", path)
    if spec is None or spec.loader is None:
        raise BadGuest("guest-broken", path=path, reason="not a Python file")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BadGuest("guest-broken", path=path, reason=f"{type(error).__name__}: {error}") from error
    return module


@cache
def installed(game: str) -> dict[str, Kind]:
    """The bots that installed packages offer for a game, by entry points named GAME.NAME."""
    found = {}
    for point in entry_points(group=ENTRY_POINTS):
        plays, _, name = point.name.partition(".")
        if plays == game:
            found[name] = _from_package(name, point)
    return found


def _from_package(name: str, point: EntryPoint) -> Kind:
    """The bot behind an entry point. A broken package is told of only when its bot is to sit down."""
    try:
        return as_kind(name, point.load())
    except Exception as error:
        trouble = BadGuest("guest-broken", path=point.value, reason=f"{type(error).__name__}: {error}")

    def refuse() -> Bot:
        raise trouble

    return Kind(refuse, A_SECOND)
