"""Tables: opening them, who sits there, what is said there, and what is left of a game."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from omnibus.rules.game import MoveData, ResultView, View
from omnibus.server.messages.common import (
    LONGEST_CHAT,
    LONGEST_NOTE,
    LONGEST_RECORD,
    EarlyEndKind,
    OptionValue,
    PersonName,
    PlyNumber,
    SeatEventKind,
    TableStatus,
    Token,
    Word,
)
from omnibus.table.log import PlyView


class SeatChoice(Struct, forbid_unknown_fields=True):
    """Who shall sit in a seat: the one who opens the table, a bot, or whoever comes."""

    who: Literal["me", "bot", "open"]
    bot: Word | None = None
    name: PersonName | None = None  # for several people on one device


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to be opened."""

    game: Word
    seats: Annotated[list[SeatChoice], Meta(min_length=1, max_length=10)]
    options: Annotated[dict[Word, OptionValue], Meta(max_length=16)] = {}
    public: bool = True
    patience: Annotated[int, Meta(ge=60, le=30 * 24 * 3600)] = 3 * 24 * 3600
    spectators_chat: bool = True  # whether those who only watch may speak
    hints: bool = True  # whether bots give advice


class TableChange(Struct, forbid_unknown_fields=True):
    """What the host decides anew at a table."""

    spectators_chat: bool


class Join(Struct, forbid_unknown_fields=True):
    """Somebody sits down, in that seat or in any that is free."""

    seat: int | None = None


class Invitation(Struct, forbid_unknown_fields=True):
    """The secret part of an invitation link."""

    token: Token


class PlayAgain(Struct, forbid_unknown_fields=True):
    """Those who played shall play again: in their seats, or everyone one seat on."""

    turned: bool = False


class BotChoice(Struct, forbid_unknown_fields=True):
    """A bot for a seat."""

    bot: Word


class Fork(Struct, forbid_unknown_fields=True):
    """A new table from a position of another: after so many of the moves that stand."""

    at: PlyNumber
    seats: Annotated[list[SeatChoice], Meta(min_length=1, max_length=10)]


class SeatInfo(Struct):
    """A seat as people see it."""

    seat: int
    name: str | None  # none where nobody sits, and of a person whose account was deleted
    who: Literal["open", "person", "bot"]
    bot: str | None  # the bot that plays; with a person, in that person's place
    yours: bool
    resigned: bool
    abandoned: bool  # has kept the table waiting for so long that the others may let a bot play
    hints: int  # for how many decisions advice was taken
    kept_for: str | None  # before the start: the name of who may sit down there, having played before
    kept_for_you: bool
    declined: bool  # whether that person does not want to, so that anybody may sit down


class SeatEvent(Struct, frozen=True):
    """Something that happened at a seat besides moves, after ply `n`: somebody resigned, a bot took over from who was
    away, the person is back, took a hint, did not agree to an undo, ended the game."""

    id: int
    n: int
    seat: int
    event: SeatEventKind
    at: int


class UndoInfo(Struct):
    """Somebody asks to take back the last move of a seat, and what came after it."""

    n: int  # the last ply when it was asked; any further one makes the wish void
    seat: int
    agreed: int
    needed: int
    yours: bool  # whether you have agreed
    asks_you: bool  # whether it waits for your word


class ShareInfo(Struct):
    """Whether a private game may be seen by whoever has the link, and who has yet to say so. People go by their
    names."""

    visible: bool
    yours: bool | None  # what you have said, if anything
    asks_you: bool  # whether somebody wishes it and waits for your word
    agreed: list[str]
    missing: list[str]
    declined: list[str]


class TableInfo(Struct):
    """A table as people see it from outside: nothing here is secret."""

    id: str
    game: str
    options: dict[str, int | bool]
    status: TableStatus
    public: bool
    hosting: bool
    may_start: bool  # whether you may fill its empty seats before the start, and start it
    host: str | None  # the name of the host, if that is somebody who sits there
    seats: list[SeatInfo]
    n: int
    turn: list[int]
    your_turn: bool
    commitment: str
    seed: str | None  # revealed when the game is over, and the day too if it is the deal of a day
    result: ResultView | None
    ranks: list[int | None] | None  # as they count: whoever resigned comes last; in a game ended early bots have none
    ended: EarlyEndKind | None  # why the game ended before its rules ended it: then there is no result
    alone: bool  # whether you are the only one left of several people, and may end the game
    counted: bool  # forks and uploads are for study and do not count
    forked_from: str | None
    forked_at: int | None
    undo: UndoInfo | None
    patience: int
    spectators_chat: bool  # whether those who only watch may speak
    hints: bool  # whether bots give advice
    rematch: str | None  # the table at which those who played here play again
    rematch_of: str | None  # the table at which those who play here played before
    turned: bool  # whether everyone has moved one seat on since then
    share: ShareInfo | None  # of a private game, for those who play it
    put_away: bool  # whether you do not want it on your lists
    day: str | None  # of a game with the deal of a day; while it counts there is no undo, no advice and no fork
    challenge: bool  # whether it is played with the deal of somebody else's game
    study: bool  # whether it is for your study alone: you may ask what moves are worth
    opened_at: int
    moved_at: int


class Opened(Struct):
    """A table just opened, and the secret part of its invitation link."""

    table: TableInfo
    invitation: str


class InvitationInfo(Struct):
    """What somebody with an invitation should know before coming in."""

    host: str
    table: TableInfo


class InvitationLink(Struct):
    """The secret part of an invitation link; it belongs behind the `#`, which browsers do not send."""

    token: str


class TableList(Struct):
    """Tables, the latest first; if there are further ones, `more` asks for them as `before`."""

    tables: list[TableInfo]
    more: str | None


# ---- Around the game


class NewChatMessage(Struct, forbid_unknown_fields=True):
    """Something to say to everyone at the table."""

    said: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class ChatMessage(Struct):
    """Something said at the table; by its id it can be reported."""

    id: int
    name: str
    said: str
    at: int
    yours: bool


class Chat(Struct):
    """What was said at the table."""

    chat: list[ChatMessage]


class Note(Struct, forbid_unknown_fields=True):
    """A note that only the one who sits there can read."""

    note: Annotated[str, Meta(max_length=LONGEST_NOTE)]


class ReplaySight(Struct):
    """The table after so many of the moves that stand, and the move that led there."""

    at: int
    last: int
    ply: PlyView | None
    view: View[MoveData, str]


class WholeReplay(Struct):
    """A game from its beginning: the table after each of the moves that stand."""

    last: int
    moments: list[ReplaySight]


class Upload(Struct, forbid_unknown_fields=True):
    """A record as text."""

    record: Annotated[str, Meta(min_length=1, max_length=LONGEST_RECORD)]
