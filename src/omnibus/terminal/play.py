"""A person at the terminal, playing against bots."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from random import Random

from rich.columns import Columns
from rich.text import Text

from omnibus.bots import NAMES, bot_named, signed, strongest_bot, unsigned
from omnibus.bots.bot import Kind
from omnibus.bots.guests import NOBODY, Guests
from omnibus.rules.game import Event, Game, IllegalMove, Move, State
from omnibus.rules.record import Record
from omnibus.terminal.results import print_result
from omnibus.terminal.rules import print_rule, print_rules
from omnibus.terminal.saving import Notebook, chosen_path, fresh_path
from omnibus.terminal.tables import draw
from omnibus.terminal.voice import TerminalTrouble, Voice

TABLE = {"table", "t"}
HELP = {"help", "h", "aide"}
RULES = {"rules", "regles", "règles"}
SAVE = {"save", "enregistrer"}
HINT = {"hint", "indice"}
UNDO = {"undo", "annuler"}
WHY = {"?", "why", "pourquoi"}
QUIT = {"quit", "q", "exit", "quitter"}

LONGEST_NAME = 20
MOST_ROWS = 6  # of a list of moves: with it the largest board stays in sight in a terminal of forty rows

Entry = tuple[str, str]  # the numbers of some moves, and what they are called together


class SoloSitting:
    """One person, some bots and a game between them, written down after every move."""

    def __init__(
        self,
        record: Record,
        notebook: Notebook,
        person: int,
        bots: dict[int, Kind],
        voice: Voice,
        guests: Guests = NOBODY,
    ):
        self.record = record
        self.notebook = notebook
        self.person = person
        self.bots = {seat: kind.seated() for seat, kind in bots.items()}
        self.guests = guests
        self.voice = voice
        self.rng = Random()
        self.names = [unsigned(player)[0] for player in record.players]
        self.unsaved: TerminalTrouble | None = None
        self.last_refusal: IllegalMove | None = None
        self.adviser = bot_named(strongest_bot(record.game.id), record.game.id).seated()
        self.advised_at: int | None = None  # the decision for which the last hint was taken
        self.lay_table()

    @classmethod
    def new(
        cls,
        game: Game,
        name: str,
        bot: str,
        seed: str | None,
        path: Path | None,
        voice: Voice,
        guests: Guests = NOBODY,
    ) -> "SoloSitting":
        """A new game for a person of that name; the file is there from the start, so that it surely can be written."""
        person = unsigned(name)[0].strip()[:LONGEST_NAME] or voice.text("somebody")
        others = [other for other in NAMES if other != person][: game.seats - 1]
        opponents = dict.fromkeys(range(1, game.seats), bot_named(bot, game.id, guests))
        record = Record(game, [person, *(signed(other, bot) for other in others)], seed)
        notebook = Notebook.new(chosen_path(path) if path else fresh_path(game.id), record)
        return cls(record, notebook, 0, opponents, voice, guests)

    @classmethod
    def resumed(cls, path: Path, voice: Voice, guests: Guests = NOBODY) -> "SoloSitting":
        """The game in that file, to be gone on with."""
        notebook, record = Notebook.opened(chosen_path(path))
        bots = {seat: bot for seat, player in enumerate(record.players) if (bot := unsigned(player)[1])}
        people = [seat for seat in range(record.game.seats) if seat not in bots]
        if len(people) != 1:
            raise TerminalTrouble("not-one-person", path=path, people=len(people))
        opponents = {seat: bot_named(bot, record.game.id, guests) for seat, bot in bots.items()}
        sitting = cls(record, notebook, people[0], opponents, voice, guests)
        if not sitting.state.turn or record.ended is not None:
            raise TerminalTrouble("already-over", path=path, command=voice.command("replay", path))
        return sitting

    def lay_table(self) -> None:
        """Bring the table to where the record is."""
        self.state: State = self.record.opening()
        self.news: list[Event] = []  # what happened since the person last moved
        for ply in self.record.replay():
            self.state = ply.state
            self.news = ply.events if ply.seat == self.person else self.news + ply.events

    def welcome(self) -> None:
        """Say what is played, against whom and what for, and promise the deal."""
        rulebook = self.state.game.rulebook
        others = [name for seat, name in enumerate(self.names) if seat != self.person]
        title = self.voice.text(
            "title" if others else "title-alone",
            game=rulebook.name.say(self.voice.language),
            opponents=", ".join(others),
        )
        self.voice.console.print(Text(title, style="bold"))
        self.voice.console.print(Text(rulebook.aim.say(self.voice.language)))
        self.voice.say("how-to")
        self.voice.say("sealed", style="dim", commitment=self.record.commitment)

    def play(self) -> bool:
        """Play until the game is over or the person leaves; whether all of it was written down."""
        while self.state.turn:
            if self.person in self.state.turn:
                self.tell_news()
                self.show_table()
                move = self.ask()
                if move is None:
                    self.say_how_to_resume()
                    return self.unsaved is None
                self.news = []
                self.make(self.person, move)
            else:
                seat = self.state.turn[0]
                choice = self.bots[seat](self.state.view(seat), self.rng)
                self.make(seat, self.state.game.move(choice))
        self.tell_news()
        self.show_table()
        print_result(self.state, self.names, self.voice)
        self.say_how_to_look_back()
        return self.unsaved is None

    def make(self, seat: int, move: Move) -> None:
        """Play a move, write it down, and remember what happened until the person looks."""
        self.news += self.state.play(seat, move)
        self.record.add(seat, move, self.state)
        self.write_down()

    def write_down(self) -> None:
        """Bring the file to where the record is, or remember why it cannot be."""
        try:
            self.notebook.add(self.record)
            self.unsaved = None
        except TerminalTrouble as trouble:
            self.unsaved = trouble

    # ---- Showing

    def tell_news(self) -> None:
        for event in self.news:
            told = self.state.game.rulebook.tell(event.seen_by(self.person), self.names, self.voice.language)
            if told is not None:
                self.voice.remark(told)

    def show_table(self) -> None:
        names = self.names[:]
        if len(names) > 1:
            names[self.person] = self.voice.text("you", name=names[self.person])
        self.voice.console.rule(style="dim")
        self.voice.console.print(draw(self.state.view(self.person), names, self.voice))
        self.voice.console.print()

    def show_moves(self) -> None:
        """The legal moves with their numbers; a list that takes too many rows is told by what moves have in common."""
        legal = self.legal
        one_by_one = [(str(number), move.text) for number, move in enumerate(legal, start=1)]
        if self.rows_of(one_by_one) <= MOST_ROWS:
            self.show_numbered(one_by_one)
        else:
            alike = _told_together(legal, _kin, _beginning)
            if self.rows_of(alike) > MOST_ROWS:
                alike = _told_together(legal, _deed, _first_words)
            self.show_numbered(alike)
            example = _beginning(max((group for _, group in _groups(legal, _kin)), key=len))
            self.voice.remark(self.voice.text("more-of-it", example=example), style="dim")
        if self.unsaved is not None:
            self.voice.refuse(self.unsaved)
            self.voice.remark(self.voice.text("save-elsewhere"), style="yellow")

    def show_numbered(self, entries: list[Entry]) -> None:
        self.voice.console.print(_in_columns(entries))

    def rows_of(self, entries: list[Entry]) -> int:
        """How many rows of the terminal a list takes."""
        return len(self.voice.console.render_lines(_in_columns(entries)))

    @property
    def resume_command(self) -> str:
        """What to type to go on with the game, with the same guests."""
        return self.voice.command("play", "--resume", self.notebook.path, *self.guests.flags())

    def say_how_to_resume(self) -> None:
        """Where the game is, and how to go on with it; or that it could not be saved."""
        path = self.notebook.path
        if self.unsaved is None:
            self.voice.say("left", command=self.resume_command)
        else:
            self.voice.refuse(self.unsaved)
            self.voice.say("left-unsaved", style="bold red", n=len(self.record.plies), path=path)

    def say_how_to_look_back(self) -> None:
        path = self.notebook.path
        self.voice.say("seed-was", seed=self.record.seed)
        if self.unsaved is None:
            self.voice.say("look-back", command=self.voice.command("replay", path))
            self.voice.say("look-true", command=self.voice.command("verify", path))
        else:
            self.say_how_to_resume()

    # ---- Asking

    @property
    def legal(self) -> list[Move]:
        """What the person may do now."""
        return self.state.legal(self.person)

    def ask(self) -> Move | None:
        """The move the person chooses, or None to leave."""
        self.show_moves()
        while True:
            words = self.voice.ask("prompt").split() or ["table"]
            if words[0].lower() in QUIT:
                return None
            if self.obey(words):
                continue
            move = self.understand(" ".join(words))
            if move is not None:
                return move

    def obey(self, words: list[str]) -> bool:
        """Do what the person asks for besides a move; whether it was such a thing."""
        command, rest = words[0].lower(), words[1:]
        if command.startswith("?"):
            command, rest = "?", [words[0][1:], *rest]
        for names, do in (
            (TABLE, self.show_again),
            (HELP, self.help),
            (RULES, lambda: self.read_rules(rest)),
            (HINT, self.advise),
            (UNDO, self.take_back),
            (SAVE, lambda: self.save(" ".join(rest))),
            (WHY, lambda: self.explain(" ".join(rest).strip())),
        ):
            if command in names:
                do()
                return True
        return False

    def show_again(self) -> None:
        self.tell_news()
        self.show_table()
        self.show_moves()

    def advise(self) -> None:
        """What the strongest bot would do, knowing what the person knows."""
        with self.voice.console.status(self.voice.text("thinking")):
            advice = self.adviser(self.state.view(self.person), self.rng)
        number = 1 + [move.text for move in self.legal].index(advice)
        self.voice.remark(self.voice.text("hint", move=advice, number=number))
        if self.advised_at != self.state.n:
            self.advised_at = self.state.n
            self.record.hints[self.person] = self.record.hints.get(self.person, 0) + 1
            self.write_down()

    def take_back(self) -> None:
        """Take back the person's last move and all that came after it."""
        moves = [n for n, (seat, _) in enumerate(self.record.plies) if seat == self.person]
        if not moves:
            self.voice.refuse(TerminalTrouble("nothing-to-undo"))
            return
        del self.record.plies[moves[-1] :]
        self.lay_table()
        self.write_down()
        self.voice.say("taken-back")
        self.show_table()
        self.show_moves()

    def help(self) -> None:
        example = self.legal[0].text
        self.voice.say("help-at-table", move=f"{example:<12}", why=f"? {example:<10}")
        self.voice.console.print()
        self.voice.console.print(Text(self.state.game.rulebook.notation.say(self.voice.language)))

    def understand(self, text: str) -> Move | None:
        """A legal move by its number or notation; if there is none, say why."""
        number, legal = _numbered(text), self.legal
        if number is not None:
            if 1 <= number <= len(legal):
                return legal[number - 1]
            self.voice.refuse(TerminalTrouble("no-such-number", number=text[:20], last=len(legal)))
            return None
        text = self.as_notation(text)
        ways = [(str(place), move.text) for place, move in enumerate(legal, start=1) if self.goes_on(text, move)]
        refusal = self.state.why_not(self.person, text)
        if refusal is None:
            return self.state.game.move(text)
        if ways:
            self.show_numbered(ways)
        else:
            self.refuse(refusal)
        return None

    def goes_on(self, text: str, move: Move) -> bool:
        """Whether what was typed is the beginning of a move; if it is a move itself, only of one with more words."""
        is_move = any(text == each.text for each in self.state.game.moves)
        return move.text.lower().startswith(f"{text} " if is_move else text.lower())

    def as_notation(self, text: str) -> str:
        """What was typed, in the game's own capitals if it is a move but for those."""
        known = {move.text.lower(): move.text for move in self.state.game.moves}
        return known.get(text.lower(), text)

    def refuse(self, refusal: IllegalMove) -> None:
        self.last_refusal = refusal
        self.voice.refuse(refusal)

    def explain(self, text: str) -> None:
        """Why a move is not allowed, with the whole rule; without a move, the last one refused."""
        number, legal = _numbered(text), self.legal
        if number is not None and 1 <= number <= len(legal):
            text = legal[number - 1].text
        if text:
            refusal = self.state.why_not(self.person, self.as_notation(text))
            if refusal is None:
                self.voice.remark(self.voice.text("is-allowed", move=self.as_notation(text)))
                return
            self.refuse(refusal)
        if self.last_refusal is None:
            self.voice.remark(self.voice.text("why-what", move=legal[0].text))
        else:
            print_rule(self.state.game.rulebook, self.last_refusal.rule, self.voice)

    def read_rules(self, rule_ids: list[str]) -> None:
        rulebook = self.state.game.rulebook
        if not rule_ids:
            print_rules(rulebook, self.voice)
        for rule_id in rule_ids:
            try:
                print_rule(rulebook, rule_id, self.voice)
            except TerminalTrouble as trouble:
                self.voice.refuse(trouble)

    def save(self, name: str) -> None:
        """Keep the game in another file if the person names one; it is saved after every move anyway."""
        try:
            if name:
                self.notebook = Notebook.new(chosen_path(name), self.record)
                self.unsaved = None
            if self.unsaved is not None:
                self.voice.refuse(self.unsaved)
            else:
                self.voice.say("saved", path=self.notebook.path)
        except TerminalTrouble as trouble:
            self.voice.refuse(trouble)


