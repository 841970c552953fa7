"""`omnibus …`: the command line."""

import errno
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from typer.exceptions import TyperException

from omnibus.bots import bots_for, usual_bot
from omnibus.bots.faults import BotFault
from omnibus.bots.guests import Guests
from omnibus.bots.line import listen
from omnibus.cli_arena import ArenaCommands
from omnibus.cli_study import StudyCommands
from omnibus.cli_training import TrainingCommands
from omnibus.learn import course
from omnibus.rules import GAMES, game_box
from omnibus.rules.game import seed_or_fresh
from omnibus.rules.record import BadRecord
from omnibus.rules.rulebook import Refusal
from omnibus.study.puzzles import make
from omnibus.terminal.browser import show_page
from omnibus.terminal.companion import Companion
from omnibus.terminal.daily import DailyBook
from omnibus.terminal.flags import INTERRUPTED, REFUSED, Codes, Flag, Options, Programs, Word, complain, number, options
from omnibus.terminal.lessons import learn
from omnibus.terminal.play import SoloSitting
from omnibus.terminal.puzzles import solve
from omnibus.terminal.replay import Replay
from omnibus.terminal.rules import print_rule, print_rules
from omnibus.terminal.saving import chosen_path, read
from omnibus.terminal.voice import TerminalTrouble, Voice, language_of_the_environment


