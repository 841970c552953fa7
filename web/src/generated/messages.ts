// Written by `make docs` from the Python types. Do not edit.

import type { MoveData, ResultView, View } from "./game";

/** What somebody saw of a ply. */
export interface PlyView {
  n: number;
  seat: number;
  events: Record<string, unknown>[];
}

/** A request that was refused: a code for programs, a reason for people. */
export interface Problem {
  code: string;
  reason: string;
}

/** The server is well. */
export interface HealthStatus {
  status: "well";
}

/** Somebody comes in with a name. */
export interface Guest {
  name: string;
  language?: "en" | "fr";
}

/** A name and a password, for making an account or signing in. */
export interface Account {
  name: string;
  password: string;
}

/** An account to be made; the language counts for a newcomer, the invitation where one is needed. */
export interface NewAccount {
  name: string;
  password: string;
  language?: "en" | "fr";
  invitation?: string | null;
}

/** Who one is here. */
export interface Me {
  name: string;
  language: "en" | "fr";
  account: boolean;
  administrator: boolean;
  email: string | null;
}

/** A device on which one is signed in. */
export interface SessionInfo {
  id: string;
  browser: string | null;
  system: string | null;
  begun_at: number;
  seen_at: number;
  current: boolean;
}

/** All devices on which one is signed in, the one seen last first. */
export interface SessionList {
  sessions: SessionInfo[];
}

/** Another password for one's account. */
export interface PasswordChange {
  old: string;
  new: string;
}

/** Where a link for a new password may be sent; null is nowhere. */
export interface EmailChange {
  password: string;
  email: string | null;
}

/** The name of one's account, to get a link for a new password by e-mail. */
export interface ForgottenPassword {
  name: string;
}

/** The secret part of a link for a new password, and that password. */
export interface PasswordReset {
  token: string;
  password: string;
}

/** The secret part of a link by which somebody chooses a new password; it belongs behind the `#`. */
export interface ResetLink {
  token: string;
}

/** One's account shall be deleted; a guest has no password. */
export interface Farewell {
  password?: string | null;
}

/** What a newcomer should know: who may make an account, and whether one may play without. And how far links to this server lead. */
export interface SiteInfo {
  registration: "open" | "invitation" | "closed";
  guests: boolean;
  only_here: boolean;
  address: string | null;
}

/** Who shall sit in a seat: the one who opens the table, a bot, or whoever comes. */
export interface SeatChoice {
  who: "me" | "bot" | "open";
  bot?: string | null;
  name?: string | null;
}

/** A table to be opened. */
export interface NewTable {
  game: string;
  seats: SeatChoice[];
  options?: Record<string, number | boolean>;
  public?: boolean;
  patience?: number;
  spectators_chat?: boolean;
  hints?: boolean;
}

/** What the host decides anew at a table. */
export interface TableChange {
  spectators_chat: boolean;
}

/** Somebody sits down, in that seat or in any that is free. */
export interface Join {
  seat?: number | null;
}

/** The secret part of an invitation link. */
export interface Invitation {
  token: string;
}

/** Those who played shall play again: in their seats, or everyone one seat on. */
export interface PlayAgain {
  turned?: boolean;
}

/** A bot for a seat. */
export interface BotChoice {
  bot: string;
}

/** A new table from a position of another: after so many of the moves that stand. */
export interface Fork {
  at: number;
  seats: SeatChoice[];
}

/** A seat as people see it. */
export interface SeatInfo {
  seat: number;
  name: string | null;
  who: "open" | "person" | "bot";
  bot: string | null;
  yours: boolean;
  resigned: boolean;
  abandoned: boolean;
  hints: number;
  kept_for: string | null;
  kept_for_you: boolean;
  declined: boolean;
}

/** Something that happened at a seat besides moves, after ply `n`: somebody resigned, a bot took over from who was away, the person is back, took a hint, did not agree to an undo, ended the game. */
export interface SeatEvent {
  id: number;
  n: number;
  seat: number;
  event: "resigned" | "stand-in" | "back" | "hint" | "undo-declined" | "ended";
  at: number;
}

