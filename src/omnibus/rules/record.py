"""A game on paper: write, read, replay, verify.

    omnibus record 1
    game: terminus
    ruleset: 1
    seats: 2
    option target: 100
    player 0: Ann
    player 1: Bo (bot random)
    commitment: 7902699b…
    seed: 7
    scores: 64 103
    ranks: 1 2
    digest: 03ac6742…

    0 secret M3
    1 secret 2*
    …

The seed is left out while others are still playing, scores and ranks until the game is over. Where people ended it
before its rules did, `ended: alone 0 > 2` says who counts as what, and there are no scores. `hints 0: 3` says that
seat 0 took a bot's advice for three of its decisions.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple, Self

from omnibus.rules.chance import commitment
from omnibus.rules.game import TEXTS, BadSetup, Event, Game, IllegalMove, Move, State, seed_or_fresh
from omnibus.rules.rulebook import Refusal, printable

FIRST_LINE = "omnibus record 1"
_SEAT = r"(0|[1-9][0-9]?)"
_PLACE = rf"{_SEAT}(={_SEAT})*"
_EARLY_END = re.compile(rf"deserted|alone {_PLACE}( > {_PLACE})+")


class BadRecord(Refusal):
    """A record that cannot be read, or does not tell the truth."""


class EarlyEnd(NamedTuple):
    """How people ended a game before its rules did. `deserted`: nobody was left. `alone 0 > 2=3`: seat 0 stayed, the
    others named resigned, the first to do so named last; no place for bots."""

    why: str
    places: tuple[tuple[int, ...], ...] = ()  # the best first; those who share a place together

    @classmethod
    def read(cls, text: str, seats: int) -> Self:
        """What a line of a record says."""
        if _EARLY_END.fullmatch(text) is None:
            raise BadRecord(TEXTS["record-ended"], text=text[:40])
        why, _, ranking = text.partition(" ")
        places = [tuple(int(seat) for seat in place.split("=")) for place in ranking.split(" > ") if place]
        named = [seat for place in places for seat in place]
        if len(set(named)) < len(named) or any(seat >= seats for seat in named):
            raise BadRecord(TEXTS["record-ended"], text=text[:40])
        return cls(why, tuple(places))

    def written(self) -> str:
        """The line of a record without its key."""
        places = " > ".join("=".join(map(str, place)) for place in self.places)
        return f"{self.why} {places}".rstrip()

    def ranks(self, seats: int) -> list[int | None]:
        """The rank of each seat; none for a bot, and none at all where nobody was left."""
        ranks: list[int | None] = [None] * seats
        rank = 1
        for place in self.places:
            for seat in place:
                ranks[seat] = rank
            rank += len(place)
        return ranks


class ReplayedMove(NamedTuple):
    """One move of a game being replayed, and the state it led to."""

    n: int
    seat: int
    move: Move
    events: list[Event]
    state: State


class Record:
    """A game written down: what it takes to replay it, and what it claims about its end."""

    def __init__(self, game: Game, players: Sequence[str], seed: str | None = None):
        self.game = game
        self.players = [printable(" ".join(name.split())) for name in players]
        seed = seed_or_fresh(seed)
        self.seed: str | None = seed
        self.commitment = commitment(seed)
        self.plies: list[tuple[int, str]] = []
        self.scores: list[int] | None = None
        self.ranks: list[int] | None = None
        self.ended: EarlyEnd | None = None
        self.hints: dict[int, int] = {}  # how many each seat took, where it took any
        self.digest: str | None = None

    def add(self, seat: int, move: Move, state: State) -> None:
        """Write down a move and, if it ended the game, the result of the state it led to."""
        self.plies.append((seat, move.text))
        if state.result is not None:
            self.scores = list(state.result.scores)
            self.ranks = list(state.result.ranks)

    def opening(self) -> State:
        """The state before the first move."""
        if self.seed is None:
            raise BadRecord(TEXTS["record-sealed"])
        return self.game.start(self.seed)

    def replay(self) -> Iterator[ReplayedMove]:
        """Every move in turn, with the state it led to. The state is one and the same: copy it to keep it."""
        state = self.opening()
        for n, (seat, text) in enumerate(self.plies, start=1):
            try:
                events = state.play(seat, text)
            except IllegalMove as reason:
                line = len(self._header()) + 2 + n
                raise BadRecord(TEXTS["record-illegal"], line=line, n=n, move=text, seat=seat, reason=reason) from None
            yield ReplayedMove(n, seat, self.game.move(text), events, state)

    def final(self) -> State:
        """The state after the last move."""
        state = self.opening()
        for ply in self.replay():
            state = ply.state
        return state

    def check_claims(self) -> None:
        """Make sure that the record is as it was written, and that its seed is the one promised."""
        if self.digest is None:
            raise BadRecord(TEXTS["record-key-missing"], key="digest")
        if self.digest != self._true_digest():
            raise BadRecord(TEXTS["record-digest"])
        if self.seed is not None and commitment(self.seed) != self.commitment:
            raise BadRecord(TEXTS["record-commitment"])

    def verify(self) -> State:
        """Check the digest, the commitment, every move and the result; the final state if all is true."""
        self.check_claims()
        state = self.final()
        if self.ended is None:
            self._check_result(state)
        elif state.result is not None:
            raise BadRecord(TEXTS["record-over"])
        elif self.scores is not None or self.ranks is not None:
            raise BadRecord(TEXTS["record-counted"])
        return state

    def _check_result(self, state: State) -> None:
        if state.result is None:
            seats = ", ".join(str(seat) for seat in state.turn)
            raise BadRecord(TEXTS["record-unfinished"], n=state.n, seats=seats)
        for key, theirs, ours in (
            ("scores", self.scores, state.result.scores),
            ("ranks", self.ranks, state.result.ranks),
        ):
            if theirs is None:
                raise BadRecord(TEXTS["record-key-missing"], key=key)
            if theirs != list(ours):
                raise BadRecord(TEXTS["record-result"], key=key, theirs=theirs, ours=ours)

    # ---- Writing

    def write(self) -> str:
        """The record as text."""
        self.digest = self._true_digest()
        return "\n".join([*self._header(), f"digest: {self.digest}", "", *self._moves()]) + "\n"

    def _header(self) -> list[str]:
        lines = [
            FIRST_LINE,
            f"game: {self.game.id}",
            f"ruleset: {self.game.ruleset}",
            f"seats: {self.game.seats}",
        ]
        for option in self.game.options_offered:
            lines.append(f"option {option.name}: {option.written(self.game.options[option.name])}")
        lines += [f"player {seat}: {name}" for seat, name in enumerate(self.players)]
        lines.append(f"commitment: {self.commitment}")
        if self.seed is not None:
            lines.append(f"seed: {self.seed}")
        if self.scores is not None:
            lines.append("scores: " + " ".join(str(score) for score in self.scores))
        if self.ranks is not None:
            lines.append("ranks: " + " ".join(str(rank) for rank in self.ranks))
        if self.ended is not None:
            lines.append(f"ended: {self.ended.written()}")
        return [*lines, *(f"hints {seat}: {count}" for seat, count in sorted(self.hints.items()))]

    def _moves(self) -> list[str]:
        return [f"{seat} {text}" for seat, text in self.plies]

    def _true_digest(self) -> str:
        return sha256("\n".join([*self._header(), *self._moves()]).encode()).hexdigest()

    # ---- Reading

    @classmethod
    def read(cls, text: str, games: Mapping[str, type[Game]]) -> "Record":
        """The record that a text holds, of one of those games. Its moves are not tried before it is replayed."""
        lines = text.rstrip().splitlines() if _can_be_written(text) else []
        if not lines or lines[0].strip() != FIRST_LINE:
            raise BadRecord(TEXTS["record-not-one"], first=FIRST_LINE)
        blank = next((number for number, line in enumerate(lines) if not line.strip()), len(lines))
        header = _Header(lines[1:blank])
        game = _game_of(header, games)
        record = cls(game, [header.need(f"player {seat}") for seat in range(game.seats)])
        record.seed = header.get("seed")
        record.commitment = header.need("commitment")
        record.scores = header.numbers("scores")
        record.ranks = header.numbers("ranks")
        ended = header.get("ended")
        record.ended = None if ended is None else EarlyEnd.read(ended, game.seats)
        record.hints = header.counts("hints", game.seats)
        record.digest = header.get("digest")
        header.expect_nothing_more()
        for number, line in enumerate(lines[blank + 1 :], start=blank + 2):
            seat, _, move = line.partition(" ")
            if not (seat.isascii() and seat.isdigit() and len(seat) < 3 and move):
                raise BadRecord(TEXTS["record-line"], line=number, text=line[:60])
            record.plies.append((int(seat), move))
        return record


def _can_be_written(text: object) -> bool:
    """Whether it is a text that stands for bytes: a lone half of a surrogate pair does not."""
    try:
        return isinstance(text, str) and text.encode() is not None
    except UnicodeEncodeError:
        return False


class _Header:
    """The lines `key: value` at the head of a record, taken out one by one."""

    def __init__(self, lines: list[str]):
        self.entries: dict[str, tuple[int, str]] = {}
        for number, line in enumerate(lines, start=2):
            key, colon, value = line.partition(":")
            if not colon:
                raise BadRecord(TEXTS["record-line"], line=number, text=line[:60])
            if key in self.entries:
                raise BadRecord(TEXTS["record-key-twice"], line=number, key=key[:40])
            self.entries[key] = (number, value.strip())

    def get(self, key: str) -> str | None:
        _, value = self.entries.pop(key, (0, None))
        return value

    def need(self, key: str) -> str:
        value = self.get(key)
        if value is None:
            raise BadRecord(TEXTS["record-key-missing"], key=key)
        return value

    def number(self, key: str) -> int:
        return _number(key, self.need(key))

    def numbers(self, key: str) -> list[int] | None:
        value = self.get(key)
        return None if value is None else [_number(key, word) for word in value.split()]

    def counts(self, key: str, seats: int) -> dict[int, int]:
        """The numbers of the lines `key SEAT`, where there are any."""
        found = {seat: self.number(f"{key} {seat}") for seat in range(seats) if f"{key} {seat}" in self.entries}
        for seat, count in found.items():
            if count < 1:
                raise BadRecord(TEXTS["record-number"], key=f"{key} {seat}", text=str(count))
        return found

    def expect_nothing_more(self) -> None:
        for key, (number, _) in self.entries.items():
            raise BadRecord(TEXTS["record-key-unknown"], line=number, key=key[:40])


def _number(key: str, word: str) -> int:
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise BadRecord(TEXTS["record-number"], key=key, text=word[:40])
    return int(word)


def _game_of(header: _Header, games: Mapping[str, type[Game]]) -> Game:
    name = header.need("game")
    if name not in games:
        raise BadSetup(TEXTS["no-such-game"], game=name, games=sorted(games))
    box = games[name]
    ruleset = header.number("ruleset")
    if ruleset not in box.rulesets:
        raise BadRecord(TEXTS["record-ruleset"], game=name, theirs=ruleset, ours=box.rulesets[-1])
    options = {option.name: option.parsed(header.need(f"option {option.name}")) for option in box.options_offered}
    return box(header.number("seats"), ruleset, **options)
