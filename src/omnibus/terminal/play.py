"""A person at the terminal, playing against bots."""

from pathlib import Path
from random import Random

from rich.columns import Columns
from rich.text import Text

from omnibus.bots import NAMES, Bot, bot_named, signed, unsigned
from omnibus.rules.game import Event, Game, IllegalMove, Move, State
from omnibus.rules.record import Record
from omnibus.terminal import saving
from omnibus.terminal.results import print_result
from omnibus.terminal.rules import print_rule, print_rules
from omnibus.terminal.tables import draw
from omnibus.terminal.voice import Trouble, Voice

QUIT = {"quit", "q", "exit", "quitter"}
HELP = {"help", "h", "aide"}
RULES = {"rules", "regles", "règles"}
SAVE = {"save", "sauver"}
WHY = {"?", "why", "pourquoi"}


class Sitting:
    """One person, some bots and a game between them, written down after every move."""

    def __init__(self, record: Record, path: Path, person: int, bots: dict[int, Bot], voice: Voice):
        self.record = record
        self.path = path
        self.person = person
        self.bots = bots
        self.voice = voice
        self.rng = Random()
        self.state: State = record.final()
        self.names = [unsigned(player)[0] for player in record.players]
        self.news: list[Event] = []
        self.last_refusal: IllegalMove | None = None

    @classmethod
    def new(cls, game: Game, name: str, bot: str, seed: str | None, path: Path | None, voice: Voice) -> "Sitting":
        """A new game for a person of that name; the file is there from the start, so that it surely can be written."""
        person, _ = unsigned(name)
        others = [other for other in NAMES if other != person][: game.seats - 1]
        opponents = dict.fromkeys(range(1, game.seats), bot_named(bot, game.id))
        record = Record(game, [person, *(signed(other, bot) for other in others)], seed)
        path = path or saving.fresh_path(game.id)
        saving.write_new(path, record)
        return cls(record, path, 0, opponents, voice)

    @classmethod
    def resumed(cls, path: Path, voice: Voice) -> "Sitting":
        """The game in that file, to be gone on with."""
        record = saving.read(path)
        bots = {seat: bot for seat, player in enumerate(record.players) if (bot := unsigned(player)[1])}
        people = [seat for seat in range(record.game.seats) if seat not in bots]
        if len(people) != 1:
            raise Trouble("not-one-person", path=path, people=len(people))
        opponents = {seat: bot_named(bot, record.game.id) for seat, bot in bots.items()}
        sitting = cls(record, path, people[0], opponents, voice)
        if not sitting.state.turn:
            raise Trouble("already-over", path=path)
        return sitting

    def welcome(self) -> None:
        """Say who plays what, and promise the deal."""
        others = [name for seat, name in enumerate(self.names) if seat != self.person]
        self.voice.say(
            "welcome" if others else "welcome-alone",
            style="dim",
            game=self.state.game.rulebook.name.say(self.voice.language),
            opponents=", ".join(others),
            commitment=self.record.commitment,
        )

    def play(self) -> None:
        """Play until the game is over or the person leaves."""
        while self.state.turn:
            if self.person in self.state.turn:
                self.tell_news()
                self.show_table()
                move = self.ask()
                if move is None:
                    self.voice.say("left", path=self.path)
                    return
                self.make(self.person, move)
            else:
                seat = self.state.turn[0]
                choice = self.bots[seat](self.state.view(seat), self.rng)
                self.make(seat, self.state.game.move(choice))
        self.tell_news()
        self.show_table()
        print_result(self.state, self.names, self.voice)
        self.voice.say("finished", path=self.path, seed=self.record.seed)

    def make(self, seat: int, move: Move) -> None:
        """Play a move, write it down, and remember what happened until the person looks."""
        self.news += self.state.play(seat, move)
        self.record.add(seat, move, self.state)
        try:
            saving.write(self.path, self.record)
        except Trouble as trouble:
            self.complain(trouble)

    def complain(self, trouble: Trouble) -> None:
        self.voice.console.print(Text(f"  {trouble.text(self.voice.language)}", style="bold red"))

    # ---- Showing

    def tell_news(self) -> None:
        for event in self.news:
            told = self.state.game.rulebook.tell(event.seen_by(self.person), self.names, self.voice.language)
            self.voice.console.print(Text(f"  {told}"))
        self.news = []

    def show_table(self) -> None:
        self.voice.console.rule(style="dim")
        self.voice.console.print(draw(self.state.view(self.person), self.names, self.voice))
        self.voice.console.print()

    def show_moves(self, legal: list[Move]) -> None:
        width = len(str(len(legal)))
        listed = [
            Text.assemble((f"{number:>{width}} ", "dim"), move.text) for number, move in enumerate(legal, start=1)
        ]
        self.voice.console.print(Columns(listed, padding=(0, 3), column_first=False))

    # ---- Asking

    def ask(self) -> Move | None:
        """The move the person chooses, or None to leave."""
        legal = self.state.legal(self.person)
        self.show_moves(legal)
        while True:
            words = self.voice.console.input(Text(self.voice.text("prompt") + " ", style="bold")).split()
            if not words:
                continue
            command, rest = words[0].lower(), words[1:]
            if command in QUIT:
                return None
            if command in HELP:
                self.voice.say("help-at-table")
            elif command in RULES:
                self.read_rules(rest)
            elif command in SAVE:
                self.save(rest)
            elif command in WHY or words[0].startswith("?"):
                self.explain([words[0].removeprefix("?"), *rest] if words[0].startswith("?") else rest)
            else:
                move = self.understand(" ".join(words), legal)
                if move is not None:
                    return move

    def understand(self, text: str, legal: list[Move]) -> Move | None:
        """A legal move by its number or notation; if there is none, say why."""
        if text.isascii() and text.isdigit():
            if 1 <= int(text) <= len(legal):
                return legal[int(text) - 1]
            self.voice.say("no-such-number", number=text[:20], last=len(legal))
            return None
        text = self.as_notation(text)
        refusal = self.state.why_not(self.person, text)
        if refusal is None:
            return self.state.game.move(text)
        self.refuse(refusal)
        return None

    def as_notation(self, text: str) -> str:
        """What was typed, in the game's own capitals if it is a move but for those."""
        known = {move.text.lower(): move.text for move in self.state.game.moves}
        return known.get(text.lower(), text)

    def refuse(self, refusal: IllegalMove) -> None:
        self.last_refusal = refusal
        self.voice.console.print(Text("  " + refusal.text(self.voice.language), style="yellow"))

    def explain(self, words: list[str]) -> None:
        """Why a move is not allowed, with the whole rule; without a move, the last one refused."""
        text = " ".join(words).strip()
        if text:
            refusal = self.state.why_not(self.person, self.as_notation(text))
            if refusal is None:
                self.voice.say("is-allowed", move=self.as_notation(text))
                return
            self.refuse(refusal)
        if self.last_refusal is None:
            self.voice.say("why-what")
        else:
            print_rule(self.state.game.rulebook, self.last_refusal.rule, self.voice)

    def read_rules(self, rule_ids: list[str]) -> None:
        rulebook = self.state.game.rulebook
        if not rule_ids:
            print_rules(rulebook, self.voice)
        for rule_id in rule_ids:
            try:
                print_rule(rulebook, rule_id.upper(), self.voice)
            except Trouble as trouble:
                self.complain(trouble)

    def save(self, words: list[str]) -> None:
        """Save a copy where the person says; the game itself is always saved."""
        try:
            if words:
                saving.write_new(Path(" ".join(words)).expanduser(), self.record)
            self.voice.say("saved", path=" ".join(words) or self.path)
        except Trouble as trouble:
            self.complain(trouble)
