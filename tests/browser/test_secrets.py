"""The browser never receives what its seat may not know.

A game is played twice, by a page and by others whom nobody watches, at two servers with neither clock nor luck of their
own, in two worlds that differ only in what the page's seat cannot know (see tests/server/worlds.py). All that came to
the page over the network is the same to the byte.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Response

from omnibus.rules import GAMES
from omnibus.rules.game import Game
from tests.browser.hands import Mouse
from tests.browser.others import Other, lay
from tests.browser.visitor import Visitor
from tests.scenes import scenes_of
from tests.server.test_leaks import StackedServer, Tape, first_difference
from tests.server.worlds import World, truths, two_worlds

pytestmark = pytest.mark.slow

PAIRS = [tuple(GAMES)[place : place + 2] for place in range(0, len(GAMES), 2)]  # that share a server
TRIES = 300
VIEWER = 0
A_WHILE, WHOLE_GAME = 24, 1000  # plies
# The page's own luck, which names its commands, its clock, and what it would keep are taken away; and its line is held,
# to know when all has come.
HELD = """
  delete Navigator.prototype.serviceWorker;
  window.setInterval = () => 0;
  let commands = 0;
  crypto.getRandomValues = (numbers) => numbers.fill(++commands);
  const line = { heard: 0, legal: [], pong: () => {} };
  line.settle = async () => {
    for (const _ of [1, 2]) {
      const pong = new Promise((resolve) => (line.pong = resolve));
      line.socket.send('{"do": "ping"}');
      await pong;
    }
  };
  window.line = line;
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...address) {
      super(...address);
      line.socket = this;
      this.addEventListener("message", ({ data }) => {
        line.heard += 1;
        const told = JSON.parse(data);
        if (told.is === "pong") line.pong();
        if (told.view) line.legal = told.view.legal.map(({ text }) => text);
      });
    }
  };
"""


class TapedVisitor(Visitor):
    """Somebody whose page's traffic is kept."""

    def __init__(self, browser: Browser, server: StackedServer):
        self._responses: list[Response] = []
        super().__init__(browser, server.url)
        self.context.add_init_script(HELD)
        self.page.on("response", lambda response: self._responses.append(response))
        self._seeds = server.seeds

    def settle(self) -> None:
        """Until all has come that was sent. Answers go out before news: after the second pong no news are left."""
        self.page.evaluate("line.settle()")

    def move(self, move: str) -> None:
        """Make that move, found in the list of all moves in words."""
        legal: list[str] = self.page.evaluate("line.legal")
        page, mouse = self.page, Mouse()
        if page.locator("details.moves[open]").count() == 0:
            mouse.use(page, "details.moves summary", 0)
        mouse.use(page, "details.moves button", legal.index(move))

    def tape(self) -> Tape:
        """All that came, by the way it came."""
        tape = Tape(self._seeds)
        for response in self._responses:
            headers = sorted(f"{name}: {value}" for name, value in response.all_headers().items() if name != "date")
            asked = f"{response.request.method} {response.url.removeprefix(self.url)}"
            tape.add(asked, f"{response.status}".encode(), *(line.encode() for line in headers), response.body())
        while len(self.frames) < self.page.evaluate("line.heard"):
            self.page.wait_for_timeout(5)  # they are heard in the page first
        for line, frame in self.frames:
            tape.add(line.removeprefix(self.url.replace("http", "ws")), frame.encode())
        return tape


def lived(browser: Browser, server: StackedServer, game: Game, world: World) -> Tape:
    """What comes to the page of a seat in a game that is played as that world has it."""
    visitor = TapedVisitor(browser, server)
    visitor.come_in("The viewer")
    others = {seat: Other(server.url, f"P{seat}") for seat in range(1, game.seats)}
    seats = ["me"] + ["open"] * (game.seats - 1)
    table = lay(visitor, game.id, seats, list(others.values()), options=game.options)
    visitor.go()
    visitor.page.wait_for_load_state("networkidle")
    visitor.sit_at(table)
    visitor.settle()
    for n, (seat, move) in enumerate(world.plies):
        if seat == VIEWER:
            visitor.move(move)
        else:
            others[seat].ask("POST", f"/tables/{table}/plies", seat=seat, n=n, key=f"ply{n}", move=move)
        visitor.wait_for_moment(n + 1)
        visitor.settle()
    assert not visitor.troubles, visitor.troubles
    tape = visitor.tape()
    for other in others.values():
        other.close()
    visitor.context.close()
    return tape


Story = tuple[Game, tuple[World, World]]


def lived_twice(browser: Browser, folder: Path, stories: list[Story]) -> list[tuple[Tape, Tape]]:
    """What comes to the page in the one world and in the other, for each story."""
    sides = []
    for side in (0, 1):
        server = StackedServer(folder / f"world {side}", [worlds[side] for _, worlds in stories], side == 1)
        try:
            sides.append([lived(browser, server, game, worlds[side]) for game, worlds in stories])
        finally:
            server.stop()
    return list(zip(*sides, strict=True))


def leak() -> Story:
    """A game at which the server tells too much."""
    game = GAMES["london"](2)
    one, other = two_worlds(game, "leak event", VIEWER, 12, 60)
    one.leak = other.leak = "event"
    return game, (one, other)


@pytest.mark.parametrize("plies", [A_WHILE, pytest.param(WHOLE_GAME, marks=pytest.mark.soak)])
@pytest.mark.parametrize("names", [PAIRS[0], *(pytest.param(pair, marks=pytest.mark.soak) for pair in PAIRS[1:])])
def test_what_a_seat_cannot_know_never_comes_to_its_page_and_a_leak_would_be_noticed(
    browser: Browser, tmp_path: Path, names: tuple[str, ...], plies: int
) -> None:
    stories: list[Story] = []
    for name in names:
        scenes = scenes_of(name)
        game = GAMES[name](max(2, GAMES[name].seat_counts[0]), **scenes.options)
        stories.append((game, two_worlds(game, scenes.secrets, VIEWER, plies, TRIES)))
    *tapes, leaked = lived_twice(browser, tmp_path, [*stories, leak()])
    for (game, (one, other)), (here, there) in zip(stories, tapes, strict=True):
        assert first_difference(here, there) is None, game.id
        sights = [told for way in here.ways.values() for told in way if b'"is":"sight"' in told]
        assert len(sights) > len(one.plies), "hardly anything came"
        differing = sum(this != that for this, that in zip(truths(game, one), truths(game, other), strict=True))
        hardly = len(one.plies) / 10 if plies == WHOLE_GAME else 0
        assert not game.hides or differing > hardly, "the two worlds are hardly different"
    difference = first_difference(*leaked)
    assert difference is not None, "a leak was not noticed"
    assert difference.startswith("/api/tables/")
