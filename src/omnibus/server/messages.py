"""What goes over the wire: the requests the server takes and the answers it gives, with their limits."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct

from omnibus.rules.game import MoveData, ResultView, View
from omnibus.rules.rulebook import LANGUAGES
from omnibus.table.log import PlyView

LONGEST_MOVE = 64
LONGEST_CHAT = 500
LONGEST_NOTE = 4000
LONGEST_RECORD = 400_000

PersonName = Annotated[str, Meta(min_length=1, max_length=24)]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
Email = Annotated[str, Meta(max_length=254, pattern=r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]*[A-Za-z0-9]$")]
TriedPassword = Annotated[str, Meta(min_length=1, max_length=200)]  # which may be wrong
Key = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
PlyNumber = Annotated[int, Meta(ge=0, le=1_000_000)]
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Word = Annotated[str, Meta(min_length=1, max_length=32)]
Token = Annotated[str, Meta(min_length=1, max_length=64)]  # the secret part of a link
PersonId = Annotated[str, Meta(min_length=1, max_length=32, pattern=r"^[0-9a-f]+$")]
RowNumber = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Moment = Annotated[int, Meta(ge=0, le=2**53)]  # in milliseconds
Days = Annotated[int, Meta(ge=1, le=36_500)]
Reason = Annotated[str, Meta(min_length=1, max_length=120)]
Remark = Annotated[str, Meta(max_length=500)]
Registration = Literal["open", "invitation", "closed"]
BlockKind = Literal["mute", "block"]
TableStatus = Literal["open", "running", "finished", "closed"]
EarlyEndKind = Literal["alone", "deserted"]  # one of several people was left and ended the game; nobody was left
SeatEventKind = Literal["resigned", "stand-in", "back", "hint", "undo-declined", "ended"]
OptionValue = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] | bool
MoveText = Annotated[str, Meta(min_length=1, max_length=LONGEST_MOVE)]
MovePart = (
    Annotated[str, Meta(max_length=LONGEST_MOVE)]
    | Annotated[list[Word | int], Meta(max_length=16)]
    | Annotated[dict[Word, int], Meta(max_length=16)]
    | int
    | bool
    | None
)
PartialMove = Annotated[dict[Word, MovePart], Meta(max_length=8)]
# The name of a reason in the rulebook as `refusal`, and what it speaks of as the notation names it: with that and the
# game's `refusals`, who shows other names can say the reason in them.
IllegalMoveData = dict[str, Any]
Language = Literal["en", "fr"]
if set(LANGUAGES) != {"en", "fr"}:
    raise AssertionError("the API knows other languages than the rulebooks")

# ---- People


class Guest(Struct, forbid_unknown_fields=True):
    """Somebody comes in with a name."""

    name: PersonName
    language: Language = "en"


class Account(Struct, forbid_unknown_fields=True):
    """A name and a password, for making an account or signing in."""

    name: PersonName
    password: Password


class NewAccount(Account, forbid_unknown_fields=True):
    """An account to be made; the language counts for a newcomer, the invitation where one is needed."""

    language: Language = "en"
    invitation: Token | None = None


class Me(Struct):
    """Who one is here."""

    name: str
    language: Language
    account: bool
    administrator: bool
    email: str | None  # where a link for a new password may be sent


class SessionInfo(Struct):
    """A device on which one is signed in."""

    id: str
    browser: str | None
    system: str | None
    begun_at: int
    seen_at: int
    current: bool  # whether it is this one


class SessionList(Struct):
    """All devices on which one is signed in, the one seen last first."""

    sessions: list[SessionInfo]


class PasswordChange(Struct, forbid_unknown_fields=True):
    """Another password for one's account."""

    old: TriedPassword
    new: Password


class EmailChange(Struct, forbid_unknown_fields=True):
    """Where a link for a new password may be sent; null is nowhere."""

    password: TriedPassword
    email: Email | None


class ForgottenPassword(Struct, forbid_unknown_fields=True):
    """The name of one's account, to get a link for a new password by e-mail."""

    name: PersonName


class PasswordReset(Struct, forbid_unknown_fields=True):
    """The secret part of a link for a new password, and that password."""

    token: Annotated[str, Meta(min_length=1, max_length=64)]
    password: Password


class ResetLink(Struct):
    """The secret part of a link by which somebody chooses a new password; it belongs behind the `#`."""

    token: str


class Farewell(Struct, forbid_unknown_fields=True):
    """One's account shall be deleted; a guest has no password."""

    password: TriedPassword | None = None


class SiteInfo(Struct):
    """What a newcomer should know: who may make an account, and whether one may play without. And how far links to
    this server lead."""

    registration: Registration
    guests: bool
    only_here: bool  # whether only the machine that the server runs on can reach it
    address: str | None  # where people on other machines find the server, if it knows


