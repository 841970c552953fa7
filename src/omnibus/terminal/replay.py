"""Going through a recorded game: all at once as a transcript, or step by step."""

from collections.abc import Iterator

from rich.text import Text

from omnibus.bots import unsigned
from omnibus.rules.game import Event, State
from omnibus.rules.record import Record
from omnibus.terminal.results import print_result
from omnibus.terminal.tables import draw
from omnibus.terminal.voice import TerminalTrouble, Voice


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
        self.last = len(self.states) - 1
        self.open = self.states[-1].result is not None or record.ended is not None

    def told(self, n: int) -> Iterator[str]:
        """What happened at move n, in words."""
        for event in self.events[n]:
            seen = event.opened() if self.open else event.seen_by(None)
            told = self.record.game.rulebook.tell(seen, self.names, self.voice.language)
            if told is not None:
                yield told

    def print_transcript(self) -> None:
        """The whole game in words."""
        game = self.record.game.rulebook.name.say(self.voice.language)
        self.voice.say("transcript-head", game=game, players=", ".join(self.names))
        width = len(str(self.last))
        for n in range(1, self.last + 1):
            for number, line in enumerate(self.told(n)):
                self.voice.console.print(Text(f"{n if number == 0 else '':>{width}}  {line}"), soft_wrap=True)
        self.finish(self.states[-1])

    def show(self, n: int) -> None:
        """What move n did, and the table after it."""
        state = self.states[n]
        for line in self.told(n):
            self.voice.remark(line)
        self.voice.console.rule(self.voice.text("replay-at", n=n, last=self.last), style="dim")
        view = state.open_view() if self.open else state.view(None)
        self.voice.console.print(draw(view, self.names, self.voice))
        self.voice.console.print()
        if n == self.last:
            self.finish(state)

    def finish(self, state: State) -> None:
        """The result, or why there is none, and who took hints."""
        ended = self.record.ended
        if ended is not None:
            stayed = [self.names[seat] for place in ended.places[:1] for seat in place]
            self.voice.say("ended-alone" if stayed else "ended-deserted", names=stayed)
        elif self.open:
            print_result(state, self.names, self.voice)
        else:
            self.voice.say("replay-unfinished", style="yellow")
        for seat, count in self.record.hints.items():
            self.voice.say("hints-taken", name=self.names[seat], count=count)

    def walk(self) -> None:
        """Step through the game as the person says."""
        n = 0
        self.show(n)
        while True:
            word = self.voice.ask("prompt-replay").lower()
            if word in ("q", "quit", "quitter"):
                return
            step = self.meant(word, n)
            if step is None:
                self.voice.refuse(TerminalTrouble("help-replay", last=self.last))
            else:
                n = step
                self.show(n)

    def meant(self, word: str, n: int) -> int | None:
        """The move to show next, if the word means one that is there."""
        if word in ("b", "back", "r", "retour"):
            return max(0, n - 1)
        if word in ("e", "end", "f", "fin"):
            return self.last
        if not word:
            return min(self.last, n + 1)
        if word.isascii() and word.isdigit() and len(word) < 10 and int(word) <= self.last:
            return int(word)
        return None
