"""How long a move takes from one screen to the other, how heavy the first visit is, how smooth the tables are on a
processor four times slower. `python -m benchmarks.browser` starts a server and a browser of its own; both, and the
people in it, share this machine's processors.
"""

import tempfile
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Browser
from tests.browser.dealt import DealtServer
from tests.browser.others import lay
from tests.browser.pace import Scales, hover_over_everything, longest_task, slow_down, usual_frame, watch
from tests.browser.players import play_on, player_of
from tests.browser.test_games import sit_down
from tests.browser.visitor import Visitor, open_browser
from tests.browser.witness import waits
from tests.scenes import scenes_of
from tests.server.running import FRESH

from omnibus import GAMES

MOVES = 24


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


def watch_slow_machine(browser: Browser, url: str, game: str) -> None:
    """Moves, and the mouse all over the board, with animations, on a processor four times slower."""
    ada = Visitor(browser, url, reduced_motion="no-preference")
    ada.come_in("Ada")
    ada.sit_at(lay(ada, game, ["me", "random", "random"], options=scenes_of(game).options))
    player = player_of(game)(ada)
    play_on([player], moves=3)
    slow_down(ada, 4)
    watch(ada.page)
    play_on([player], moves=ada.moment + MOVES)
    tell_pace(ada, f"{game}, moves")
    watch(ada.page)
    hover_over_everything(ada.page)
    tell_pace(ada, f"{game}, the mouse over the board")
    ada.context.close()


def tell_pace(visitor: Visitor, what: str) -> None:
    longest, usual = longest_task(visitor.page), usual_frame(visitor.page)
    print(f"{what}, four times slower: longest task {longest:.0f} ms, frames within {usual:.0f} ms (19 of 20)")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, open_browser() as browser:
        server = DealtServer(Path(folder) / "data", FRESH)
        try:
            weigh(browser, server.url)
            for game in GAMES:
                time_moves(browser, server.url, game)
            for game in GAMES:
                watch_slow_machine(browser, server.url, game)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
