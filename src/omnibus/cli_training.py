"""The command of the trainer: `omnibus train`."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from omnibus.rules import game_box
from omnibus.terminal.flags import INTERRUPTED, Flag, amount, complain
from omnibus.terminal.saving import chosen_path
from omnibus.terminal.voice import TerminalTrouble, Voice


class TrainingCommands:
    """The command, speaking with one voice."""

    def __init__(self, voice: Voice):
        self.voice = voice

    def train(
        self,
        game: Annotated[str, typer.Argument()],
        recipe: Annotated[Path | None, Flag("--recipe")] = None,
        run_folder: Annotated[Path | None, Flag("--out")] = None,
        run_seconds: Annotated[str, Flag("--seconds")] = "600",
        go_on: Annotated[bool, Flag("--resume")] = False,
    ) -> None:
        box = game_box(game.lower())
        seconds = amount("--seconds", run_seconds) or 0.0
        folder = chosen_path(run_folder or Path("training") / box.id)
        with _training_packages():
            from omnibus.training.curve import draw_curve
            from omnibus.training.session import learn

        finished = learn(box.id, chosen_path(recipe) if recipe else _own_recipe(box.id), folder, seconds, go_on)
        picture = folder / "curve.svg"
        draw_curve(folder / "log.jsonl", picture)
        for path in (folder / "weights.npz", picture):
            self.voice.say("page-written", path=path)
        if not finished:
            complain(self.voice.text("train-interrupted"))
            raise typer.Exit(INTERRUPTED)


def _own_recipe(game: str) -> Path:
    """The recipe of the network that we bring for a game."""
    path = Path(str(files("omnibus").joinpath("training", "recipes", f"{game}.toml")))
    if not path.exists():
        raise TerminalTrouble("no-recipe", game=game)
    return path


@contextmanager
def _training_packages() -> Iterator[None]:
    """Say in one line that the packages of the trainer are not there, if they are not."""
    try:
        import matplotlib  # noqa: F401 (it draws the curve when all is done: who waited must not wait in vain)

        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("omnibus"):
            raise
        raise TerminalTrouble("needs-training") from None
