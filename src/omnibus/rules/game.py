"""The vocabulary of every game: Game, State, Move, Event, View, Result, IllegalMove.

A `Game` is what lies in the box, for a number of seats and some options. It starts a `State`, the full truth of
one game being played, which only the one who runs the table holds. Players, people and bots alike, get a
`View`: what their seat may know.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypedDict, cast

from omnibus.rules.chance import Given, Luck, Outcome, Seeded, fresh_seed
from omnibus.rules.encoding import Encoding
from omnibus.rules.keeping import Keeping, read_into, written
from omnibus.rules.rulebook import TEXTS, IllegalMove, Refusal, Rulebook

__all__ = [
    "TEXTS",
    "BadBoard",
    "BadSetup",
    "Event",
    "Game",
    "IllegalMove",
    "Move",
    "MoveData",
    "Option",
    "Result",
    "State",
    "View",
    "ranked",
]

LONGEST_SEED = 200

# The data of a game's moves, the names of its decisions, its views and its states. Whoever means any game leaves them
# out: type checkers know defaults for them, Python itself does so only from 3.13 on.
if TYPE_CHECKING:
    from typing_extensions import TypeVar

    D = TypeVar("D", default=Any)
    A = TypeVar("A", default=Any)
    V = TypeVar("V", bound="View[Any, Any]", default=Any)
    S = TypeVar("S", bound="State[Any]", default="State[Any]", covariant=True)
else:
    from typing import TypeVar

    D, A, V, S = (TypeVar(name) for name in "DAVS")


class BadSetup(Refusal):
    """A game that cannot be set up so."""


class BadBoard(ValueError):
    """A board that contradicts itself, or on which the game cannot be played."""


class MoveData(TypedDict):
    """What the data of every move has; each game adds its own parts."""

    text: str
    do: str


class Move:
    """One thing a player can do, made once when the game is loaded.

    Its text is its notation everywhere; its data says the same in parts, so that nobody has to read the text.
    """

    __slots__ = ("_nested", "data", "index", "text")

    def __init__(self, index: int, text: str, do: str, **parts: Any):
        self.index = index
        self.text = text
        self.data: dict[str, Any] = {"text": text, "do": do, **parts}
        self._nested = tuple(name for name, part in parts.items() if isinstance(part, dict | list))

    def plain(self) -> dict[str, Any]:
        """The data for somebody else to keep: whatever is done to it, the move stays as it is."""
        data = self.data.copy()
        for name in self._nested:
            data[name] = data[name].copy()
        return data

    def __repr__(self) -> str:
        return self.text


class Event:
    """Something that happened: what all may see of it, and what one seat, the knower, sees besides."""

    __slots__ = ("kind", "knower", "public", "secret")

    def __init__(
        self,
        kind: str,
        public: dict[str, Any],
        knower: int | None = None,
        secret: dict[str, Any] | None = None,
    ):
        self.kind = kind
        self.public = public
        self.knower = knower
        self.secret = secret

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """The event as that seat sees it, as plain data; None is a spectator."""
        if self.secret is None or seat != self.knower:
            return {"event": self.kind, **self.public}
        return self.opened()

    def opened(self) -> dict[str, Any]:
        """The event with nothing hidden, as plain data."""
        return {"event": self.kind, **self.public, **(self.secret or {})}

    def __repr__(self) -> str:
        return f"{self.kind} {self.public}"


class ResultView(TypedDict):
    """A result as plain data."""

    scores: list[int]
    ranks: list[int]
    winners: list[int]
    parts: list[dict[str, int]]


class Result:
    """How a game ended: for each seat its score, what the score is made of, and its rank (1 is best)."""

    __slots__ = ("parts", "ranks", "scores")

    def __init__(self, scores: Sequence[int], ranks: Sequence[int], parts: Sequence[dict[str, int]]):
        self.scores = tuple(scores)
        self.ranks = tuple(ranks)
        self.parts = tuple(parts)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of the first rank."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    def plain(self) -> ResultView:
        """The result as plain data."""
        return {
            "scores": list(self.scores),
            "ranks": list(self.ranks),
            "winners": list(self.winners),
            "parts": [dict(part) for part in self.parts],
        }

    def __repr__(self) -> str:
        return f"Result(scores={self.scores}, ranks={self.ranks})"


def ranked(merits: Sequence[Any]) -> list[int]:
    """The rank of each seat when the greatest merit comes first and equal merits share a rank."""
    return [1 + sum(other > merit for other in merits) for merit in merits]


class View(TypedDict, Generic[D, A]):
    """What a seat may know, as plain JSON-ready data. Each game adds its own entries."""

    game: str
    ruleset: int
    seats: int
    options: dict[str, int | bool]
    seat: int | None
    n: int
    turn: list[int]
    asks: A | None  # which decision the seat is asked for
    legal: list[D]
    result: ResultView | None


class Option:
    """A choice made when a game is set up: a whole number within bounds, or yes or no."""

    __slots__ = ("default", "highest", "lowest", "name")

    def __init__(self, name: str, default: int | bool, lowest: int = 0, highest: int = 1):
        self.name = name
        self.default = default
        self.lowest = lowest
        self.highest = highest

    def checked(self, value: object) -> int | bool:
        """The value, or a refusal if the option cannot have it."""
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
            raise BadSetup(TEXTS["option-not-bool"], option=self.name, value=value)
        if isinstance(value, int) and not isinstance(value, bool) and self.lowest <= value <= self.highest:
            return value
        raise BadSetup(
            TEXTS["option-out-of-range"],
            option=self.name,
            value=value,
            lowest=self.lowest,
            highest=self.highest,
        )

    def parsed(self, text: str) -> int | bool:
        """The value that a text stands for: a number, or `yes` or `no`."""
        if isinstance(self.default, bool):
            return self.checked({"yes": True, "no": False}.get(text, text))
        try:
            return self.checked(int(text))
        except ValueError:
            return self.checked(text)

    def written(self, value: int | bool) -> str:
        """The text that stands for a value."""
        return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def seed_or_fresh(seed: str | None) -> str:
    """The seed if it can stand on a line of a record, a fresh one if there is none."""
    if seed is None:
        return fresh_seed()
    fits = isinstance(seed, str) and seed.isprintable() and seed == seed.strip() and 0 < len(seed) <= LONGEST_SEED
    if not fits:
        raise BadSetup(TEXTS["bad-seed"], longest=LONGEST_SEED)
    return seed


class State(ABC, Generic[V]):
    """The full truth of a game at one moment. Equal states have equal dumps."""

    __slots__ = ("game", "luck", "n", "result", "turn")

    kept: ClassVar[Mapping[str, Keeping]]  # the fields that a dump holds besides those of every state

    game: "Game[Any, V]"
    luck: Luck
    n: int  # how many moves have been played
    turn: tuple[int, ...]  # the seats that may move now; none when the game is over
    result: Result | None

    def __init__(self, game: Any):
        self.game = game

    @property
    def seed(self) -> str:
        """The text that the luck comes from."""
        return self.luck.seed

    # ---- What a game fills in

    @abstractmethod
    def _set_up(self) -> None:
        """Set up the table for the first decision."""

    @abstractmethod
    def legal(self, seat: int) -> list[Move]:
        """All that the seat may do now, in the order of `game.moves`."""

    @abstractmethod
    def asks(self, seat: int) -> str | None:
        """The decision that the seat is asked for now, by its name; None if it may not move."""

    @abstractmethod
    def view(self, seat: int | None) -> V:
        """All that the seat may know; None is a spectator."""

    @abstractmethod
    def open_view(self) -> V:
        """A spectator's view with every card open: for looking back at a finished game."""

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy."""

    @abstractmethod
    def _forbid(self, seat: int, move: Move) -> IllegalMove | None:
        """Why a seat whose turn it is may not make that move, or None if it may."""

    @abstractmethod
    def _carry_out(self, seat: int, move: Move) -> list[Event]:
        """Make a move that is known to be legal."""

    @abstractmethod
    def _fill(self, view: V, rng: Random) -> None:
        """Fill in the fields of a dump: what the view tells, and a guess of the rest."""

    @abstractmethod
    def _work_out(self) -> None:
        """Fill in the fields that follow from those of a dump, the result of a finished game among them."""

    def _likeliest(self, seat: int, moves: Sequence[Move]) -> Move:  # noqa: ARG002
        """Of several moves that somebody may mean, none of them legal, the one whose refusal says most."""
        return moves[0]

    # ---- Playing

    def play(self, seat: int, move: Move | str) -> list[Event]:
        """Make a move and return what happened. An illegal one raises IllegalMove and changes nothing."""
        if isinstance(move, str):
            move = self.game.move(move)
        refusal = self.why_not(seat, move)
        if refusal is not None:
            raise refusal
        return self.play_legal(seat, move)

    def play_legal(self, seat: int, move: Move) -> list[Event]:
        """Make a move that is known to be legal: for whoever tries out very many."""
        self.n += 1
        return self._carry_out(seat, move)

    def why_not(self, seat: int, move: Move | str) -> IllegalMove | None:
        """Why the seat may not make that move now, or None if it may."""
        game = self.game
        try:
            if not isinstance(move, Move):
                move = game.move(move)
            elif move.index >= len(game.moves) or game.moves[move.index] is not move:
                return game.rulebook.refuse("no-such-move", text=move.text)
            if type(seat) is int and seat in self.turn:
                return self._forbid(seat, move)
            game.check_seat(seat)
        except IllegalMove as refusal:
            return refusal
        return game.rulebook.refuse("not-your-turn" if self.result is None else "game-over")

    def why_not_any(self, seat: int, about: Mapping[str, object]) -> IllegalMove | None:
        """Why the seat may make none of the moves whose data has those parts, or None if it may make one."""
        if not isinstance(about, Mapping):
            return self.game.rulebook.refuse("no-such-move", text=about)
        moves = [move for move in self.game.moves if about.items() <= move.data.items()]
        if not moves:
            return self.game.rulebook.refuse("no-such-move", text=list(about.values()))
        if type(seat) is not int or seat not in self.turn:
            return self.why_not(seat, moves[0])
        if any(self._forbid(seat, move) is None for move in moves):
            return None
        return self._forbid(seat, self._likeliest(seat, moves))

    # ---- Looking at it, and keeping it

    def views(self, seats: Iterable[int | None]) -> list[V]:
        """What each of them may know, for whoever only reads it: the views may have parts in common."""
        return [self.view(seat) for seat in seats]

    def common_view(self, seat: int | None) -> View:
        """What the views of all games begin with. A seat that is not at the table is refused."""
        game = self.game
        game.check_seat(seat)
        return {
            "game": game.id,
            "ruleset": game.ruleset,
            "seats": game.seats,
            "options": dict(game.options),
            "seat": seat,
            "n": self.n,
            "turn": list(self.turn),
            "asks": None if seat is None else self.asks(seat),
            "legal": [] if seat is None else [move.plain() for move in self.legal(seat)],
            "result": None if self.result is None else self.result.plain(),
        }

    def dump(self) -> dict[str, Any]:
        """Everything, seed included, as JSON-ready data that `game.load` takes back."""
        data = {"n": self.n, "turn": list(self.turn), "seed": self.luck.seed, **written(self.game, self, self.kept)}
        if self.luck.deal is not None:
            data["deal"] = self.luck.deal
        return data

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other) or not isinstance(other, State):
            return False
        return self.game.same_as(other.game) and self.dump() == other.dump()

    __hash__ = None  # type: ignore[assignment]


class Game(ABC, Generic[S, V]):
    """What lies in the box, set up for a number of seats and some options."""

    id: ClassVar[str]
    # A new ruleset comes whenever the same moves could lead to another game than before; the earlier ones stay.
    rulesets: ClassVar[range]
    seat_counts: ClassVar[range]
    options_offered: ClassVar[tuple[Option, ...]] = ()
    hides: ClassVar[bool] = True  # whether anything in the game is hidden from anyone
    rulebook: ClassVar[Rulebook]
    position: ClassVar[type[State]]  # what its states are
    printed: ClassVar[Mapping[str, Any] | None] = None  # what is printed, as plain data for those who draw it
    moves: tuple[Move, ...]  # every move there is, in a fixed order

    def __init__(self, seats: int | None = None, ruleset: int | None = None, /, **options: int | bool):
        self.seats = _one_of(self.seat_counts, self.seat_counts[0] if seats is None else seats, "seats", self.id)
        self.ruleset = _one_of(self.rulesets, self.rulesets[-1] if ruleset is None else ruleset, "ruleset", self.id)
        offered = {option.name: option for option in self.options_offered}
        for name in options:
            if name not in offered:
                raise BadSetup(TEXTS["no-such-option"], game=self.id, option=name, options=list(offered) or "-")
        settings: dict[str, object] = {name: option.default for name, option in offered.items()}
        settings.update(options)
        self.options: dict[str, int | bool] = {name: offered[name].checked(settings[name]) for name in settings}
        self._by_text = {move.text: move for move in self.moves}

    @classmethod
    def of(cls, view: View) -> Self:
        """The game that a view is of, set up as it is there."""
        return cast(Self, _made(cls, view["seats"], view["ruleset"], tuple(view["options"].items())))

    @staticmethod
    @abstractmethod
    def broken_laws(state: Any) -> Iterable[str]:
        """What must hold in every position and does not: conservation of pieces and the like."""

    @property
    def encoding(self) -> Encoding | None:
        """How views become numbers for programs that learn; None if nobody has written that for this game."""
        return None

    def same_as(self, other: "Game") -> bool:
        """Whether it is the same game, set up in the same way."""
        mine, theirs = ((game.id, game.ruleset, game.seats, game.options) for game in (self, other))
        return mine == theirs

    def start(self, seed: str | None = None, deal: Sequence[Outcome] | None = None) -> S:
        """A new game. The same seed gives the same game; without one nobody can foresee it.

        A deal given beforehand, one outcome after the other, comes first; the seed goes on where it ends.
        """
        seed = seed_or_fresh(seed)
        return self.start_with(Seeded(seed) if deal is None else Given(deal, seed))

    def start_with(self, luck: Luck) -> S:
        """A new game whose luck comes from there."""
        state = self._blank()
        state.luck = luck
        state.n = 0
        state.result = None
        state._set_up()
        return state

    def _blank(self) -> S:
        """A state with nothing in it yet."""
        return cast(S, self.position(self))

    def load(self, data: Mapping[str, Any]) -> S:
        """The state that was dumped. Takes the word of the dump: dumps are for the table's own keeping."""
        state = self._blank()
        state.luck = Given(data["deal"], data["seed"]) if "deal" in data else Seeded(data["seed"])
        state.n = data["n"]
        state.turn = tuple(data["turn"])
        read_into(self, state, state.kept, data)
        state._work_out()
        return state

    def guess(self, view: V, rng: Random) -> S:
        """A full state that looks exactly like the view from its seat, all such states equally likely."""
        state = self._blank()
        state.n = view["n"]
        state.turn = tuple(view["turn"])
        state._fill(view, rng)
        state.luck = Seeded(f"{rng.getrandbits(128):032x}")
        state._work_out()
        return state

    def move(self, text: str) -> Move:
        """The move with that notation."""
        found = self._by_text.get(text) if isinstance(text, str) else None
        if found is None:
            raise self._no_such_move(text) if isinstance(text, str) else self.rulebook.refuse("no-such-move", text=text)
        return found

    def check_seat(self, seat: int | None) -> None:
        """Refuse a seat that is not at the table; None is a spectator."""
        if seat is not None and not (type(seat) is int and 0 <= seat < self.seats):
            raise self.rulebook.refuse("no-such-seat", seat=seat, last=self.seats - 1)

    def _no_such_move(self, text: str) -> IllegalMove:
        return self.rulebook.refuse("no-such-move", text=text)


@lru_cache(maxsize=64)
def _made(box: type[Game], seats: int, ruleset: int, options: tuple[tuple[str, int | bool], ...]) -> Game:
    return box(seats, ruleset, **dict(options))


def _one_of(numbers: range, number: object, what: str, game: str) -> int:
    if type(number) is not int or number not in numbers:
        bounds = {"lowest": numbers[0], "highest": numbers[-1]}
        raise BadSetup(TEXTS[f"{what}-out-of-range"], game=game, **{what: number}, **bounds)
    return number
