"""The long runs of what the tests try briefly: `python -m tests.browser.soak [finger] [lessons] [axe] …`, see SOAKS.

Whole games of every game by every kind of hand, from many deals; axe on every table at many moments on a phone, too.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser
from rich.console import Console

from omnibus import GAMES
from omnibus.learn import course
from omnibus.rules.shelf import OURS
from tests.browser.dealt import DealtServer
from tests.browser.hands import Finger, Hand, Keyboard, Mouse
from tests.browser.others import Person, lay, play_by_hand
from tests.browser.players import play_on, player_of
from tests.browser.test_axe import violations
from tests.browser.test_lessons import take_course
from tests.browser.visitor import PHONE, Visitor, open_browser
from tests.scenes import scenes_of
from tests.server.running import FRESH

DEALS, MOMENTS = 5, 12
TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
TELL = Console(highlight=False)


def whole_games(browser: Browser, url: str, hand: Hand, **device: Any) -> None:
    """Whole games of every game against random bots."""
    for game in GAMES:
        for deal in range(DEALS):
            visitor = Visitor(browser, url, **device)
            visitor.come_in(f"Deal {deal}")
            visitor.sit_at(lay(visitor, game, ["me", "random", "random"]))
            play_on([player_of(game)(visitor, hand)])
            TELL.print(f"{game}, deal {deal}: {visitor.moment} moves")
            assert not visitor.troubles, visitor.troubles
            visitor.context.close()


def mouse(browser: Browser, url: str) -> None:
    """By mouse."""
    whole_games(browser, url, Mouse())


def finger(browser: Browser, url: str) -> None:
    """By finger on a phone."""
    whole_games(browser, url, Finger(), **TOUCH)


def lessons(browser: Browser, url: str) -> None:
    """All lessons by keyboard, and by finger on a phone, each of their tables looked at by axe."""
    found: list[str] = []
    for game in OURS:
        visitor = Visitor(browser, url)
        visitor.come_in("Ben")
        take_course(visitor, game, Keyboard())
        assert not visitor.troubles, visitor.troubles
        visitor.context.close()
        visitor = Visitor(browser, url, **TOUCH)
        visitor.come_in("Ada")
        take_course(visitor, game, Finger())
        learnt = course(game)
        for lesson in learnt.lessons if learnt else ():
            visitor.page.goto("about:blank")
            visitor.go(f"learn/{game}/{lesson.id}")
            visitor.page.wait_for_selector(".bar .said")
            found += violations(visitor, f"{game}, lesson {lesson.id}")
        TELL.print(f"{game}: all lessons by keyboard and by finger")
        assert not visitor.troubles, visitor.troubles
        visitor.context.close()
    assert not found, found


def keyboard(browser: Browser, url: str) -> None:
    """By keyboard alone."""
    whole_games(browser, url, Keyboard())


def axe(browser: Browser, url: str) -> None:
    """Axe at many moments of a game, on a laptop and on a phone."""
    found: list[str] = []
    for device in ({}, TOUCH):
        for game in GAMES:
            visitor, other, third = (Visitor(browser, url, **device) for _ in range(3))
            for name, person in (("Ada", visitor), ("Bo", other), ("Cy", third)):
                person.come_in(name)
            table = lay(visitor, game, ["me", "open", "open"], [other, third], options=scenes_of(game).options)
            people: dict[int, Person] = {0: visitor, 1: other, 2: third}
            luck = Random(game)
            visitor.sit_at(table)
            for step in range(MOMENTS):
                n = play_by_hand(table, people, luck, moves=8 * step)
                visitor.wait_for_moment(n)
                found += violations(visitor, f"{game} after {n}")
    TELL.print("\n".join(found) or "no violations")
    assert not found


SOAKS: tuple[Callable[[Browser, str], None], ...] = (mouse, finger, lessons, keyboard, axe)


def main() -> None:
    """Run those that were asked for, or all."""
    with tempfile.TemporaryDirectory() as folder:
        server = DealtServer(Path(folder) / "data", FRESH)
        try:
            with open_browser() as browser:
                for soak in SOAKS:
                    if len(sys.argv) == 1 or soak.__name__ in sys.argv[1:]:
                        began = time.monotonic()
                        soak(browser, server.url)
                        TELL.print(f"{soak.__name__}: done in {time.monotonic() - began:.0f} s")
        finally:
            server.stop()


if __name__ == "__main__":
    main()