/** Somebody asks to take back the last move of a seat, and what came after it. */
export interface UndoInfo {
  n: number;
  seat: number;
  agreed: number;
  needed: number;
  yours: boolean;
  asks_you: boolean;
}

/** Whether a private game may be seen by whoever has the link, and who has yet to say so. People go by their names. */
export interface ShareInfo {
  visible: boolean;
  yours: boolean | null;
  asks_you: boolean;
  agreed: string[];
  missing: string[];
  declined: string[];
}

/** A table as people see it from outside: nothing here is secret. */
export interface TableInfo {
  id: string;
  game: string;
  options: Record<string, number | boolean>;
  status: "open" | "running" | "finished" | "closed";
  public: boolean;
  hosting: boolean;
  may_start: boolean;
  host: string | null;
  seats: SeatInfo[];
  n: number;
  turn: number[];
  your_turn: boolean;
  commitment: string;
  seed: string | null;
  result: ResultView | null;
  ranks: (number | null)[] | null;
  ended: "alone" | "deserted" | null;
  alone: boolean;
  counted: boolean;
  forked_from: string | null;
  forked_at: number | null;
  undo: UndoInfo | null;
  patience: number;
  spectators_chat: boolean;
  hints: boolean;
  rematch: string | null;
  rematch_of: string | null;
  turned: boolean;
  share: ShareInfo | null;
  put_away: boolean;
  day: string | null;
  challenge: boolean;
  study: boolean;
  opened_at: number;
  moved_at: number;
}

/** A table just opened, and the secret part of its invitation link. */
export interface Opened {
  table: TableInfo;
  invitation: string;
}

/** What somebody with an invitation should know before coming in. */
export interface InvitationInfo {
  host: string;
  table: TableInfo;
}

/** The secret part of an invitation link; it belongs behind the `#`, which browsers do not send. */
export interface InvitationLink {
  token: string;
}

/** Tables, the latest first; if there are further ones, `more` asks for them as `before`. */
export interface TableList {
  tables: TableInfo[];
  more: string | null;
}

/** Something to say to everyone at the table. */
export interface NewChatMessage {
  said: string;
}

/** Something said at the table; by its id it can be reported. */
export interface ChatMessage {
  id: number;
  name: string;
  said: string;
  at: number;
  yours: boolean;
}

/** What was said at the table. */
export interface Chat {
  chat: ChatMessage[];
}

/** A note that only the one who sits there can read. */
export interface Note {
  note: string;
}

/** The table after so many of the moves that stand, and the move that led there. */
export interface ReplaySight {
  at: number;
  last: number;
  ply: PlyView | null;
  view: View;
}

/** A game from its beginning: the table after each of the moves that stand. */
export interface WholeReplay {
  last: number;
  moments: ReplaySight[];
}

/** A record as text. */
export interface Upload {
  record: string;
}

/** A move: the seat that makes it, the last ply it knows of, and a key; the same key counts once. */
export interface Command {
  seat: number;
  n: number;
  key: string;
  move: string;
}

/** The wish to take back a seat's last move, or agreement to such a wish. */
export interface UndoCommand {
  seat: number;
  n: number;
  key: string;
}

/** What a viewer has missed, and sees now. Of what was long ago, `after` says where the telling begins. */
export interface Sight {
  after: number;
  n: number;
  plies: PlyView[];
  view: View;
}

/** A command that counts: the ply it became, and what its seat sees now. Without a ply, others must agree first. */
export interface Accepted {
  key: string;
  ply: number | null;
  n: number;
  view: View;
}

/** A command that does not count, why, and what its sender sees now. */
export interface Refused {
  key: string;
  code: string;
  rule: string | null;
  reason: string;
  refusal: Record<string, unknown> | null;
  n: number;
  view: View | null;
}

/** Somebody would like advice for a seat of their own. */
export interface HintRequest {
  seat: number;
}

