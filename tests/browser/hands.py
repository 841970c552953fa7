"""Ways to do something on a page: by mouse, by finger, by keyboard."""

from typing import Protocol

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLong

FOCUS_PATIENCE = 5000  # milliseconds; a busy machine draws late
MOST_STOPS = 400  # more presses of Tab than any page has places to stop


class Hand(Protocol):
    """Does something with a thing on the page: the so-manyth that a selector finds."""

    def use(self, page: Page, selector: str, number: int) -> None:
        """Click it, tap it, or press Enter on it."""


def _spot(page: Page, selector: str, number: int) -> tuple[float, float]:
    try:
        found = page.wait_for_function("([selector, number]) => eyes.spot(selector, number)", arg=[selector, number])
    except TooLong:
        raise AssertionError(f"{selector} {number} is offered, but lies where nobody can touch it") from None
    spot = found.json_value()
    return spot["x"], spot["y"]


class Mouse:
    """Moves there and clicks."""

    def use(self, page: Page, selector: str, number: int) -> None:
        page.mouse.click(*_spot(page, selector, number))


class Finger:
    """Taps."""

    def use(self, page: Page, selector: str, number: int) -> None:
        page.touchscreen.tap(*_spot(page, selector, number))


class Keyboard:
    """Goes there with Tab and presses Enter. Once it has begun, the focus never falls to the page."""

    def __init__(self) -> None:
        self._begun = False

    def use(self, page: Page, selector: str, number: int) -> None:
        if self._begun:
            self.expect_focus(page)
        for _ in range(MOST_STOPS):
            if page.evaluate("([selector, number]) => eyes.focused(selector, number)", [selector, number]):
                break
            page.keyboard.press("Tab")
        else:
            raise AssertionError(f"{selector} {number} is offered, but not to the keyboard")
        page.keyboard.press("Enter")
        self._begun = True

    @staticmethod
    def expect_focus(page: Page) -> None:
        """Something on the page has the focus, at the latest when what has just changed is drawn."""
        try:
            page.wait_for_function("() => document.activeElement !== document.body", timeout=FOCUS_PATIENCE)
        except TooLong:
            raise AssertionError("the focus has fallen to the page") from None
