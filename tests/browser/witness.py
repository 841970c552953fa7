"""How long a move takes from one person's hand to the other's screen, by the clocks of their pages."""

from tests.browser.visitor import Visitor


def waits(one: Visitor, other: Visitor) -> list[float]:
    """For every move that one of the two made, the milliseconds until it stood on the other's screen.

    Counted from the press that made the move until the other's browser draws the next frame. Where both did something
    in the same position it cannot be told whose move is seen, and nothing is counted.
    """
    return [*_one_way(one, other), *_one_way(other, one)]


def _one_way(mover: Visitor, watcher: Visitor) -> list[float]:
    pressed = _last_press(mover)
    busy = _last_press(watcher)
    found = []
    for n, at in pressed.items():
        later = [shown["at"] for shown in watcher.page.evaluate("eyes.shown") if shown["n"] > n and shown["at"] > at]
        if later and n not in busy:
            found.append(min(later) - at)
    return found


def _last_press(visitor: Visitor) -> dict[int, float]:
    """For every position the last press while it was shown: that which made the move."""
    return {press["n"]: press["at"] for press in visitor.page.evaluate("eyes.acts")}