/** The best of the other moves, and how much more the advised one is worth: in points, or in chances to win from 0 to 1. */
export interface NextBestMove {
  move: string;
  more: number;
  unit: "points" | "chance";
}

/** What the strongest bot would do in that seat, knowing what that seat knows, after ply `n`; and why, in the person's language, as far as the bot can tell. */
export interface Hint {
  n: number;
  move: string;
  why: string;
  next_best: NextBestMove | null;
}

/** Somebody at a table: who sits in a seat, or who said something. */
export interface Target {
  seat?: number | null;
  message?: number | null;
}

/** A complaint to the administrators about somebody at a table. */
export interface NewReport {
  seat?: number | null;
  message?: number | null;
  reason: string;
}

/** Somebody at a table whose messages one does not want to see, or whom one does not want to play with. */
export interface NewBlock {
  seat?: number | null;
  message?: number | null;
  kind: "mute" | "block";
}

/** Somebody one has muted or blocked. */
export interface BlockedPerson {
  id: string;
  name: string;
  kind: "mute" | "block";
  at: number;
}

/** Those one has muted or blocked. */
export interface BlockList {
  blocks: BlockedPerson[];
}

/** What administrators decide for everybody; games are kept for so many days after the last move, or for ever. */
export interface SiteSettings {
  registration?: "open" | "invitation" | "closed";
  guests?: boolean;
  keep_finished?: number | null;
  keep_abandoned?: number | null;
  keep_guests?: number | null;
}

/** A person, or an address or network, to be kept out: for ever, or until a moment. */
export interface NewBan {
  reason: string;
  person?: string | null;
  address?: string | null;
  until?: number | null;
}

/** Who is kept out, why, and until when. */
export interface Ban {
  id: number;
  person: string | null;
  name: string | null;
  address: string | null;
  reason: string;
  made_by: string;
  at: number;
  until: number | null;
}

/** Bans, the latest first. */
export interface BanPage {
  bans: Ban[];
  more: boolean;
}

/** A person as administrators see it. */
export interface PersonDetails {
  id: string;
  name: string;
  account: boolean;
  administrator: boolean;
  deleted: boolean;
  banned: boolean;
  came_at: number;
  seen_at: number;
  address: string | null;
}

/** People, those seen last first. */
export interface PeoplePage {
  people: PersonDetails[];
  more: boolean;
}

/** Another name for somebody. */
export interface NewName {
  name: string;
}

/** A table as administrators see it. */
export interface TableDetails {
  id: string;
  game: string;
  status: "open" | "running" | "finished" | "closed";
  public: boolean;
  host: string;
  players: string[];
  n: number;
  opened_at: number;
  moved_at: number;
}

/** Tables, those moved last first. */
export interface TablePage {
  tables: TableDetails[];
  more: boolean;
}

/** Something said at a table, as administrators see it. */
export interface ChatDetails {
  id: number;
  person: string | null;
  name: string;
  said: string;
  at: number;
}

/** What was said at a table, the latest first. */
export interface ChatPage {
  chat: ChatDetails[];
  more: boolean;
}

/** A complaint, and what was done about it. */
export interface Report {
  id: number;
  reporter: string | null;
  person: string | null;
  name: string | null;
  table: string | null;
  message: number | null;
  said: string | null;
  reason: string;
  at: number;
  closed_at: number | null;
  closed_by: string | null;
  note: string | null;
}

/** Complaints, the latest first. */
export interface ReportPage {
  reports: Report[];
  more: boolean;
}

/** What was done about a complaint. */
export interface ReportClosing {
  note: string;
}

/** An invitation to make an account, without its secret. */
export interface SignupInvitation {
  id: string;
  made_by: string;
  made_at: number;
  expires_at: number;
  used_by: string | null;
}

/** Invitations to make an account, the latest first. */
export interface SignupInvitationPage {
  invitations: SignupInvitation[];
  more: boolean;
}

