"""The days: each is a day in UTC, named `2026-11-16`. Moments are milliseconds; nothing here looks at a clock."""

from datetime import UTC, date, datetime, timedelta

MILLISECONDS = 1000


def day_of(moment: int) -> str:
    """The day of a moment."""
    return datetime.fromtimestamp(moment / MILLISECONDS, UTC).date().isoformat()


def begins_at(day: str) -> int:
    """The first moment of a day."""
    return int(_midnight(date.fromisoformat(day)).timestamp()) * MILLISECONDS


def ends_at(day: str) -> int:
    """The first moment after a day."""
    return int(_midnight(date.fromisoformat(day) + timedelta(days=1)).timestamp()) * MILLISECONDS


def is_day(text: str) -> bool:
    """Whether that is the name of a day."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