class Commands:
    """The commands, speaking with one voice."""

    def __init__(self, voice: Voice):
        self.voice = voice

    def play(
        self,
        game: Annotated[str | None, typer.Argument()] = None,
        seats: Annotated[str | None, Flag("--seats", "-n")] = None,
        name: Word = None,
        bot: Word = None,
        seed: Word = None,
        option: Options = [],  # noqa: B006 (Typer reads it, nobody writes it)
        code: Codes = [],  # noqa: B006
        program: Programs = [],  # noqa: B006
        save: Annotated[Path | None, Flag()] = None,
        resume: Annotated[Path | None, Flag()] = None,
        no_companion: Annotated[bool, Flag("--no-companion")] = False,
    ) -> None:
        guests = Guests(tuple(code), tuple(program))
        if resume is None:
            box = game_box((game or self._asked_for_game()).lower())
            counts = box.seat_counts
            wanted = None if seats is None else number("--seats", seats, counts[0], counts[-1])
            set_up = box(wanted, **options(box, option))
            person = name or self.voice.text("somebody")
            sitting = SoloSitting.new(set_up, person, bot or usual_bot(box.id), seed, save, self.voice, guests)
        else:
            given = {
                "GAME": game,
                "--seats": seats,
                "--name": name,
                "--bot": bot,
                "--seed": seed,
                "--option": option,
                "--save": save,
            }
            for flag, value in given.items():
                if value:
                    raise TerminalTrouble("resume-and-more", flag=flag)
            sitting = SoloSitting.resumed(resume, self.voice, guests)
        if not no_companion:
            sitting.companion = Companion(sitting.record.game.id)
        sitting.welcome()
        try:
            if not sitting.play():
                raise typer.Exit(REFUSED)
        except BotFault:
            sitting.say_how_to_resume()
            raise
        except (KeyboardInterrupt, EOFError):
            self.voice.console.print()
            if sitting.unsaved is not None:
                sitting.say_how_to_resume()
            else:
                command = sitting.resume_command
                complain(self.voice.text("interrupted-game", command=command))
            raise typer.Exit(INTERRUPTED) from None

    def learn(
        self,
        game: Annotated[str | None, typer.Argument()] = None,
        lesson: Annotated[str | None, typer.Argument()] = None,
    ) -> None:
        box = game_box((game or self._asked_for_game()).lower())
        found = course(box.id)
        if found is None:
            raise TerminalTrouble("no-lessons", game=box.id)
        try:
            learn(found, lesson, self.voice)
        except (KeyboardInterrupt, EOFError):
            self.voice.console.print()
            complain(self.voice.text("lesson-left", command=self.voice.command("learn", box.id)))
            raise typer.Exit(INTERRUPTED) from None

    def make_puzzles(
        self,
        game: Annotated[str, typer.Argument()],
        count: Annotated[str, Flag()] = "60",
        seed: Annotated[str, Flag()] = "puzzles",
        puzzle_file: Annotated[Path | None, Flag("--out")] = None,
    ) -> None:
        box = game_box(game.lower())
        path = chosen_path(puzzle_file or f"{box.id}-puzzles.json")
        wanted = number("--count", count, 1, 10_000)
        try:
            with self._progress("puzzles-progress") as progress:
                made = make(box.id, wanted, seed_or_fresh(seed), path, progress)
        except KeyboardInterrupt:
            complain(self.voice.text("puzzles-interrupted", path=path))
            raise typer.Exit(INTERRUPTED) from None
        self.voice.say("puzzles-made" if made >= wanted else "puzzles-too-few", puzzles=made, path=path)

    def solve_puzzles(
        self,
        game: Annotated[str | None, typer.Argument()] = None,
        puzzle: Annotated[str | None, typer.Argument()] = None,
    ) -> None:
        box = game_box((game or self._asked_for_game()).lower())
        try:
            solve(box.id, puzzle, self.voice)
        except (KeyboardInterrupt, EOFError):
            self.voice.console.print()
            complain(self.voice.text("puzzle-left", command=self.voice.command("puzzles", "solve", box.id)))
            raise typer.Exit(INTERRUPTED) from None

    def daily(
        self,
        game: Annotated[str | None, typer.Argument()] = None,
        name: Word = None,
        day: Word = None,
    ) -> None:
        days = DailyBook(self.voice)
        if game is None:
            days.show()
            return
        box = game_box(game.lower())
        sitting = days.sit_down(box.id, day, name or self.voice.text("somebody"))
        if sitting is None:
            return
        sitting.welcome()
        try:
            if not sitting.play():
                raise typer.Exit(REFUSED)
        except (KeyboardInterrupt, EOFError):
            self.voice.console.print()
            complain(self.voice.text("interrupted-game", command=sitting.resume_command))
            raise typer.Exit(INTERRUPTED) from None
        days.finish(sitting)

    def _asked_for_game(self) -> str:
        """The game the person wants; there is nothing to ask while there is only one."""
        names = list(GAMES)
        if len(names) == 1:
            return names[0]
        for place, name in enumerate(names, start=1):
            self.voice.console.print(f"{place} {GAMES[name].rulebook.name.say(self.voice.language)}")
        try:
            answer = self.voice.ask("which-game")
        except EOFError:
            answer = ""
        return names[number("GAME", answer, 1, len(names)) - 1] if answer.isdigit() else answer

    def bot(
        self,
        bot_name: Annotated[str | None, typer.Argument(metavar="[NAME]")] = None,
        code: Codes = [],  # noqa: B006
    ) -> None:
        listen(sys.stdin, sys.stdout, bot_name, Guests(code=tuple(code)))

    def replay(
        self,
        file: Annotated[Path, typer.Argument()],
        at: Word = None,
        transcript: Annotated[bool, Flag("--transcript")] = False,
    ) -> None:
        record = read(chosen_path(file))
        record.check_claims()
        replay = Replay(record, self.voice)
        if at is not None:
            replay.show(number("--at", at, 0, replay.last))
        elif transcript or not (sys.stdin.isatty() and sys.stdout.isatty()):
            replay.print_transcript()
        else:
            try:
                replay.walk()
            except (KeyboardInterrupt, EOFError):
                self.voice.console.print()

    def verify(self, file: Annotated[Path, typer.Argument()]) -> None:
        record = read(chosen_path(file))
        try:
            state = record.verify()
        except BadRecord as bad:
            raise TerminalTrouble("not-true", path=file, reason=bad) from None
        if record.scores is None:
            self.voice.say("verified-ended", path=file, n=state.n)
        else:
            scores = ", ".join(f"{name} {score}" for name, score in zip(record.players, record.scores, strict=True))
            self.voice.say("verified", path=file, n=state.n, scores=scores)

    def rules(
        self,
        game: Annotated[str, typer.Argument()],
        rule: Annotated[str | None, typer.Argument()] = None,
    ) -> None:
        rulebook = game_box(game.lower()).rulebook
        if rule is None:
            print_rules(rulebook, self.voice)
        else:
            print_rule(rulebook, rule, self.voice)

    # The server's parts take a second to load, which the other commands need not wait for, and may not be there.

    def serve(
        self,
        port: Word = None,
        host: Annotated[str, Flag()] = "127.0.0.1",
        show: Annotated[bool, Flag("--open")] = False,
    ) -> None:
        with _server_packages():
            from omnibus.server.serve import USUAL_PORT, serve, serve_locally

        chosen = None if port is None else number("--port", port, 1, 65_535)
        if show:
            serve_locally(host, chosen, self._welcome)
        else:
            serve(host, chosen or USUAL_PORT)

    def _welcome(self, address: str) -> None:
        self.voice.say("ready", address=address)
        show_page(address)

    def think(self) -> None:
        with _server_packages():
            from omnibus.server.serve import think

        think()

    def backup(self, copy: Annotated[Path, typer.Argument()]) -> None:
        with _server_packages():
            from omnibus.server.backup import backup

        with self._progress("backup-progress") as progress:
            backup(chosen_path(copy), progress)
        self.voice.say("backed-up", path=copy)

    def restore(self, backup: Annotated[Path, typer.Argument()]) -> None:
        with _server_packages():
            from omnibus.server.backup import restore

        with self._progress("restore-progress") as progress:
            with_key = restore(chosen_path(backup), progress)
        self.voice.say("restored" if with_key else "restored-without-key", path=backup)

    @contextmanager
    def _progress(self, key: str) -> Iterator[Callable[[int, int], None]]:
        """A bar on the screen, if somebody looks at it."""
        screen = Console(stderr=True)
        columns = TextColumn(self.voice.text(key)), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
        with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
            task = progress.add_task("", total=None)
            yield lambda done, total: progress.update(task, completed=done, total=total)

    def export(self, records: Annotated[Path, typer.Argument()]) -> None:
        with _server_packages():
            from omnibus.server.serve import export

        self.voice.say("exported", games=export(chosen_path(records)), path=records)

    def admin(
        self,
        admin_name: Annotated[str | None, typer.Argument(metavar="[NAME]")] = None,
        revoke: Annotated[bool, Flag("--revoke")] = False,
        reset: Annotated[bool, Flag("--reset")] = False,
    ) -> None:
        with _server_packages():
            from omnibus.server import administrators

        if admin_name is None:
            names = administrators.listed()
            self.voice.console.print("\n".join(names) or self.voice.text("no-administrators"), markup=False)
        elif reset:
            self.voice.console.print(administrators.make_reset_link(admin_name), markup=False, soft_wrap=True)
        elif revoke:
            self.voice.say("revoked", name=administrators.revoke(admin_name))
        else:
            self.voice.say("appointed", name=administrators.appoint(admin_name))