/** Something that an administrator did. */
export interface AdminLogEntry {
  id: number;
  at: number;
  administrator: string;
  action: string;
  subject: string;
  detail: string;
}

/** What administrators did, the latest first. */
export interface AdminLogPage {
  entries: AdminLogEntry[];
  more: boolean;
}

/** A choice made when a game is set up. */
export interface OptionInfo {
  name: string;
  default: number | boolean;
  lowest: number;
  highest: number;
}

/** A game that can be played here. */
export interface GameInfo {
  id: string;
  name: Record<string, string>;
  aim: Record<string, string>;
  seats: number[];
  options: OptionInfo[];
  bots: string[];
  lessons: number;
  puzzles: number;
  ruleset: number;
}

/** The games that can be played here. */
export interface GameList {
  games: GameInfo[];
}

/** A rule in every language. */
export interface RuleInfo {
  id: string;
  title: Record<string, string>;
  text: Record<string, string>;
}

/** A game with all its texts and its board. */
export interface GameDetails {
  game: GameInfo;
  notation: Record<string, string>;
  rules: RuleInfo[];
  events: Record<string, Record<string, string>>;
  refusals: Record<string, Record<string, string>>;
  words: Record<string, Record<string, string>>;
  board: Record<string, unknown> | null;
}

/** A line about something new: what makes it appear (what is asked, a kind of move that is legal, something that happened), the place on the table that it is about, and the text. */
export interface ExplanationInfo {
  id: string;
  asks: string[];
  moves: string[];
  events: string[];
  at: string;
  text: Record<string, string>;
}

/** What is new to somebody in their first games, as far as it was not explained yet; and whether to tell them that the game has lessons. */
export interface CompanionInfo {
  explanations: ExplanationInfo[];
  offer_lessons: boolean;
}

/** A lesson: what it is called, the rules it teaches, and whether one has taken it. */
export interface LessonInfo {
  id: string;
  title: Record<string, string>;
  rules: string[];
  steps: number;
  taken: boolean;
}

/** The lessons of a game, in their order; none if it has no lessons. */
export interface LessonList {
  lessons: LessonInfo[];
}

/** What was done so far, and a move to be tried; without one, what comes next is told. */
export interface LessonAttempt {
  done: (string | null)[];
  move?: string | null;
}

/** What was done so far, and what nothing can be done about now. */
export interface LessonQuestion {
  done: (string | null)[];
  about: Record<string, string | (string | number)[] | Record<string, number> | number | boolean | null>;
}

/** Why something cannot be done: the rule, and the reason in the reader's language and as data; none if it can. */
export interface RefusalReason {
  rule?: string | null;
  reason?: string | null;
  refusal?: Record<string, unknown> | null;
}

/** Where a lesson stands: what to read, whether there is something to do, and what was said to the move tried. */
export interface LessonSight {
  step: number;
  say: Record<string, string> | null;
  to_do: boolean;
  right: boolean | null;
  answer: Record<string, string> | null;
  refused: RefusalReason | null;
  events: Record<string, unknown>[];
  view: View;
}

/** A puzzle, and how one has fared with it. */
export interface PuzzleInfo {
  id: string;
  solved: boolean;
  tries: number;
}

/** The puzzles that are about as hard as each other. */
export interface PuzzleGrade {
  grade: number;
  name: Record<string, string>;
  puzzles: PuzzleInfo[];
}

/** The puzzles of a game, the easiest first; none if it has no puzzles. */
export interface PuzzleList {
  grades: PuzzleGrade[];
}

/** A position to find the best move in, and the sentences that say what is asked. */
export interface PuzzlePosition {
  task: Record<string, string>[];
  log: Record<string, unknown>[][];
  view: View;
}

/** The move that somebody thinks is best. */
export interface PuzzleAnswer {
  move: string;
}

/** What nothing can be done about in a puzzle. */
export interface PuzzleQuestion {
  about: Record<string, string | (string | number)[] | Record<string, number> | number | boolean | null>;
}

