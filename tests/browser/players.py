"""People who play a game by what they see on the page, quickly rather than well."""

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar

from omnibus.rules.game import Move, State
from tests.browser.hands import Hand, Mouse
from tests.browser.visitor import EN, Visitor

Kinds = dict[str, str]
Offers = dict[str, list[str]]
Wish = tuple[str, int]  # a kind of thing that is offered, and which of them
Touch = tuple[str, str | int]  # a selector, and which of those it finds: by its number, or by words that it has
Touches = Callable[[State, int, Move], list[Touch]]  # for a move of a seat

COUNT = f'[aria-label="{EN["count.title"]}"]'
# What the board asks; that there are lessons is no question about the next move.
ANSWERS = ".notice:not(.refusal, :has([href^='#/learn'])) .answers button:not(.cancel)"


class Sight:
    """What is on the page: the position it shows, whether it is my turn, and what is offered."""

    def __init__(self, seen: dict[str, Any]):
        self.n: int = seen["n"]
        self.mine: bool = seen["mine"]
        self.refusal: str | None = seen["refusal"]
        self.offers: Offers = seen["offers"]
        self.over = bool(self.offers["count"])


class Player:
    """Somebody at a table. Each game says what there is to look for, and what is done first."""

    kinds: ClassVar[Kinds]
    brings: ClassVar[Kinds] = {}  # what one has to do before a move is made, and what it brings to choose from

    def __init__(self, visitor: Visitor, hand: Hand | None = None):
        self.visitor = visitor
        self.hand = hand or Mouse()
        self._looked_for = {"answer": ANSWERS, "count": COUNT, **self.kinds}

    def wish(self, offers: Offers) -> Wish:
        """What to do next, of what is offered."""
        return next((kind, 0) for kind in self.kinds if offers[kind])

    def look(self) -> Sight:
        return Sight(self.visitor.page.evaluate("kinds => eyes.look(kinds)", self._looked_for))

    def act(self) -> tuple[Sight, bool]:
        """Do one thing if it is my turn; what I saw, and whether I did."""
        sight = self.look()
        assert sight.refusal is None, f"refused: {sight.refusal}"
        if not sight.mine or sight.over:
            return sight, False
        kind, number = ("answer", 0) if sight.offers["answer"] else self.wish(sight.offers)
        self.hand.use(self.visitor.page, self._looked_for[kind], number)
        brings = None if kind == "answer" else self.brings.get(kind, "answer")
        self.visitor.wait("([kinds, brings]) => eyes.changed(kinds, brings)", [self._looked_for, brings])
        return sight, True

    def wait_for_news(self, n: int) -> None:
        """Until the page shows a later position, or the end."""
        self.visitor.wait(
            "([kinds, n]) => eyes.moment() > n || eyes.look(kinds).offers.count.length > 0", [self._looked_for, n]
        )


class PlainPlayer(Player):
    """Plays at the plain table, where every move is a button, and makes the first."""

    kinds: ClassVar[Kinds] = {"move": ".tray .pill"}


def player_of(game: str) -> type[Player]:
    """Who plays a game by its own table: `PLAYER` in tests/GAME/browser.py. Others play at the plain table."""
    if find_spec(f"tests.{game}") is None or find_spec(f"tests.{game}.browser") is None:
        return PlainPlayer
    found: type[Player] = import_module(f"tests.{game}.browser").PLAYER
    return found


def answers(state: State, seat: int, move: Move, part: str, asked_anyway: bool = False) -> list[Touch]:
    """What one answers where several moves are alike in a part, and the table asks which is meant."""
    alike = [each for each in state.legal(seat) if each.data.get(part) == move.data[part]]
    return [(ANSWERS, alike.index(move))] if asked_anyway or len(alike) > 1 else []


def touches_of(game: str) -> Touches:
    """What one touches at a game's own table to make a move: `touches` in tests/GAME/browser.py."""
    found: Touches = import_module(f"tests.{game}.browser").touches
    return found


def make(visitor: Visitor, hand: Hand, state: State, seat: int, move: Move) -> None:
    """Make a move on the board, as somebody does who knows which one."""
    page = visitor.page
    for selector, which in touches_of(state.game.id)(state, seat, move):
        visitor.wait("([selector, which]) => eyes.find(selector, which) >= 0", [selector, which])
        hand.use(page, selector, page.evaluate("([selector, which]) => eyes.find(selector, which)", [selector, which]))


def play_on(players: Sequence[Player], moves: int | None = None) -> None:
    """Play until the game is over, or so many moves have been made."""
    while True:
        done = [player.act() for player in players]
        sights = [sight for sight, _ in done]
        latest = max(sight.n for sight in sights)
        if all(sight.over for sight in sights) or (moves is not None and latest >= moves):
            return
        if any(acted for _, acted in done):
            continue
        # A move is on its way to somebody, or a bot thinks.
        behind = [player for player, sight in zip(players, sights, strict=True) if sight.n < latest]
        for player in behind or players[:1]:
            player.wait_for_news(latest - 1 if behind else latest)