# ---- Tables


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


# ---- Play


class Command(Struct, forbid_unknown_fields=True):
    """A move: the seat that makes it, the last ply it knows of, and a key; the same key counts once."""

    seat: SeatNumber
    n: PlyNumber
    key: Key
    move: MoveText


class UndoCommand(Struct, forbid_unknown_fields=True):
    """The wish to take back a seat's last move, or agreement to such a wish."""

    seat: SeatNumber
    n: PlyNumber
    key: Key


class Sight(Struct):
    """What a viewer has missed, and sees now. Of what was long ago, `after` says where the telling begins."""

    after: int
    n: int
    plies: list[PlyView]
    view: View[MoveData, str]


class Accepted(Struct):
    """A command that counts: the ply it became, and what its seat sees now. Without a ply, others must agree first."""

    key: str
    ply: int | None
    n: int
    view: View[MoveData, str]


class Refused(Struct):
    """A command that does not count, why, and what its sender sees now."""

    key: str
    code: str
    rule: str | None
    reason: str
    refusal: IllegalMoveData | None
    n: int
    view: View[MoveData, str] | None


class HintRequest(Struct, forbid_unknown_fields=True):
    """Somebody would like advice for a seat of their own."""

    seat: SeatNumber


class NextBestMove(Struct):
    """The best of the other moves, and how much more the advised one is worth: in points, or in chances to win from 0
    to 1."""

    move: str
    more: float
    unit: Literal["points", "chance"]


class Hint(Struct):
    """What the strongest bot would do in that seat, knowing what that seat knows, after ply `n`; and why, in the
    person's language, as far as the bot can tell."""

    n: int
    move: str
    why: str
    next_best: NextBestMove | None


class Problem(Struct):
    """A request that was refused: a code for programs, a reason for people."""

    code: str
    reason: str


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


# ---- Among players


class Target(Struct, forbid_unknown_fields=True):
    """Somebody at a table: who sits in a seat, or who said something."""

    seat: SeatNumber | None = None
    message: RowNumber | None = None


class NewReport(Target, forbid_unknown_fields=True, kw_only=True):
    """A complaint to the administrators about somebody at a table."""

    reason: Annotated[str, Meta(min_length=1, max_length=500)]


class NewBlock(Target, forbid_unknown_fields=True, kw_only=True):
    """Somebody at a table whose messages one does not want to see, or whom one does not want to play with."""

    kind: BlockKind


class BlockedPerson(Struct):
    """Somebody one has muted or blocked."""

    id: str
    name: str
    kind: BlockKind
    at: int


class BlockList(Struct):
    """Those one has muted or blocked."""

    blocks: list[BlockedPerson]


# ---- For administrators


class SiteSettings(Struct, forbid_unknown_fields=True):
    """What administrators decide for everybody; games are kept for so many days after the last move, or for ever."""

    registration: Registration = "open"
    guests: bool = True
    keep_finished: Days | None = None
    keep_abandoned: Days | None = None  # running games in which nobody moves any more
    keep_guests: Days | None = None  # games without any account, and guests who have not been seen for so long


class NewBan(Struct, forbid_unknown_fields=True):
    """A person, or an address or network, to be kept out: for ever, or until a moment."""

    reason: Reason
    person: PersonId | None = None
    address: Annotated[str, Meta(min_length=2, max_length=64)] | None = None
    until: Moment | None = None


class Ban(Struct):
    """Who is kept out, why, and until when."""

    id: int
    person: str | None
    name: str | None
    address: str | None
    reason: str
    made_by: str
    at: int
    until: int | None


class BanPage(Struct):
    """Bans, the latest first."""

    bans: list[Ban]
    more: bool


class PersonDetails(Struct):
    """A person as administrators see it."""

    id: str
    name: str
    account: bool
    administrator: bool
    deleted: bool
    banned: bool
    came_at: int
    seen_at: int
    address: str | None


class PeoplePage(Struct):
    """People, those seen last first."""

    people: list[PersonDetails]
    more: bool


class NewName(Struct, forbid_unknown_fields=True):
    """Another name for somebody."""

    name: PersonName


class TableDetails(Struct):
    """A table as administrators see it."""

    id: str
    game: str
    status: TableStatus
    public: bool
    host: str
    players: list[str]
    n: int
    opened_at: int
    moved_at: int


class TablePage(Struct):
    """Tables, those moved last first."""

    tables: list[TableDetails]
    more: bool


class ChatDetails(Struct):
    """Something said at a table, as administrators see it."""

    id: int
    person: str | None
    name: str
    said: str
    at: int


class ChatPage(Struct):
    """What was said at a table, the latest first."""

    chat: list[ChatDetails]
    more: bool