/** What a move is worth, as the task counts: the more the better. */
export interface MoveWorth {
  move: string;
  worth: number;
}

/** What is said to an answer: whether it was right, and what every move is worth, the best first. */
export interface PuzzleVerdict {
  right: boolean | null;
  refused: RefusalReason | null;
  counts: string;
  worths: MoveWorth[];
}

/** Whether the one try that counts is to begin; a day that is over is played uncounted. */
export interface DailyStart {
  counted: boolean;
}

/** A game of one's own with the deal of a day. Place and points are there when it is over, unless one resigned. */
export interface DailyTry {
  table: string | null;
  status: "running" | "finished";
  counted: boolean;
  resigned: boolean;
  place: number | null;
  points: number | null;
}

/** A seat of the deal of the day: the person's, or a bot's. */
export interface DailySeat {
  name: string | null;
  bot: string | null;
}

/** The deal of a day for one game: how it is set up, what proves that nobody chose it, and how one has done. */
export interface DailyDeal {
  game: string;
  day: string;
  options: Record<string, number | boolean>;
  seats: DailySeat[];
  seat: number;
  commitment: string;
  seed: string | null;
  begins_at: number;
  ends_at: number;
  over: boolean;
  finished: number;
  yours: DailyTry | null;
  results_open: boolean;
}

/** The deals of today, for each game that has one. */
export interface DailyOverview {
  day: string;
  now: number;
  ends_at: number;
  deals: DailyDeal[];
}

/** One result of a day. Those who are equal share a rank; whoever resigned has no place, no points, and the last rank. */
export interface DailyEntry {
  rank: number;
  name: string | null;
  you: boolean;
  guest: boolean;
  resigned: boolean;
  place: number | null;
  points: number | null;
  table: string | null;
}

/** Who did how well with the deal of a day: a page of those with an account, or of the guests. */
export interface DailyResults {
  entries: DailyEntry[];
  page: number;
  pages: number;
  total: number;
  yours: DailyEntry | null;
  your_page: number | null;
  bots: DailyEntry | null;
  best: DailyEntry | null;
}

/** What one has played of the deals of a day. */
export interface CalendarDay {
  day: string;
  game: string;
  yours: DailyTry;
}

/** What one has played in a month. Before the first day, and after the last, there are no deals. */
export interface DailyCalendar {
  first: string;
  last: string;
  days: CalendarDay[];
}

/** A decision of the person in one of the games: the move, and the moment of the replay that it leads to. */
export interface BesideMove {
  at: number;
  move: string;
}

/** The decision of that number in both games; none where one of them had ended. */
export interface BesideStep {
  here: BesideMove | null;
  there: BesideMove | null;
  same: boolean;
}

/** One of two games with the same deal. */
export interface BesideGame {
  table: string;
  name: string | null;
  bot: string | null;
  resigned: boolean;
  place: number | null;
  points: number | null;
  last: number;
}

/** Two games with the same deal from the same seat, decision by decision. */
export interface Beside {
  game: string;
  seat: number;
  here: BesideGame;
  there: BesideGame;
  steps: BesideStep[];
  parted: number | null;
}

/** The secret part of a link to the deal of somebody's game. */
export interface ChallengeToken {
  token: string;
}

/** The secret part of a link to the deal of one's game; it belongs behind the `#`, which browsers do not send. */
export interface ChallengeLink {
  token: string;
}

/** What somebody with the link should know before playing: nothing of how the game went. */
export interface ChallengeInfo {
  game: string;
  options: Record<string, number | boolean>;
  seats: DailySeat[];
  seat: number;
  name: string | null;
  yours: boolean;
  table: string | null;
  status: "running" | "finished" | null;
}

/** A game with the same deal; how it went is told to those who have finished theirs. */
export interface ChallengeGame {
  name: string | null;
  status: "running" | "finished";
  table: string | null;
  resigned: boolean;
  place: number | null;
  points: number | null;
}

