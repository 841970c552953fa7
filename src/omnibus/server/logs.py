"""What the server tells about itself: a line of JSON each time, or plain words on a terminal."""

import json
import logging
import sys
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any, TextIO, cast

import msgspec
import structlog

Entry = MutableMapping[str, Any]
SILENT = logging.CRITICAL

_log = structlog.get_logger()


def begin_logging(level: int = logging.INFO) -> None:
    """Send the server's log to the standard error."""
    _configure(level, on_terminal=sys.stderr.isatty())
    logging.getLogger().handlers[:] = [_PackagesLog(logging.WARNING)]


class _PackagesLog(logging.Handler):
    """What the packages that we use log, in our lines."""

    def emit(self, record: logging.LogRecord) -> None:
        _log.log(record.levelno, record.getMessage(), logger=record.name, exc_info=record.exc_info)


class _StandardError:
    """Where the log goes, if it can: a disk that is full must not keep anybody from being answered."""

    def write(self, text: str) -> None:
        with suppress(OSError, ValueError):
            sys.stderr.write(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            sys.stderr.flush()


def _configure(level: int, on_terminal: bool) -> None:
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=not on_terminal, key="at"),
            structlog.processors.format_exc_info,
            _plain_words if on_terminal else _json_line,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, _StandardError())),
    )


def tell(what: str, **about: object) -> None:
    """Log that something happened. Nothing secret belongs here: no seed, cookie, password or move."""
    _log.info(what, **about)


def warn(what: str, **about: object) -> None:
    """Log that something went wrong that the server could deal with."""
    _log.warning(what, **about)


def report_fault(what: str, fault: BaseException, **about: object) -> None:
    """Log a fault of ours, with its trace."""
    _log.error(what, exc_info=fault, **about)


def _json_line(_logger: object, _method: str, entry: Entry) -> str:
    at, level, what, trace = _take_apart(entry)
    line = {"at": at, "level": level, "what": what, **entry}
    if trace is not None:
        line["trace"] = trace
    return _escaped(msgspec.json.encode(line).decode())


def _plain_words(_logger: object, _method: str, entry: Entry) -> str:
    at, _, what, trace = _take_apart(entry)
    about = "  ".join(f"{name}={value}" for name, value in entry.items())
    lines = [f"{at[11:19]}  {what}  {about}".rstrip(), *(trace or "").splitlines()]
    return "\n".join(_escaped(line) for line in lines)


def _take_apart(entry: Entry) -> tuple[str, str, str, str | None]:
    return entry.pop("at"), entry.pop("level"), entry.pop("event"), entry.pop("exception", None)


def _escaped(line: str) -> str:
    """A line that cannot steer the terminal that shows it: what it tells may come from anybody."""
    if line.isprintable():
        return line
    return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in line)


_configure(SILENT, on_terminal=False)  # until somebody wants to know
