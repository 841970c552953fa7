"""Pictures of the boards for the README: `make screenshots`.

Each is a game that bots play from a fixed deal, up to a moment where there is something to see, on a real server and in
a real browser.
"""

import sys
import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import Browser
from tests.browser.dealt import DealtServer
from tests.browser.others import Other, Person, lay
from tests.browser.visitor import Visitor, open_browser
from tests.scenes import scenes_of
from tests.server.running import FRESH

from omnibus.bots import specialists
from omnibus.rules.shelf import OURS

PICTURES = Path(__file__).parent / "img"
LARGEST = 600_000
BOT = "normal"
NAMES = ("Ada", "Bo", "Cy", "Di", "Eli", "Fay")


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, open_browser() as browser:
        server = DealtServer(Path(folder) / "data", FRESH)
        try:
            for game in OURS:
                take(browser, server.url, game)
        finally:
            server.stop()


def take(browser: Browser, url: str, game: str) -> None:
    """Play, and take the picture when the first player is asked."""
    scenes = scenes_of(game)
    seats, moves = scenes.pictured
    names = NAMES[:seats]
    ada = Visitor(browser, url, color_scheme="light")
    ada.come_in(names[0])
    others = [Other(url, name) for name in names[1:]]
    table = lay(ada, game, ["me"] + ["open"] * len(others), others, options=scenes.picture)
    n = play(game, table, [ada, *others], moves)
    ada.sit_at(table)
    ada.wait_for_moment(n)
    ada.page.evaluate("document.fonts.ready")
    picture = PICTURES / f"{game}.png"
    ada.page.screenshot(path=picture, animations="disabled")
    print(f"{picture.name}: after {n} moves, {picture.stat().st_size / 1000:.0f} kB")
    if picture.stat().st_size > LARGEST or ada.troubles:
        sys.exit(f"{picture.name} is too large, or something went wrong: {ada.troubles}")
    ada.context.close()
    for other in others:
        other.close()


def play(game: str, table: str, people: list[Person], moves: int) -> int:
    """Bots play in the names of all, as far as wanted and then until the first is to move; how many moves that were."""
    luck = Random(game)
    bots = [specialists(game)[BOT].seated() for _ in people]
    while True:
        for seat, person in enumerate(people):
            sight = person.ask("GET", f"/tables/{table}/view?seat={seat}")
            n = int(sight["n"])
            if sight["view"]["result"] is not None:
                sys.exit(f"{game} was over before the picture was taken")
            if not sight["view"]["legal"]:
                continue
            if n >= moves and seat == 0:
                return n
            move = str(bots[seat](sight["view"], luck))
            person.ask("POST", f"/tables/{table}/plies", seat=seat, n=n, key=f"ply{n}", move=move)


if __name__ == "__main__":
    main()