def _in_columns(entries: list[Entry]) -> Columns:
    width = max(len(number) for number, _ in entries)
    listed = [Text.assemble((f"{number:>{width}} ", "dim"), text) for number, text in entries]
    return Columns(listed, padding=(0, 3), column_first=False)


def _groups(moves: list[Move], common: Callable[[Move], object]) -> Iterator[tuple[list[int], list[Move]]]:
    """Moves one after another that have something in common, with their numbers in the list."""
    for _, group in groupby(enumerate(moves, start=1), key=lambda each: common(each[1])):
        numbers, alike = zip(*group, strict=True)
        yield list(numbers), list(alike)


def _told_together(
    moves: list[Move], common: Callable[[Move], object], told: Callable[[Sequence[Move]], str]
) -> list[Entry]:
    return [(_span(numbers), told(group)) for numbers, group in _groups(moves, common)]


def _deed(move: Move) -> object:
    """What a move does, with whatever."""
    return move.data["do"]


def _kin(move: Move) -> tuple[str, str]:
    """What a move does, and with what, the last part apart."""
    do, *parts = (value for name, value in move.data.items() if name != "text")
    return do, repr(parts[:-1])


def _first_words(moves: Sequence[Move]) -> str:
    """What moves of one kind do, and then the next word of each: `claim R01 R07`."""
    shared = _beginning(moves)
    rests = (move.text.removeprefix(shared).split() for move in moves)
    return " ".join(dict.fromkeys([shared, *(rest[0] for rest in rests if rest)]))


def _beginning(moves: Sequence[Move]) -> str:
    """What all of the moves begin with, up to where their parts differ."""
    if len(moves) == 1:
        return moves[0].text
    # What the first and the last in the alphabet share, all share.
    first, last = min(move.text for move in moves), max(move.text for move in moves)
    differ = (place for place, (one, other) in enumerate(zip(first, last, strict=False)) if one != other)
    return re.sub(r"\w+$", "", first[: next(differ, len(first))]).strip() or str(moves[0].data["do"])


def _span(numbers: list[int]) -> str:
    """Numbers in a row, from the first to the last."""
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


def _numbered(text: str) -> int | None:
    """The number that was typed, if it is one."""
    digits = text.removesuffix(".")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None
