"""Somebody at the terminal who is asked for a move."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from rich.columns import Columns
from rich.text import Text

from omnibus.rules.game import IllegalMove, Move, State
from omnibus.terminal.rules import print_rule, print_rules
from omnibus.terminal.tables import draw
from omnibus.terminal.voice import TerminalTrouble, Voice

TABLE = {"table", "t"}
HELP = {"help", "h", "aide"}
RULES = {"rules", "regles", "règles"}
WHY = {"?", "why", "pourquoi"}
QUIT = {"quit", "q", "exit", "quitter"}

MOST_ROWS = 6  # of a list of moves: with it the largest board stays in sight in a terminal of forty rows

Entry = tuple[str, str]  # the numbers of some moves, and what they are called together
Command = tuple[set[str], Callable[[str], None]]  # what it is called, and what is done with the words after it


class MovePrompt:
    """A person in a seat, the table as it is now, and what is said between them."""

    state: State

    def __init__(self, person: int, names: list[str], voice: Voice):
        self.person = person
        self.names = names
        self.voice = voice
        self.last_refusal: IllegalMove | None = None

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

    def show_numbered(self, entries: list[Entry]) -> None:
        self.voice.console.print(_in_columns(entries))

    def rows_of(self, entries: list[Entry]) -> int:
        """How many rows of the terminal a list takes."""
        return len(self.voice.console.render_lines(_in_columns(entries)))

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

    def commands(self) -> Iterator[Command]:
        """What can be asked for besides a move."""
        yield TABLE, lambda _: self.show_again()
        yield HELP, lambda _: self.help()
        yield RULES, lambda ids: self.read_rules(ids.split())
        yield WHY, self.explain

    def obey(self, words: list[str]) -> bool:
        """Do what the person asks for besides a move; whether it was such a thing."""
        command, rest = words[0].lower(), words[1:]
        if command.startswith("?"):
            command, rest = "?", [words[0][1:], *rest]
        for names, do in self.commands():
            if command in names:
                do(" ".join(rest).strip())
                return True
        return False

    def show_again(self) -> None:
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