/** The other games with the deal of a table of one's own. */
export interface TableChallenge {
  possible: boolean;
  token: string | null;
  games: ChallengeGame[];
  original: ChallengeGame | null;
}

/** A share of the victory from 0 to 1, and points in the end: what something is worth, or what was lost or won. */
export interface Worth {
  share: number;
  points: number;
}

/** What something is worth, with the standard errors. */
export interface WorthEstimate {
  share: number;
  share_error: number;
  points: number;
  points_error: number;
}

/** What a move is worth, with the standard errors. */
export interface CandidateWorth {
  move: string;
  share: number;
  share_error: number;
  points: number;
  points_error: number;
}

/** A review to be made: from what each seat knew, or with hindsight; again, where there is a better judge now. */
export interface ReviewWish {
  hindsight?: boolean;
  again?: boolean;
}

/** A moment at which a seat had a choice, and what it was worth. `n` is the number of the move: the position before it is that of the replay after `n - 1`. */
export interface ReviewedDecision {
  n: number;
  seat: number;
  asks: string;
  move: string;
  best: string;
  beyond_doubt: boolean;
  worth: WorthEstimate;
  value: WorthEstimate;
  loss: Worth;
  mark: "blunder" | "mistake" | "inaccuracy" | null;
  luck: Worth | null;
  luck_from: "cards" | "others" | "both";
  everyone: Worth[] | null;
}

/** Where luck came from; the three add up to all of it. */
export interface LuckParts {
  cards: number;
  others: number;
  both: number;
}

/** Where luck came from, in both units. */
export interface LuckSources {
  share: LuckParts;
  points: LuckParts;
}

/** A seat in all: result − expected = luck − loss. What is none is not known until all its decisions are weighed, and stays so for a seat that never had a choice. */
export interface ReviewedSeat {
  result: Worth;
  decisions: number;
  of: number;
  expected: Worth | null;
  loss: Worth | null;
  luck: Worth | null;
  luck_from: LuckSources | null;
}

/** A decision that mattered: by what was lost there, or by what happened until the seat's next one. */
export interface ReviewMoment {
  n: number;
  seat: number;
  kind: "loss" | "luck";
  by: number;
}

/** From which loss on a move is called what, in the review's unit. */
export interface Thresholds {
  blunder: number;
  mistake: number;
  inaccuracy: number;
}

/** What every move of a game was worth, as far as its decisions are weighed. */
export interface Review {
  judge: string;
  budget: number;
  unit: "share" | "points";
  thresholds: Thresholds;
  luck_name: "luck" | "cards" | "others";
  complete: boolean;
  seats: ReviewedSeat[];
  decisions: ReviewedDecision[];
  moments: ReviewMoment[];
  moves: MoveData[];
}

/** How far a review has come. */
export interface ReviewStatus {
  state: "none" | "waiting" | "running" | "done" | "failed";
  done: number;
  of: number;
  ahead: number;
  refusal: Problem | null;
  better_judge: boolean;
  review: Review | null;
}

/** All legal moves of a decision that was weighed, the best first. */
export interface DecisionWorths {
  n: number;
  seat: number;
  asks: string;
  move: string;
  best: string;
  beyond_doubt: boolean;
  worlds: number;
  candidates: CandidateWorth[];
  legal: MoveData[];
}

/** What is every legal move of a seat worth, after ply `n`? */
export interface WorthQuestion {
  seat: number;
  n: number;
}

/** What the legal moves of a seat are worth after ply `n`, from what that seat knows, the best first. */
export interface PositionWorths {
  n: number;
  seat: number;
  unit: "share" | "points";
  worlds: number;
  candidates: CandidateWorth[];
}

/** Decisions of one kind, and what was lost at them. */
export interface DecisionKindFigures {
  asks: string;
  decisions: number;
  loss: Worth;
}

/** A reviewed game of one's own: one's decisions there, and what was lost at them. Alone, points count. */
export interface StudyGame {
  table: string;
  at: number;
  unit: "share" | "points";
  decisions: number;
  loss: Worth;
  kinds: DecisionKindFigures[];
}

