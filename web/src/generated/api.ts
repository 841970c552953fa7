// Written by `make docs` from the Python types. Do not edit.

import type { Accepted, Account, AdminLogPage, BanPage, Beside, BlockList, BotChoice, ChallengeInfo, ChallengeLink, ChallengeToken, Chat, ChatPage, Command, CompanionInfo, DailyCalendar, DailyDeal, DailyOverview, DailyResults, DailyStart, DecisionWorths, EmailChange, Farewell, ForgottenPassword, Fork, GameDetails, GameList, Guest, HealthStatus, Hint, HintRequest, Invitation, InvitationInfo, InvitationLink, Join, LessonAttempt, LessonList, LessonQuestion, LessonSight, Me, NewAccount, NewBan, NewBlock, NewChatMessage, NewName, NewReport, NewTable, Note, Opened, PasswordChange, PasswordReset, PeoplePage, PlayAgain, PositionWorths, PuzzleAnswer, PuzzleList, PuzzlePosition, PuzzleQuestion, PuzzleVerdict, RefusalReason, ReplaySight, ReportClosing, ReportPage, ResetLink, ReviewStatus, ReviewWish, SessionList, Sight, SignupInvitationPage, SiteInfo, SiteSettings, StudyFigures, TableChallenge, TableChange, TableInfo, TableList, TablePage, UndoCommand, Upload, WholeReplay, WorthQuestion } from "./messages";

