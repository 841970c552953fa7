"""Going through a finished game: all at once as a transcript, or step by step."""

from collections.abc import Iterator

from rich.text import Text

from omnibus.bots import unsigned
from omnibus.rules.game import Event, State
from omnibus.rules.record import Record
from omnibus.terminal.results import print_result
from omnibus.terminal.tables import draw
from omnibus.terminal.voice import Voice


class Replay:
    """A record, replayed. A finished game lies open; of an unfinished one only what all have seen is shown."""

    def __init__(self, record: Record, voice: Voice):
        self.record = record
        self.voice = voice
        self.names = [unsigned(player)[0] for player in record.players]
        # A copy of every state, so that one can go back.
        self.states: list[State] = [record.opening()]
        self.events: list[list[Event]] = [[]]
        for ply in record.replay():
            self.states.append(ply.state.copy())
            self.events.append(ply.events)
        self.open = self.states[-1].result is not None

    def told(self, n: int) -> Iterator[str]:
        """What happened at move n, in words."""
        for event in self.events[n]:
            seen = event.opened() if self.open else event.seen_by(None)
            yield self.record.game.rulebook.tell(seen, self.names, self.voice.language)

    def print_transcript(self) -> None:
        """The whole game in words."""
        for line in transcript(self):
            self.voice.console.print(Text(line), soft_wrap=True)
        print_result(self.states[-1], self.names, self.voice)

    def show(self, n: int) -> None:
        """The table after move n, and what that move did."""
        state = self.states[n]
        self.voice.console.rule(self.voice.text("replay-at", n=n, last=len(self.states) - 1), style="dim")
        view = state.open_view() if self.open else state.view(None)
        self.voice.console.print(draw(view, self.names, self.voice))
        self.voice.console.print()
        for line in self.told(n):
            self.voice.console.print(Text(f"  {line}"))
        print_result(state, self.names, self.voice)

    def walk(self) -> None:
        """Step through the game as the person says."""
        n, last = 0, len(self.states) - 1
        self.voice.say("help-replay")
        while True:
            self.show(n)
            word = self.voice.console.input(Text(self.voice.text("prompt-replay") + " ", style="bold")).strip().lower()
            if word in ("q", "quit", "quitter"):
                return
            if word in ("b", "back", "r", "retour"):
                n = max(0, n - 1)
            elif word.isascii() and word.isdigit():
                n = min(last, int(word))
            elif word in ("e", "end", "f", "fin"):
                n = last
            elif not word:
                n = min(last, n + 1)
            else:
                self.voice.say("help-replay")


def transcript(replay: Replay) -> Iterator[str]:
    """The game in words, move by move."""
    record = replay.record
    yield replay.voice.text(
        "transcript-head", game=record.game.rulebook.name.say(replay.voice.language), players=", ".join(record.players)
    )
    width = len(str(len(replay.states)))
    for n in range(1, len(replay.states)):
        for number, line in enumerate(replay.told(n)):
            yield f"{n if number == 0 else '':>{width}}  {line}"