/** One's reviewed games of one kind, the earliest first. */
export interface GameFigures {
  game: string;
  games: StudyGame[];
}

/** One's own losses: for each game that was reviewed, over time and by the kind of decision. */
export interface StudyFigures {
  games: GameFigures[];
}

/** A move. */
export interface MoveFrame {
  do: "move";
  seat: number;
  n: number;
  key: string;
  move: string;
}

/** The wish to take back a move, or agreement to it. */
export interface UndoFrame {
  do: "undo";
  seat: number;
  n: number;
  key: string;
}

/** Look from another seat of one's own, or from outside. */
export interface LookFrame {
  do: "look";
  seat: number | null;
}

/** Something to say. */
export interface SayFrame {
  do: "say";
  said: string;
}

/** Tell me again what happened after that ply. */
export interface ResumeFrame {
  do: "resume";
  n: number;
}

/** Is anybody there? */
export interface PingFrame {
  do: "ping";
}

/** A question: why can no move with those parts be made? It is never a move itself. */
export interface WhyFrame {
  do: "why";
  key: string;
  seat: number;
  n: number;
  about: Record<string, string | (string | number)[] | Record<string, number> | number | boolean | null>;
}

/** What happened since the last frame of this kind, and what is seen now. Of more than 200 plies the last 200 are told: `after` says where they begin. */
export interface SightFrame {
  is: "sight";
  seat: number | null;
  after: number;
  n: number;
  plies: PlyView[];
  view: View;
}

/** A command that counts. Without a ply, others must agree first. */
export interface AcceptedFrame {
  is: "accepted";
  key: string;
  ply: number | null;
}

/** A command that does not count, why, and what is seen now. */
export interface RefusedFrame {
  is: "refused";
  key: string;
  code: string;
  rule: string | null;
  reason: string;
  refusal: Record<string, unknown> | null;
  n: number;
  view: View | null;
}

/** The rule and the reason that were asked for; neither if there is such a move, or the table has moved on. */
export interface WhyAnswerFrame {
  is: "why";
  key: string;
  rule: string | null;
  reason: string | null;
  refusal: Record<string, unknown> | null;
}

/** Seats, status or result have changed. With what happened at the seats since the last frame of this kind, in the first one the latest of all that did. */
export interface TableFrame {
  is: "table";
  table: TableInfo;
  events: SeatEvent[];
}

/** Whether the person who sits there has the table open; else, for those who sit there too, when they were last seen, to the minute. */
export interface SeatPresence {
  here: boolean;
  seen_at: number | null;
}

/** Somebody has come or gone: who is here in each seat, who else looks on by name, and how many strangers do. */
export interface PresenceFrame {
  is: "presence";
  seats: SeatPresence[];
  watching: string[];
  strangers: number;
}

/** Something was said; or, where it is whole, something is no longer shown, and this is all there is. */
export interface ChatFrame {
  is: "chat";
  chat: ChatMessage[];
  whole: boolean;
}

/** Somebody is there, and this is the last ply: whoever knows of fewer has missed a frame and resumes. */
export interface PongFrame {
  is: "pong";
  n: number;
}

/** A frame that was not understood or not allowed. */
export interface TroubleFrame {
  is: "trouble";
  code: string;
  reason: string;
}

/** A table is no more. */
export interface RemovedFrame {
  is: "removed";
  id: string;
}

/** A table was opened or has changed; the list shows it or no longer does. */
export interface LobbyFrame {
  is: "lobby";
  table: TableInfo;
}

export type ClientFrame = MoveFrame | UndoFrame | LookFrame | SayFrame | ResumeFrame | PingFrame | WhyFrame;

export type ServerFrame = SightFrame | AcceptedFrame | RefusedFrame | WhyAnswerFrame | TableFrame | PresenceFrame | ChatFrame | PongFrame | TroubleFrame | RemovedFrame | LobbyFrame;