/** Every request there is: what it sends and what it gets. */
export interface Requests {
  /** Make an account, to come back from any device */
  "POST /api/account": { body: NewAccount; answer: Me };
  /** Where a link for a new password may be sent, or nowhere */
  "PUT /api/account/email": { body: EmailChange; answer: Me };
  /** Another password; all other sessions end */
  "PUT /api/account/password": { body: PasswordChange; answer: null };
  /** Who is kept out */
  "GET /api/admin/bans": { body: null; answer: BanPage };
  /** Keep a person, an address or a network out, at once */
  "POST /api/admin/bans": { body: NewBan; answer: null };
  /** Let somebody in again */
  "DELETE /api/admin/bans/{ban_id}": { body: null; answer: null };
  /** Let something that was said vanish */
  "DELETE /api/admin/chat/{message}": { body: null; answer: null };
  /** Invitations to make an account */
  "GET /api/admin/invitations": { body: null; answer: SignupInvitationPage };
  /** Invite somebody to make an account */
  "POST /api/admin/invitations": { body: null; answer: InvitationLink };
  /** Make an unused invitation void */
  "DELETE /api/admin/invitations/{invitation}": { body: null; answer: null };
  /** What administrators did */
  "GET /api/admin/log": { body: null; answer: AdminLogPage };
  /** People, those seen last first */
  "GET /api/admin/people": { body: null; answer: PeoplePage };
  /** Give somebody another name */
  "PATCH /api/admin/people/{other}": { body: NewName; answer: null };
  /** A link by which somebody chooses a new password */
  "POST /api/admin/people/{other}/reset": { body: null; answer: ResetLink };
  /** Reports to be dealt with, or those that are closed */
  "GET /api/admin/reports": { body: null; answer: ReportPage };
  /** Say what was done about a report */
  "POST /api/admin/reports/{report}/close": { body: ReportClosing; answer: null };
  /** Who may come in, and how long games are kept */
  "GET /api/admin/settings": { body: null; answer: SiteSettings };
  /** Decide who may come in and how long games are kept */
  "PUT /api/admin/settings": { body: SiteSettings; answer: null };
  /** Tables, those moved last first */
  "GET /api/admin/tables": { body: null; answer: TablePage };
  /** Let a table vanish with all that belongs to it */
  "DELETE /api/admin/tables/{table}": { body: null; answer: null };
  /** What was said at a table */
  "GET /api/admin/tables/{table}/chat": { body: null; answer: ChatPage };
  /** End a game without a result */
  "POST /api/admin/tables/{table}/close": { body: null; answer: null };
  /** What somebody with a link to a deal should know before playing it */
  "POST /api/challenges/look": { body: ChallengeToken; answer: ChallengeInfo };
  /** Play the deal that a link leads to */
  "POST /api/challenges/play": { body: ChallengeToken; answer: TableInfo };
  /** The deals of today, and until when */
  "GET /api/daily": { body: null; answer: DailyOverview };
  /** What one has played of the deals of a month */
  "GET /api/daily/calendar": { body: null; answer: DailyCalendar };
  /** The deal of a day, with its seed when the day is over */
  "GET /api/daily/{game}/{day}": { body: null; answer: DailyDeal };
  /** Play the deal of a day: the one try that counts, or uncounted once the day is over */
  "POST /api/daily/{game}/{day}": { body: DailyStart; answer: TableInfo };
  /** How people did with the deal of a day, for whoever has finished it */
  "GET /api/daily/{game}/{day}/results": { body: null; answer: DailyResults };
  /** The games there are */
  "GET /api/games": { body: null; answer: GameList };
  /** A game: its rules in every language, its board */
  "GET /api/games/{game}": { body: null; answer: GameDetails };
  /** What is new to somebody in their first games */
  "GET /api/games/{game}/companion": { body: null; answer: CompanionInfo };
  /** Say that something was explained; it will not be again */
  "PUT /api/games/{game}/companion/{explanation}": { body: null; answer: null };
  /** The lessons of a game */
  "GET /api/games/{game}/lessons": { body: null; answer: LessonList };
  /** Go on with a lesson from where one is, by trying a move or by asking what comes next */
  "POST /api/games/{game}/lessons/{lesson}": { body: LessonAttempt; answer: LessonSight };
  /** Why nothing like this can be done now in a lesson */
  "POST /api/games/{game}/lessons/{lesson}/why": { body: LessonQuestion; answer: RefusalReason };
  /** The puzzles of a game, and how one has fared with them */
  "GET /api/games/{game}/puzzles": { body: null; answer: PuzzleList };
  /** A puzzle to be solved: the position and what is asked */
  "GET /api/games/{game}/puzzles/{puzzle}": { body: null; answer: PuzzlePosition };
  /** Answer a puzzle, and learn what every move in it is worth */
  "POST /api/games/{game}/puzzles/{puzzle}": { body: PuzzleAnswer; answer: PuzzleVerdict };
  /** Why nothing like this can be done now in a puzzle */
  "POST /api/games/{game}/puzzles/{puzzle}/why": { body: PuzzleQuestion; answer: RefusalReason };
  /** Does the process answer? It asks nothing else */
  "GET /api/health/live": { body: null; answer: HealthStatus };
  /** Can the server do its work? It writes to the database to find out */
  "GET /api/health/ready": { body: null; answer: HealthStatus };
  /** Who am I? Null for a newcomer */
  "GET /api/me": { body: null; answer: Me | null };
  /** Another name or language */
  "PATCH /api/me": { body: Guest; answer: Me };
  /** Those one has muted or blocked */
  "GET /api/me/blocks": { body: null; answer: BlockList };
  /** Hear somebody again, and sit with them */
  "DELETE /api/me/blocks/{other}": { body: null; answer: null };
  /** Delete one's account: name, messages and notes vanish, games stay */
  "POST /api/me/deletion": { body: Farewell; answer: null };
  /** All that is kept of oneself, as one JSON file */
  "GET /api/me/export": { body: null; answer: null };
  /** What one has lost in reviewed games, over time and by kind of decision */
  "GET /api/me/study": { body: null; answer: StudyFigures };
  /** Ask for a link for a new password by e-mail */
  "POST /api/password/forgotten": { body: ForgottenPassword; answer: null };
  /** A new password by a link; all sessions end, and one begins here */
  "POST /api/password/reset": { body: PasswordReset; answer: Me };
  /** Come in with a name */
  "POST /api/people": { body: Guest; answer: Me };
  /** Bring a record: a finished table, if the record is true */
  "POST /api/records": { body: Upload; answer: TableInfo };
  /** Sign in */
  "POST /api/session": { body: Account; answer: Me };
  /** Log out on this device */
  "DELETE /api/session": { body: null; answer: null };
  /** All devices on which one is signed in */
  "GET /api/sessions": { body: null; answer: SessionList };
  /** Log out everywhere */
  "DELETE /api/sessions": { body: null; answer: null };
  /** Log out on another device */
  "DELETE /api/sessions/{session}": { body: null; answer: null };
  /** Who may come in here, and from where */
  "GET /api/site": { body: null; answer: SiteInfo };
  /** Lists of tables: open, running, finished, mine, my turn, put away */
  "GET /api/tables": { body: null; answer: TableList };
  /** Open a table */
  "POST /api/tables": { body: NewTable; answer: Opened };
  /** A table from outside */
  "GET /api/tables/{table}": { body: null; answer: TableInfo };
  /** Close a table that has not begun, or at which nobody else plays; for the host */
  "DELETE /api/tables/{table}": { body: null; answer: null };
  /** Let those who only watch speak, or not; for the host */
  "PATCH /api/tables/{table}": { body: TableChange; answer: TableInfo };
  /** Two finished games with the same deal, decision by decision */
  "GET /api/tables/{table}/beside/{other}": { body: null; answer: Beside };
  /** Mute somebody at the table, or never sit with them again */
  "POST /api/tables/{table}/blocks": { body: NewBlock; answer: null };
  /** The other games with the deal of a table of one's own */
  "GET /api/tables/{table}/challenge": { body: null; answer: TableChallenge };
  /** A link by which somebody else plays the deal of one's finished game against bots */
  "POST /api/tables/{table}/challenge": { body: null; answer: ChallengeLink };
  /** What was said at the table */
  "GET /api/tables/{table}/chat": { body: null; answer: Chat };
  /** Say something */
  "POST /api/tables/{table}/chat": { body: NewChatMessage; answer: null };
  /** Do not take the seat that is kept for one */
  "POST /api/tables/{table}/decline": { body: null; answer: TableInfo };
  /** End a game in which all other people have resigned; no points are counted */
  "POST /api/tables/{table}/end": { body: null; answer: TableInfo };
  /** A new table from a position of this one */
  "POST /api/tables/{table}/fork": { body: Fork; answer: TableInfo };
  /** What the strongest bot would do in one's seat, knowing what one knows, and why */
  "POST /api/tables/{table}/hint": { body: HintRequest; answer: Hint };
  /** A new invitation link; the old one is void */
  "POST /api/tables/{table}/invitation": { body: null; answer: InvitationLink };
  /** What somebody with an invitation should know before coming in */
  "POST /api/tables/{table}/invited": { body: Invitation; answer: InvitationInfo };
  /** Sit down */
  "POST /api/tables/{table}/join": { body: Join; answer: TableInfo };
  /** Get up before the start */
  "POST /api/tables/{table}/leave": { body: null; answer: null };
  /** One's private note */
  "GET /api/tables/{table}/note": { body: null; answer: Note };
  /** Note something for oneself */
  "PUT /api/tables/{table}/note": { body: Note; answer: null };
  /** Make a move */
  "POST /api/tables/{table}/plies": { body: Command; answer: Accepted };
  /** Take a table off one's lists */
  "PUT /api/tables/{table}/put-away": { body: null; answer: null };
  /** Have a table on one's lists again */
  "DELETE /api/tables/{table}/put-away": { body: null; answer: null };
  /** The record of a finished game */
  "GET /api/tables/{table}/record": { body: null; answer: string };
  /** Play again: the one table for all who played, with a seat for each */
  "POST /api/tables/{table}/rematch": { body: PlayAgain; answer: TableInfo };
  /** The table after every move, from the beginning or from a moment on */
  "GET /api/tables/{table}/replay": { body: null; answer: WholeReplay };
  /** The table after so many moves */
  "GET /api/tables/{table}/replay/{at}": { body: null; answer: ReplaySight };
  /** Tell the administrators about somebody at the table, or about something that was said */
  "POST /api/tables/{table}/reports": { body: NewReport; answer: null };
  /** What every move of a finished game was worth, as far as a review has come; with `wait`, once it has come further than `known` decisions */
  "GET /api/tables/{table}/review": { body: null; answer: ReviewStatus };
  /** Ask for the review of a finished game; whoever asks for one that is there gets that */
  "POST /api/tables/{table}/review": { body: ReviewWish; answer: ReviewStatus };
  /** What every legal move was worth at a decision that was weighed */
  "GET /api/tables/{table}/review/{n}": { body: null; answer: DecisionWorths };
  /** Put a bot into a free seat before the start, or let one play for somebody who has been away for too long */
  "PUT /api/tables/{table}/seats/{seat}/bot": { body: BotChoice; answer: TableInfo };
  /** Free a bot's seat before the start, or take one's own seat back from a bot */
  "DELETE /api/tables/{table}/seats/{seat}/bot": { body: null; answer: TableInfo };
  /** Let anybody sit down in a seat that was kept for somebody; for the host */
  "DELETE /api/tables/{table}/seats/{seat}/keeping": { body: null; answer: TableInfo };
  /** Send somebody away before the start, who cannot sit down there again; for the host */
  "DELETE /api/tables/{table}/seats/{seat}/person": { body: null; answer: TableInfo };
  /** Resign */
  "POST /api/tables/{table}/seats/{seat}/resign": { body: null; answer: TableInfo };
  /** Agree that whoever has the link may see a private game of one's own, or ask the others for it */
  "PUT /api/tables/{table}/shared": { body: null; answer: TableInfo };
  /** Let a private game of one's own be seen by nobody else, or by nobody else any more */
  "DELETE /api/tables/{table}/shared": { body: null; answer: TableInfo };
  /** Begin to play */
  "POST /api/tables/{table}/start": { body: null; answer: TableInfo };
  /** Take back one's last move, or ask the others to agree; or agree to what somebody asked */
  "POST /api/tables/{table}/undo": { body: UndoCommand; answer: Accepted };
  /** Do not agree to an undo */
  "DELETE /api/tables/{table}/undo": { body: null; answer: null };
  /** What a seat sees, and what it missed after a ply; with `wait`, only once there is something new */
  "GET /api/tables/{table}/view": { body: null; answer: Sight };
  /** Come with an invitation */
  "POST /api/tables/{table}/visit": { body: Invitation; answer: TableInfo };
  /** What every legal move is worth now at a table that is for study alone */
  "POST /api/tables/{table}/worth": { body: WorthQuestion; answer: PositionWorths };
}
