"""The companion of somebody's first games in the terminal: a line before the prompt, each of them once."""

import json
from pathlib import Path

from omnibus.learn.companion import FIRST_GAMES, Explanation, something_new
from omnibus.rules.game import Event, View
from omnibus.terminal.saving import keep_text, kept_text, state_folder


class Companion:
    """What was explained to the person at this terminal, kept in the user's state folder."""

    def __init__(self, game: str):
        self._path: Path = state_folder() / f"companion-{game}.json"
        self.explained: list[str] = []
        self.finished = 0
        try:
            kept = json.loads(kept_text(self._path) or "{}")
            self.explained, self.finished = list(kept.get("explained", [])), int(kept.get("finished", 0))
        except (ValueError, TypeError, AttributeError):
            pass  # a file that somebody else has written into: all is new again

    def explanation(self, view: View, news: list[Event]) -> Explanation | None:
        """What is new now, if anything is; it will not be again."""
        if self.finished >= FIRST_GAMES:
            return None
        found = something_new(view, [event.seen_by(view["seat"])["event"] for event in news], self.explained)
        if found is not None:
            self.explained.append(found.id)
            self._keep()
        return found

    def finish(self) -> None:
        """Remember that a game was played to its end."""
        self.finished += 1
        self._keep()

    def _keep(self) -> None:
        keep_text(self._path, json.dumps({"explained": self.explained, "finished": self.finished}))
