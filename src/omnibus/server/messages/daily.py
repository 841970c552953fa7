"""What goes over the wire about deals that several play: the deal of the day, and the same deal for a friend."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from omnibus.server.messages.common import Token

Day = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")]  # of the server's clock in UTC: 2026-11-16

# ---- The deal of the day


class DailyStart(Struct, forbid_unknown_fields=True):
    """Whether the one try that counts is to begin; a day that is over is played uncounted."""

    counted: bool


class DailyTry(Struct):
    """A game of one's own with the deal of a day. Place and points are there when it is over, unless one resigned."""

    table: str | None  # none once it was cleared away
    status: Literal["running", "finished"]
    counted: bool
    resigned: bool
    place: int | None
    points: int | None


class DailySeat(Struct):
    """A seat of the deal of the day: the person's, or a bot's."""

    name: str | None  # of the bot
    bot: str | None  # none in the person's seat


class DailyDeal(Struct):
    """The deal of a day for one game: how it is set up, what proves that nobody chose it, and how one has done."""

    game: str
    day: str
    options: dict[str, int | bool]
    seats: list[DailySeat]
    seat: int  # the person's
    commitment: str
    seed: str | None  # published when the day is over
    begins_at: int
    ends_at: int
    over: bool
    finished: int  # how many have finished a try that counts
    yours: DailyTry | None  # the try that counts; else one's latest game with this deal
    results_open: bool  # whether you have finished it, and may see what others did


class DailyOverview(Struct):
    """The deals of today, for each game that has one."""

    day: str
    now: int  # the server's clock: `ends_at` is one of its moments too
    ends_at: int
    deals: list[DailyDeal]


class DailyEntry(Struct):
    """One result of a day. Those who are equal share a rank; whoever resigned has no place, no points, and the last
    rank."""

    rank: int
    name: str | None  # none for whoever has deleted the account, and for the bot
    you: bool
    guest: bool
    resigned: bool
    place: int | None  # at the table, among the bots
    points: int | None
    table: str | None  # to look through the game; none once it was cleared away


class DailyResults(Struct):
    """Who did how well with the deal of a day: a page of those with an account, or of the guests."""

    entries: list[DailyEntry]
    page: int  # from 0
    pages: int
    total: int
    yours: DailyEntry | None  # if your try counts: in your own list, whichever is shown
    your_page: int | None
    bots: DailyEntry | None  # what a bot did in the same seat; its rank is the one it would have. None: still playing
    best: DailyEntry | None  # the best game of anybody else that can be looked through


class CalendarDay(Struct):
    """What one has played of the deals of a day."""

    day: str
    game: str
    yours: DailyTry


class DailyCalendar(Struct):
    """What one has played in a month. Before the first day, and after the last, there are no deals."""

    first: str
    last: str
    days: list[CalendarDay]


# ---- Two games beside each other


class BesideMove(Struct):
    """A decision of the person in one of the games: the move, and the moment of the replay that it leads to."""

    at: int
    move: str


class BesideStep(Struct):
    """The decision of that number in both games; none where one of them had ended."""

    here: BesideMove | None
    there: BesideMove | None
    same: bool


class BesideGame(Struct):
    """One of two games with the same deal."""

    table: str
    name: str | None  # none for a bot, and for whoever has deleted the account
    bot: str | None
    resigned: bool
    place: int | None
    points: int | None
    last: int  # the last moment of its replay


class Beside(Struct):
    """Two games with the same deal from the same seat, decision by decision."""

    game: str
    seat: int
    here: BesideGame
    there: BesideGame
    steps: list[BesideStep]
    parted: int | None  # the first step in which they differ


# ---- The same deal for a friend


class ChallengeToken(Struct, forbid_unknown_fields=True):
    """The secret part of a link to the deal of somebody's game."""

    token: Token


class ChallengeLink(Struct):
    """The secret part of a link to the deal of one's game; it belongs behind the `#`, which browsers do not send."""

    token: str


class ChallengeInfo(Struct):
    """What somebody with the link should know before playing: nothing of how the game went."""

    game: str
    options: dict[str, int | bool]
    seats: list[DailySeat]
    seat: int
    name: str | None  # whose game it was; none if the account was deleted
    yours: bool  # whether the link is your own
    table: str | None  # your own game with this deal
    status: Literal["running", "finished"] | None  # of that game


class ChallengeGame(Struct):
    """A game with the same deal; how it went is told to those who have finished theirs."""

    name: str | None
    status: Literal["running", "finished"]
    table: str | None
    resigned: bool
    place: int | None
    points: int | None


class TableChallenge(Struct):
    """The other games with the deal of a table of one's own."""

    possible: bool  # whether a link to this deal can be made
    token: str | None  # the secret part of the link, if one was made
    games: list[ChallengeGame]  # of those who came by the link, the first first
    original: ChallengeGame | None  # of who made the link by which one came
