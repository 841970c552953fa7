"""How long a move takes from one screen to the other, how heavy the first visit is, how smooth the tables are on a
processor four times slower. `python -m benchmarks.browser` starts a server and a browser of its own; both, and the
people in it, share this machine's processors.

`python -m benchmarks.browser --against FOLDER` compares how smooth the tables are with those of another version, in
turns and in the same deals. The folder is a checkout of that version with its client built:

    git worktree add FOLDER COMMIT && cd FOLDER/web && npm ci && npx vite build
"""

import argparse
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

from playwright.sync_api import Browser
from tests.browser.dealt import DealtServer
from tests.browser.others import lay
from tests.browser.pace import (
    Scales,
    hover_over_everything,
    longest_task,
    slow_down,
    usual_frame,
    watch,
    watch_from_the_start,
)
from tests.browser.players import play_on, player_of
from tests.browser.test_games import sit_down
from tests.browser.visitor import Visitor, open_browser
from tests.browser.witness import waits
from tests.packages import SRC
from tests.scenes import scenes_of
from tests.server.running import FRESH, RunningServer

from omnibus import GAMES

MOVES = 24
SLOWER = 4


class Pace(NamedTuple):
    """The longest tasks of a page, in milliseconds, and the time between frames that 19 of 20 keep."""

    opening: float
    moves: float
    hovering: float
    frame: float


def weigh(browser: Browser, url: str) -> None:
    """The first visit."""
    somebody = Visitor(browser, url)
    scales = Scales(somebody)
    somebody.go()
    somebody.page.wait_for_load_state("networkidle")
    print(f"the first visit: {scales.bytes / 1000:.1f} kB")
    somebody.context.close()


def time_moves(browser: Browser, url: str, game: str) -> None:
    """A whole game of two people."""
    ada, bo = Visitor(browser, url), Visitor(browser, url)
    ada.come_in("Ada")
    bo.come_in("Bo")
    sit_down(ada, bo, game)
    play_on([player_of(game)(ada), player_of(game)(bo)])
    took = waits(ada, bo)
    print(f"{game}: {len(took)} moves, on the other screen after {median(took):.0f} ms (median), ", end="")
    print(f"{quantiles(took, n=20)[-1]:.0f} ms (19 of 20)")
    for person in (ada, bo):
        person.context.close()


def on_slow_machine(browser: Browser, url: str, game: str) -> Pace:
    """A table opened, moves, and the mouse all over the board, with animations, on a slower processor."""
    ada = Visitor(browser, url, reduced_motion="no-preference")
    ada.come_in("Ada")
    watch_from_the_start(ada)
    slow_down(ada, SLOWER)
    ada.sit_at(lay(ada, game, ["me", "random", "random"], options=scenes_of(game).options))
    player = player_of(game)(ada)
    play_on([player], moves=3)
    opening = longest_task(ada.page)
    watch(ada.page)
    play_on([player], moves=ada.moment + MOVES)
    moves, frame = longest_task(ada.page), usual_frame(ada.page)
    watch(ada.page)
    hover_over_everything(ada.page)
    hovering = longest_task(ada.page)
    ada.context.close()
    return Pace(opening, moves, hovering, frame)


def tell(what: str, paces: Sequence[Pace]) -> None:
    """The medians, and the range where there are several."""
    told = [f"{name} {_told(times)}" for name, times in zip(Pace._fields, zip(*paces, strict=True), strict=True)]
    print(f"{what}, {SLOWER} times slower, in ms: {', '.join(told)}")


def _told(times: Sequence[float]) -> str:
    return f"{median(times):.0f}" + (f" ({min(times):.0f}–{max(times):.0f})" if len(times) > 1 else "")


class OtherServer(RunningServer):
    """The server of another checkout, with the client that was built there, and with the same deals."""

    MODULE = DealtServer.MODULE

    def __init__(self, data: Path, checkout: Path):
        client = checkout / "src" / "omnibus" / "server" / "static" / "index.html"
        if not client.is_file():
            raise SystemExit(f"the client of {checkout} has not been built: npm ci && npx vite build, in its web/")
        path = os.pathsep.join((str(checkout / "src"), str(checkout)))
        super().__init__(data, FRESH, PYTHONPATH=path, PYTHONSAFEPATH="1")  # nothing comes from the folder we are in


def compare(browser: Browser, folder: Path, other: Path, games: Sequence[str], times: int) -> None:
    """How smooth the tables are here and there, in turns."""
    here, there = DealtServer(folder / "here", FRESH), OtherServer(folder / "there", other)
    try:
        for game in games:
            paces: dict[Path, list[Pace]] = {SRC.parent: [], other: []}
            for _ in range(times):
                for checkout, server in ((SRC.parent, here), (other, there)):
                    paces[checkout].append(on_slow_machine(browser, server.url, game))
            for checkout, found in paces.items():
                tell(f"{game} of {checkout.name}", found)
    finally:
        here.stop()
        there.stop()


def look_at(browser: Browser, folder: Path, games: Sequence[str], times: int) -> None:
    """All there is to measure of this version."""
    server = DealtServer(folder / "data", FRESH)
    try:
        weigh(browser, server.url)
        for game in games:
            time_moves(browser, server.url, game)
        for game in games:
            tell(game, [on_slow_machine(browser, server.url, game) for _ in range(times)])
    finally:
        server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; all, if none is named")
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="a checkout of another version, built")
    parser.add_argument("--times", type=int, default=1, help="how often the tables on a slower processor are looked at")
    wanted = parser.parse_args()
    games = wanted.games or list(GAMES)
    with tempfile.TemporaryDirectory() as folder, open_browser() as browser:
        if wanted.against:
            compare(browser, Path(folder), wanted.against.resolve(), games, wanted.times)
        else:
            look_at(browser, Path(folder), games, wanted.times)


if __name__ == "__main__":
    main()
