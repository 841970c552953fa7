"""One sitting of a run: as long as there is time, with a log, checkpoints, and a network to play with at the end."""

import signal
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any

from omnibus.training.checkpoint import INDEX
from omnibus.training.export import export
from omnibus.training.log import Log, bar
from omnibus.training.network import count_of
from omnibus.training.programs import Programs
from omnibus.training.recipe import Recipe, read_recipe
from omnibus.training.run import Run
from omnibus.training.trouble import BadCheckpoint, BadRecipe

LOG_EVERY = 5.0  # seconds
EVALUATE_EVERY = 40.0
JUDGING = 0.05  # of the time at most: without an accelerator games to judge by take long
SAVE_EVERY = 150.0
SETTLED = 26  # iterations after which the speed can be told
PLAYING = 0.93  # of the time: the rest is for judging and saving
RESERVE = 15.0  # seconds to judge and to save in the end, or a tenth of a short run


def learn(game: str, recipe_file: Path, folder: Path, seconds: float, resume: bool) -> bool:
    """Follow a recipe for so many seconds. An interruption ends it after the iteration: then it is False."""
    begun = monotonic()
    recipe = read_recipe(recipe_file)
    if recipe.game != game:
        raise BadRecipe("recipe-other-game", path=recipe_file, game=recipe.game, asked=game)
    if not resume and (folder / INDEX).exists():
        raise BadCheckpoint("checkpoint-there", folder=folder)
    session = Session(recipe, folder, seconds, resume, begun)

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        if session.interrupted:
            raise KeyboardInterrupt
        session.interrupted = True

    before = {each: signal.signal(each, interrupt) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        session.go()
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    return not session.interrupted


class Session:
    """A run for so many seconds, of which those since it was asked for are over."""

    def __init__(self, recipe: Recipe, folder: Path, seconds: float, resume: bool, begun: float):
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.begun = begun
        self.end = begun + seconds - min(RESERVE, seconds / 10)
        self.interrupted = False
        self.programs = Programs(recipe)
        self.run = Run(self.programs)
        if resume:
            self.run.resume(folder)
        else:
            self.run.begin()
        self.log = Log(folder, self.run.at.iteration if resume else -1)
        self._note("begun", weights=count_of(self.run.at.weights), encoding=self.programs.encoding.length)

    def go(self) -> None:
        """Play and learn until the time is over, the recipe is done, or somebody interrupts."""
        at = self.run.at
        started = logged = evaluated = saved = monotonic()
        spent, counted, first = at.seconds, at.decisions, at.iteration
        judging = 0.0
        while not self.interrupted and not self.run.done and monotonic() < self.end:
            figures = self.run.iterate()
            now = monotonic()
            at.seconds = spent + now - started
            if at.iteration == first + 1:
                warm, already = now, at.decisions  # the first iteration is slower
            if at.iteration == first + SETTLED and at.planned is None:
                speed = (at.decisions - already) / (now - warm)
                at.planned = at.decisions + int(PLAYING * speed * (self.end - now))
            if now - logged >= LOG_EVERY:
                self._tell(figures, (at.decisions - counted) / (now - logged))
                logged, counted = now, at.decisions
            if now - evaluated >= max(EVALUATE_EVERY, judging / JUDGING):
                self._evaluate()
                evaluated = monotonic()
                judging = evaluated - now
            if now - saved >= SAVE_EVERY:
                self.run.save(self.folder)
                saved = monotonic()
        self._finish()

    def _finish(self) -> None:
        self.run.save(self.folder)
        found = self._evaluate()
        at = self.run.at
        facts = {"iterations": at.iteration, "decisions": at.decisions, "seconds": round(at.seconds), "figures": found}
        export(self.folder, self.programs.game, self.programs.network, self.run.recipe, at.weights, facts)
        self._note("ended", interrupted=self.interrupted)
        if self.log.screen.isatty():
            self.log.screen.write("\n")

    def _evaluate(self) -> dict[str, Any]:
        found = self.run.evaluate()
        self._note("evaluation", setups=found)
        self.log.show("; ".join(f"{setup}: {_in_short(games)}" for setup, games in found.items()))
        return found

    def _note(self, what: str, **entry: Any) -> None:
        at = self.run.at
        time = {"time": round(monotonic() - self.begun, 1), "seconds": round(at.seconds, 1)}
        self.log.write(what=what, iteration=at.iteration, decisions=at.decisions, **time, **entry)

    def _tell(self, figures: dict[str, Any], speed: float) -> None:
        at = self.run.at
        self._note("learning", **figures, speed=round(speed))
        points = ", ".join(f"{setup}: {mean:.1f}" for setup, mean in figures["points"].items())
        played = f"{at.decisions / 1e6:.1f} M decisions, {speed / 1e6:.2f} M/s"
        left = max(0, round(self.end - monotonic()))
        over = 1 - left / (self.end - self.begun)
        self.log.show(
            f"{bar(over)} {over:.0%}, iteration {at.iteration}, {played}, entropy {figures['entropy']:.3f}, "
            f"points {points}, {left // 60}:{left % 60:02} left"
        )


def _in_short(games: dict[str, dict[str, float]]) -> str:
    if "alone" in games:
        return f"{games['alone']['points']:.1f} ± {games['alone']['points_error']:.1f}"
    return ", ".join(f"{100 * each['share']:.0f} % against {name}" for name, each in games.items())