@contextmanager
def _server_packages() -> Iterator[None]:
    """Say in one line that the packages of the server are not there, if they are not."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("omnibus"):
            raise
        raise TerminalTrouble("needs-server") from None


def build(voice: Voice) -> typer.Typer:
    """The command line in the language of the voice."""
    app = typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        help=voice.text("help"),
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    commands = Commands(voice)
    arena = ArenaCommands(voice)
    study = StudyCommands(voice)
    training = TrainingCommands(voice)

    @app.callback()
    def main_options(
        lang: Annotated[str | None, Flag(help=voice.text("help-lang"))] = None,
        show_version: Annotated[bool, Flag("--version", help=voice.text("help-version"))] = False,
    ) -> None:
        """Both are dealt with before, wherever they stand; here they are only described."""

    for command, key in (
        (commands.play, "help-play"),
        (commands.learn, "help-learn"),
        (commands.daily, "help-daily"),
        (arena.match, "help-match"),
        (arena.ladder, "help-ladder"),
        (arena.stats, "help-stats"),
        (training.train, "help-train"),
        (commands.bot, "help-bot"),
        (commands.replay, "help-replay-command"),
        (commands.verify, "help-verify"),
        (study.review, "help-review"),
        (commands.rules, "help-rules"),
        (commands.serve, "help-serve"),
        (commands.think, "help-think"),
        (commands.backup, "help-backup"),
        (commands.restore, "help-restore"),
        (commands.export, "help-export"),
        (commands.admin, "help-admin"),
    ):
        app.command(help=voice.text(key), epilog=voice.text("help-in-french"))(command)
    app.add_typer(_puzzles(commands), name="puzzles", help=voice.text("help-puzzles"))
    return app


def _puzzles(commands: Commands) -> typer.Typer:
    """The commands about puzzles."""
    app = typer.Typer()
    for name, command, key in (
        ("solve", commands.solve_puzzles, "help-puzzles-solve"),
        ("make", commands.make_puzzles, "help-puzzles-make"),
    ):
        text = commands.voice.text
        app.command(name, help=text(key), epilog=text("help-in-french"))(command)
    return app


def main() -> None:
    """Run the command line; errors come as one line and an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that cannot show a character shows a question mark.
            stream.reconfigure(errors="replace")
    sys.exit(run(sys.argv[1:], _program()))


