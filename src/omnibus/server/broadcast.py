"""Word of what changed: to those who watch the list of tables, to other server processes, and to the bots."""

from collections.abc import Callable, Collection
from typing import Any, Protocol

from omnibus.server.live_table import LOGGED_OUT, EndedSessions, LiveTable

Message = dict[str, Any]


class LobbyWatcher(Protocol):
    """A connection that shows the list of tables."""

    person: str
    session: str
    address: str

    def notify(self, live: LiveTable) -> None:
        """That table has changed."""

    def notify_removed(self, table_id: str) -> None:
        """That table is no more."""

    def close(self, code: int = LOGGED_OUT) -> None:
        """This session has ended, or this person is kept out."""


class Broadcast:
    """Tells of every change at a table whoever may need to know. Those who watch the table itself are its own."""

    def __init__(self, shared: bool):
        self.shared = shared  # whether other processes write to the same database
        self.publish: Callable[[Message], None] = lambda _message: None
        self.lobby: dict[str, set[LobbyWatcher]] = {}  # by person; "" is somebody unknown
        self._listeners: list[Callable[[LiveTable], None]] = []

    def subscribe(self, listener: Callable[[LiveTable], None]) -> None:
        """Call the listener after every change at any table."""
        self._listeners.append(listener)

    def table_changed(self, live: LiveTable) -> None:
        """The seats or the status of a table have changed, which everyone in the lobby may see."""
        self._changed(live, None)

    def table_moved(self, live: LiveTable) -> None:
        """Somebody has moved, which the lobby shows to those who play there."""
        self._changed(live, live.seats.people())

    def _changed(self, live: LiveTable, people: Collection[str] | None) -> None:
        self.notify_lobby(live, people)
        self._publish_table(live, people)
        live.notify()
        for listener in self._listeners:
            listener(live)

    def chat_grew(self, live: LiveTable) -> None:
        """Something was said at a table."""
        self._publish_table(live, ())
        live.notify()

    def _publish_table(self, live: LiveTable, people: Collection[str] | None) -> None:
        if self.shared:
            self.publish({"table": live.id, "people": None if people is None else sorted(people)})

    def notify_lobby_removed(self, table_id: str) -> None:
        """Tell everyone who looks at the lobby here; a name without a table tells nobody anything."""
        for watcher in self.all_lobby_watchers():
            watcher.notify_removed(table_id)

    def table_removed(self, table_id: str) -> None:
        """A table is no more."""
        if self.shared:
            self.publish({"removed": table_id})

    def lobby_watchers(self, people: Collection[str] | None) -> list[str]:
        """Those of the people, or all if none are named, who look at the lobby here."""
        return [person for person in self.lobby if people is None or person in people]

    def notify_lobby(self, live: LiveTable, people: Collection[str] | None) -> None:
        """Tell those of the people, or everyone if none are named, who look at the lobby here."""
        for person in self.lobby_watchers(people):
            for watcher in self.lobby[person]:
                watcher.notify(live)

    def all_lobby_watchers(self) -> list[LobbyWatcher]:
        """All connections to the list of tables here."""
        return [watcher for watchers in self.lobby.values() for watcher in watchers]

    def close_lobby(self, ended: EndedSessions) -> None:
        """Close the lists of tables that are open here in sessions that have ended."""
        for watcher in list(self.lobby.get(ended.person, ())):
            if ended.holds(watcher.session):
                watcher.close()