class Report(Struct):
    """A complaint, and what was done about it."""

    id: int
    reporter: str | None
    person: str | None
    name: str | None
    table: str | None
    message: int | None
    said: str | None
    reason: str
    at: int
    closed_at: int | None
    closed_by: str | None
    note: str | None


class ReportPage(Struct):
    """Complaints, the latest first."""

    reports: list[Report]
    more: bool


class ReportClosing(Struct, forbid_unknown_fields=True):
    """What was done about a complaint."""

    note: Remark


class SignupInvitation(Struct):
    """An invitation to make an account, without its secret."""

    id: str
    made_by: str
    made_at: int
    expires_at: int
    used_by: str | None


class SignupInvitationPage(Struct):
    """Invitations to make an account, the latest first."""

    invitations: list[SignupInvitation]
    more: bool


class AdminLogEntry(Struct):
    """Something that an administrator did."""

    id: int
    at: int
    administrator: str
    action: str
    subject: str
    detail: str


class AdminLogPage(Struct):
    """What administrators did, the latest first."""

    entries: list[AdminLogEntry]
    more: bool


# ---- Games


class OptionInfo(Struct):
    """A choice made when a game is set up."""

    name: str
    default: int | bool
    lowest: int
    highest: int


class GameInfo(Struct):
    """A game that can be played here."""

    id: str
    name: dict[str, str]
    aim: dict[str, str]
    seats: list[int]
    options: list[OptionInfo]
    bots: list[str]
    lessons: int  # how many there are
    puzzles: int  # how many there are
    ruleset: int


class GameList(Struct):
    """The games that can be played here."""

    games: list[GameInfo]


class RuleInfo(Struct):
    """A rule in every language."""

    id: str
    title: dict[str, str]
    text: dict[str, str]


class GameDetails(Struct):
    """A game with all its texts and its board."""

    game: GameInfo
    notation: dict[str, str]
    rules: list[RuleInfo]
    events: dict[str, dict[str, str]]
    refusals: dict[str, dict[str, str]]
    words: dict[str, dict[str, str]]
    board: dict[str, Any] | None  # none for a game of cards alone


# ---- Lessons


class ExplanationInfo(Struct):
    """A line about something new: what makes it appear (what is asked, a kind of move that is legal, something that
    happened), the place on the table that it is about, and the text."""

    id: str
    asks: list[str]
    moves: list[str]
    events: list[str]
    at: str
    text: dict[str, str]


class CompanionInfo(Struct):
    """What is new to somebody in their first games, as far as it was not explained yet; and whether to tell them that
    the game has lessons."""

    explanations: list[ExplanationInfo]
    offer_lessons: bool


class LessonInfo(Struct):
    """A lesson: what it is called, the rules it teaches, and whether one has taken it."""

    id: str
    title: dict[str, str]
    rules: list[str]
    steps: int
    taken: bool


class LessonList(Struct):
    """The lessons of a game, in their order; none if it has no lessons."""

    lessons: list[LessonInfo]


StepsDone = Annotated[list[MoveText | None], Meta(max_length=50)]
"""What was done in a lesson so far: for each step the move, or null where there was only something to read."""


class LessonAttempt(Struct, forbid_unknown_fields=True):
    """What was done so far, and a move to be tried; without one, what comes next is told."""

    done: StepsDone
    move: MoveText | None = None


class LessonQuestion(Struct, forbid_unknown_fields=True):
    """What was done so far, and what nothing can be done about now."""

    done: StepsDone
    about: PartialMove


class RefusalReason(Struct):
    """Why something cannot be done: the rule, and the reason in the reader's language and as data; none if it can."""

    rule: str | None = None
    reason: str | None = None
    refusal: IllegalMoveData | None = None


class LessonSight(Struct):
    """Where a lesson stands: what to read, whether there is something to do, and what was said to the move tried."""

    step: int
    say: dict[str, str] | None  # none when the lesson is over
    to_do: bool
    right: bool | None  # whether the move tried was the one; none if there was none, or it was illegal
    answer: dict[str, str] | None
    refused: RefusalReason | None
    events: list[dict[str, Any]]  # what the move brought about
    view: View[MoveData, str]


# ---- Puzzles: what moves are worth is told to whoever has answered, and to nobody before


class PuzzleInfo(Struct):
    """A puzzle, and how one has fared with it."""

    id: str
    solved: bool
    tries: int  # until it was solved


class PuzzleGrade(Struct):
    """The puzzles that are about as hard as each other."""

    grade: int
    name: dict[str, str]
    puzzles: list[PuzzleInfo]


class PuzzleList(Struct):
    """The puzzles of a game, the easiest first; none if it has no puzzles."""

    grades: list[PuzzleGrade]