def _program() -> str:
    """How this program can be called from a shell where it was called now."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py":
        return f"{Path(sys.executable).name} -m omnibus"
    return called.name if shutil.which(called.name) else os.path.relpath(called)


def run(arguments: list[str], program: str = "omnibus") -> int:
    """Run the command line and return the exit code."""
    voice = Voice(language_of_the_environment(), program)
    try:
        language, arguments = _take_language(arguments)
        if language is not None:
            voice = Voice(language, program)
        if arguments == ["--version"]:
            voice.console.print(f"omnibus {version('omnibus-games')}")
            return 0
        _tell_of_bad_packages(voice)
        group = _described(build(voice), voice)
        _check_commands(group, [word for word in arguments if not word.startswith("-")])
        if not arguments or hasattr(group.commands.get(arguments[-1]), "commands"):
            arguments = [*arguments, "--help"]
        code = group.main(args=arguments, prog_name="omnibus", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except Refusal as refusal:
        complain(refusal.text(voice.language))
    except TyperException as error:
        complain(_misunderstood(error, voice))
    except typer.Exit as leaving:
        return leaving.exit_code
    except (KeyboardInterrupt, typer.Abort):
        complain(voice.text("interrupted"))
        return INTERRUPTED
    except OSError as error:
        if error.errno != errno.EPIPE:
            complain(voice.text("cannot-print", reason=error.strerror))
        # Nobody reads on, as in `omnibus rules terminus | head`; Python must not try to write the rest at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return REFUSED


def _check_commands(group: Any, words: list[str]) -> None:
    """Refuse a command that there is not, in a group of commands too."""
    if not words:
        return
    command = group.commands.get(words[0])
    if command is None:
        raise TerminalTrouble("no-such-command", command=words[0][:40], commands=list(group.commands))
    if hasattr(command, "commands"):
        _check_commands(command, words[1:])


def _tell_of_bad_packages(voice: Voice) -> None:
    """Games of other packages that had to be left out; everything else goes on."""
    for bad in GAMES.bad_packages:
        complain(bad.text(voice.language))


def _described(app: typer.Typer, voice: Voice) -> Any:
    """The commands, with every argument and option described in the voice's language."""
    everyone = sorted({bot for game in GAMES for bot in bots_for(game)})
    group: Any = typer.main.get_command(app)
    for command in _commands(group):
        for param in command.params:
            if param.name != "help":
                param.help = voice.text(f"param-{param.name}", games=list(GAMES), bots=everyone)
    return group


def _commands(group: Any) -> Iterator[Any]:
    """The commands of a group, and those of the groups in it."""
    for command in group.commands.values():
        if hasattr(command, "commands"):
            yield from _commands(command)
        else:
            yield command


def _take_language(arguments: list[str]) -> tuple[str | None, list[str]]:
    """Take `--lang X` out of the arguments, wherever it stands."""
    for place, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang="), arguments[:place] + arguments[place + 1 :]
        if argument == "--lang" and place + 1 < len(arguments):
            return arguments[place + 1], arguments[:place] + arguments[place + 2 :]
    return None, arguments


def _misunderstood(error: TyperException, voice: Voice) -> str:
    """What was wrong with the command, in the person's language where we know the case."""
    kind = type(error).__name__
    if kind == "NoSuchOption":
        return voice.text("no-such-flag", flag=getattr(error, "option_name", "?"))
    if kind == "BadOptionUsage":
        return voice.text("flag-needs-value", flag=getattr(error, "option_name", "?"))
    if kind == "MissingParameter":
        return voice.text("missing-argument", name=str(getattr(getattr(error, "param", None), "name", "?")).upper())
    return voice.text("bad-command", reason=error.format_message().rstrip("."))
