"""What the server tells about itself: a line of JSON each time, or plain words on a terminal."""

import logging
import sys
from datetime import UTC, datetime
from typing import Any

import msgspec

LOG = logging.getLogger("omnibus.server")


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            **getattr(record, "about", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


class _PlainWords(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        about = "  ".join(f"{name}={value}" for name, value in getattr(record, "about", {}).items())
        line = f"{datetime.fromtimestamp(record.created):%H:%M:%S}  {record.getMessage()}  {about}".rstrip()
        return line + ("\n" + self.formatException(record.exc_info) if record.exc_info else "")


def begin_logging(level: int = logging.INFO) -> None:
    """Send the server's log to the standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_PlainWords() if sys.stderr.isatty() else _JsonLines())
    LOG.handlers[:] = [handler]
    LOG.setLevel(level)
    LOG.propagate = False


def tell(what: str, **about: object) -> None:
    """Log that something happened. Nothing secret belongs here: no seed, cookie, password or move."""
    LOG.info(what, extra={"about": about})


def warn(what: str, **about: object) -> None:
    """Log that something went wrong that the server could deal with."""
    LOG.warning(what, extra={"about": about})


def report_fault(what: str, fault: BaseException, **about: object) -> None:
    """Log a fault of ours, with its trace."""
    LOG.error(what, exc_info=fault, extra={"about": about})
