"""A person at the terminal, playing against bots."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from rich.text import Text

from omnibus.bots import NAMES, bot_named, signed, strongest_bot, unsigned
from omnibus.bots.bot import Kind
from omnibus.bots.guests import NOBODY, Guests
from omnibus.bots.reasons import NextBest, in_words, next_best, reasons_for
from omnibus.rules.game import Event, Game, Move, State
from omnibus.rules.record import Record
from omnibus.terminal.companion import Companion
from omnibus.terminal.prompt import Command, MovePrompt
from omnibus.terminal.results import print_result
from omnibus.terminal.saving import Notebook, chosen_path, fresh_path
from omnibus.terminal.voice import TerminalTrouble, Voice

SAVE = {"save", "enregistrer"}
HINT = {"hint", "indice"}
UNDO = {"undo", "annuler"}

LONGEST_NAME = 20


class SoloSitting(MovePrompt):
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
        self.companion: Companion | None = None
        super().__init__(person, [unsigned(player)[0] for player in record.players], voice)
        self.bots = {seat: kind.seated() for seat, kind in bots.items()}
        self.guests = guests
        self.rng = Random()
        self.unsaved: TerminalTrouble | None = None
        self.adviser = bot_named(strongest_bot(record.game.id, record.game.ruleset), record.game.id).seated()
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
                self.explain_what_is_new()
                move = self.ask()
                if move is None:
                    self.say_how_to_resume()
                    return self.unsaved is None
                self.news = []
                self.make(self.person, move)
            else:
                seat = self.state.turn[0]
                choice = self.bots[seat](self.state.view(seat), self.luck_of(seat))
                self.make(seat, self.state.game.move(choice))
        self.tell_news()
        self.show_table()
        print_result(self.state, self.names, self.voice)
        if self.companion is not None:
            self.companion.finish()
        self.say_how_to_look_back()
        return self.unsaved is None

    def luck_of(self, seat: int) -> Random:  # noqa: ARG002 (at other tables every seat has its own)
        """Where a bot's luck comes from."""
        return self.rng

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

    def explain_what_is_new(self) -> None:
        """In somebody's first games, a line about something that was not there before."""
        new = self.companion and self.companion.explanation(self.state.view(self.person), self.news)
        if new:
            self.voice.remark(f"✦ {new.say.say(self.voice.language)}", style="cyan")

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

    def commands(self) -> Iterator[Command]:
        """What can be asked for besides a move."""
        yield from super().commands()
        yield HINT, lambda _: self.advise()
        yield UNDO, lambda _: self.take_back()
        yield SAVE, self.save

    def show_again(self) -> None:
        self.tell_news()
        super().show_again()

    def show_moves(self) -> None:
        """The legal moves; and why the game could not be saved, if it could not."""
        super().show_moves()
        if self.unsaved is not None:
            self.voice.refuse(self.unsaved)
            self.voice.remark(self.voice.text("save-elsewhere"), style="yellow")

    def advise(self) -> None:
        """What the strongest bot would do, knowing what the person knows."""
        with self.voice.console.status(self.voice.text("thinking")):
            view = self.state.view(self.person)
            advice = self.adviser.weighing(view, self.rng)
            reasons = reasons_for(view, advice, self.rng)
        number = 1 + [move.text for move in self.legal].index(advice.move)
        why = in_words(view["game"], reasons, self.voice.language)
        said = [self.voice.text("hint", move=advice.move, number=number), why, self.compared(next_best(view, advice))]
        self.voice.remark(" ".join(part for part in said if part))
        if self.advised_at != self.state.n:
            self.advised_at = self.state.n
            self.record.hints[self.person] = self.record.hints.get(self.person, 0) + 1
            self.write_down()

    def compared(self, other: NextBest | None) -> str:
        """How much better a move is than the next best one."""
        if other is None:
            return ""
        more = round(other.more * (100 if other.unit == "chance" else 1))
        return self.voice.text(f"hint-{other.unit}" if more else "hint-as-good", more=more, move=other.move)

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