class PuzzlePosition(Struct):
    """A position to find the best move in, and the sentences that say what is asked."""

    task: list[dict[str, str]]
    log: list[list[dict[str, Any]]]  # what the seat has seen happen, move by move
    view: View[MoveData, str]


class PuzzleAnswer(Struct, forbid_unknown_fields=True):
    """The move that somebody thinks is best."""

    move: MoveText


class PuzzleQuestion(Struct, forbid_unknown_fields=True):
    """What nothing can be done about in a puzzle."""

    about: PartialMove


class MoveWorth(Struct):
    """What a move is worth, as the task counts: the more the better."""

    move: str
    worth: float


class PuzzleVerdict(Struct):
    """What is said to an answer: whether it was right, and what every move is worth, the best first."""

    right: bool | None  # none if it was illegal, which is no answer
    refused: RefusalReason | None
    counts: str  # what the worths are of: points, or share of the victory
    worths: list[MoveWorth]


class HealthStatus(Struct):
    """The server is well."""

    status: Literal["well"]


# ---- The WebSocket of a table: what a client sends


class MoveFrame(Command, tag_field="do", tag="move", forbid_unknown_fields=True):
    """A move."""


class UndoFrame(UndoCommand, tag_field="do", tag="undo", forbid_unknown_fields=True):
    """The wish to take back a move, or agreement to it."""


class LookFrame(Struct, tag_field="do", tag="look", forbid_unknown_fields=True):
    """Look from another seat of one's own, or from outside."""

    seat: SeatNumber | None


class SayFrame(Struct, tag_field="do", tag="say", forbid_unknown_fields=True):
    """Something to say."""

    said: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class ResumeFrame(Struct, tag_field="do", tag="resume", forbid_unknown_fields=True):
    """Tell me again what happened after that ply."""

    n: PlyNumber


class PingFrame(Struct, tag_field="do", tag="ping", forbid_unknown_fields=True):
    """Is anybody there?"""


class WhyFrame(Struct, tag_field="do", tag="why", forbid_unknown_fields=True):
    """A question: why can no move with those parts be made? It is never a move itself."""

    key: Key
    seat: SeatNumber
    n: PlyNumber
    about: PartialMove


ClientFrame = MoveFrame | UndoFrame | LookFrame | SayFrame | ResumeFrame | PingFrame | WhyFrame

# ---- ... and what the server sends


class SightFrame(Struct, tag_field="is", tag="sight"):
    """What happened since the last frame of this kind, and what is seen now. Of more than 200 plies the last 200 are
    told: `after` says where they begin."""

    seat: int | None
    after: int
    n: int
    plies: list[PlyView]
    view: Raw


class AcceptedFrame(Struct, tag_field="is", tag="accepted"):
    """A command that counts. Without a ply, others must agree first."""

    key: str
    ply: int | None


class RefusedFrame(Struct, tag_field="is", tag="refused"):
    """A command that does not count, why, and what is seen now."""

    key: str
    code: str
    rule: str | None
    reason: str
    refusal: IllegalMoveData | None
    n: int
    view: Raw | None


class WhyAnswerFrame(Struct, tag_field="is", tag="why"):
    """The rule and the reason that were asked for; neither if there is such a move, or the table has moved on."""

    key: str
    rule: str | None
    reason: str | None
    refusal: IllegalMoveData | None


class TableFrame(Struct, tag_field="is", tag="table"):
    """Seats, status or result have changed. With what happened at the seats since the last frame of this kind, in the
    first one the latest of all that did."""

    table: TableInfo
    events: list[SeatEvent]


class SeatPresence(Struct):
    """Whether the person who sits there has the table open; else, for those who sit there too, when they were last
    seen, to the minute."""

    here: bool
    seen_at: int | None


class PresenceFrame(Struct, tag_field="is", tag="presence"):
    """Somebody has come or gone: who is here in each seat, who else looks on by name, and how many strangers do."""

    seats: list[SeatPresence]
    watching: list[str]
    strangers: int


class ChatFrame(Struct, tag_field="is", tag="chat"):
    """Something was said; or, where it is whole, something is no longer shown, and this is all there is."""

    chat: list[ChatMessage]
    whole: bool


class PongFrame(Struct, tag_field="is", tag="pong"):
    """Somebody is there, and this is the last ply: whoever knows of fewer has missed a frame and resumes."""

    n: int


class TroubleFrame(Struct, tag_field="is", tag="trouble"):
    """A frame that was not understood or not allowed."""

    code: str
    reason: str


class RemovedFrame(Struct, tag_field="is", tag="removed"):
    """A table is no more."""

    id: str


class LobbyFrame(Struct, tag_field="is", tag="lobby"):
    """A table was opened or has changed; the list shows it or no longer does."""

    table: TableInfo
