"""The server with deals that come back: the seed of a table follows from its game and the name of its host.
`python -m tests.browser.dealt serve --port …`
"""

from collections.abc import Sequence
from contextvars import ContextVar
from pathlib import Path

from omnibus.cli import main
from omnibus.server import bot_workers, lobby
from omnibus.server.accounts import Person
from omnibus.server.live_table import LiveTable
from omnibus.server.messages.tables import NewTable
from tests.packages import SRC, with_packages
from tests.server.running import RunningServer

CLIENT = SRC / "omnibus" / "server" / "static" / "index.html"

_deal: ContextVar[str] = ContextVar("_deal")


class DealtServer(RunningServer):
    """A server on which the same host gets the same game again."""

    MODULE = "tests.browser.dealt"

    def __init__(self, data: Path, fresh: bool = False, /, packages: Sequence[Path] = (), **more: str):
        assert CLIENT.is_file(), "the browser client has not been built: npm run build in web/, or make test"
        super().__init__(data, fresh, PYTHONPATH=with_packages(SRC.parent, *packages), **more)


def _deal_by_host() -> None:
    open_table = lobby.Lobby.open

    async def opened(self: lobby.Lobby, person: Person, wanted: NewTable) -> tuple[LiveTable, str]:
        _deal.set(f"{wanted.game} of {person.name}")
        return await open_table(self, person, wanted)

    # Names of the server's own, replaced for this process alone.
    setattr(lobby.Lobby, "open", opened)  # noqa: B010
    setattr(lobby, "fresh_seed", _deal.get)  # noqa: B010


def _study_at_once() -> None:
    """Who waits for a review in a test waits for nothing else: beside other tests, the last in line would starve."""
    setattr(bot_workers, "give_way_to_all", bot_workers.give_way)  # noqa: B010


if __name__ == "__main__":
    _deal_by_host()
    _study_at_once()
    main()
