"""Ways to do something on a page: by mouse, by finger, by keyboard."""

from typing import Protocol

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLong

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
    """Goes there with Tab and presses Enter."""

    def use(self, page: Page, selector: str, number: int) -> None:
        for _ in range(MOST_STOPS):
            if page.evaluate("([selector, number]) => eyes.focused(selector, number)", [selector, number]):
                break
            page.keyboard.press("Tab")
        else:
            raise AssertionError(f"{selector} {number} is offered, but not to the keyboard")
        page.keyboard.press("Enter")
