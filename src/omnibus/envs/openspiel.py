"""OpenSpiel games (extra `[openspiel]`), chance node by chance node.

>>> import pyspiel
>>> import omnibus.envs.openspiel
>>> game = pyspiel.load_game("python_omnibus_london(players=4)")
>>> state = game.new_initial_state()
>>> state.chance_outcomes()  # who starts
[(0, 0.25), (1, 0.25), (2, 0.25), (3, 0.25)]

What a seat knows is, as an information state, all that it has seen since the deal, in words; as an observation, the
numbers of its view. Where several seats may move at once they do so one after the other, the lowest first.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, Self

import numpy as np
import pyspiel

from omnibus.envs.arrays import LEAST_POINTS, encoding_of, rewards
from omnibus.rules import GAMES
from omnibus.rules.chance import Outcome, Seeded, Thing
from omnibus.rules.encoding import Encoding
from omnibus.rules.game import Event, Game, Move, State
from omnibus.rules.unfolding import Unfolding

LONGEST_GAME = 20_000  # decisions: no game is longer, the conformance kit makes sure of it
MOST_POINTS = 1_000.0  # alone: no sheet has more


def register(box: type[Game[Any, Any]], name: str | None = None) -> str:
    """Make a game known to `pyspiel.load_game`, one on a board of your own too; returns what it is called there."""
    short_name = f"python_omnibus_{name or box.id}".replace("-", "_")
    _BOXES[short_name] = box
    pyspiel.register_game(_type(short_name, box.seat_counts[0]), _Maker(short_name))
    return short_name


_BOXES: dict[str, type[Game[Any, Any]]] = {}  # by the names that OpenSpiel knows


class _Maker:
    """Makes the games of one name."""

    def __init__(self, short_name: str):
        self.short_name = short_name
        self.itself = self  # OpenSpiel lets go of it after Python has ended, and must not be the last to do so

    def __call__(self, params: Mapping[str, Any]) -> "TableGame":
        return TableGame(self.short_name, params)


# ---- A game as it is played


class Ply:
    """Something that happened, and what had happened before."""

    __slots__ = ("before", "events", "seat", "told", "what")

    def __init__(self, before: "Ply | None", seat: int | None, what: Move | Outcome):
        self.before = before
        self.seat = seat  # None is chance
        self.what = what
        self.events: Sequence[Event] = ()  # what it brought about, once nothing is left to chance
        self.told: dict[int, str] = {}  # the same in words, for the seats that have asked

    def tell(self, seat: int) -> str:
        """What that seat saw of it, a line for each event; its own moves too."""
        if seat not in self.told:
            own = [f"> {self.what}"] if seat == self.seat else []
            self.told[seat] = "".join(f"{line}\n" for line in [*own, *(_plain(e.seen_by(seat)) for e in self.events)])
        return self.told[seat]


class Play:
    """A game with all that has happened in it. A copy costs nothing: what it holds is replaced, never changed."""

    def __init__(self, game: Game[Any, Any]):
        self.game = game
        self.last: Ply | None = None
        self.state: State[Any] | None = None  # as it was when the players last decided; none before the deal is made
        self.unfolding: Unfolding[Any] = Unfolding(game)
        self._deal: dict[int, str] = {}  # what each seat saw of it
        self._look()

    @property
    def outcomes(self) -> list[tuple[Outcome, Any]]:
        """What may come now, with its probability; none while the players decide."""
        return self.unfolding.outcomes

    @property
    def seat(self) -> int | None:
        """The seat that decides now; none when chance speaks or the game is over."""
        return None if self.outcomes or self.state is None or not self.state.turn else min(self.state.turn)

    def decide(self, number: int) -> None:
        """Let that outcome come, by its number among those there are."""
        outcome, _ = self.outcomes[number]
        self.unfolding.decide(outcome)
        self._happened(None, outcome)

    def play(self, seat: int, move: Move) -> None:
        """Make a move. An illegal one raises IllegalMove and changes nothing."""
        self.unfolding.play(seat, move)
        self._happened(seat, move)

    def _happened(self, seat: int | None, what: Move | Outcome) -> None:
        self.last = Ply(self.last, seat, what)
        if not self.outcomes:
            self.last.events = self.unfolding.events
        self._look()

    def _look(self) -> None:
        if self.outcomes:
            return
        if self.state is None:
            seats = range(self.game.seats)
            self._deal = {seat: _plain(self.unfolding.state.view(seat)) for seat in seats}
        self.state = self.unfolding.state

    def plies(self) -> list[Ply]:
        """All that has happened, in its order."""
        found = []
        ply = self.last
        while ply is not None:
            found.append(ply)
            ply = ply.before
        return found[::-1]

    def history(self, seat: int) -> str:
        """All that the seat has seen since the deal, what it was dealt included."""
        if self.state is None:
            return ""
        return "".join([f"{self._deal[seat]}\n", *(ply.tell(seat) for ply in self.plies())])

    def copy(self) -> Self:
        """An independent copy."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.unfolding = self.unfolding.copy()
        return twin

    def __deepcopy__(self, memo: object) -> Self:  # OpenSpiel copies its states so
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:  # and writes them down so
        game = self.game
        steps = [(ply.seat, ply.what.index if isinstance(ply.what, Move) else ply.what) for ply in self.plies()]
        return _replayed, (type(game), game.seats, game.ruleset, game.options, steps)


def _replayed(
    box: type[Game[Any, Any]], seats: int, ruleset: int, options: dict[str, Any], steps: list[tuple[int | None, Any]]
) -> Play:
    game = box(seats, ruleset, **options)
    play = Play(game)
    for seat, what in steps:
        if seat is None:
            play.decide([outcome for outcome, _ in play.outcomes].index(what))
        else:
            play.play(seat, game.moves[what])
    return play


def _plain(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


# ---- What OpenSpiel asks for


def _type(short_name: str, seats: int) -> Any:
    box, kinds = _BOXES[short_name], pyspiel.GameType
    return kinds(
        short_name=short_name,
        long_name=box.rulebook.name.say(),
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if box.hides else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if seats == 1 else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=box.seat_counts[-1],
        min_num_players=box.seat_counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,  # a history has no fixed length
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": box.seat_counts[0],
            **{option.name: option.default for option in box.options_offered},
        },
    )


def _info(game: Game[Any, Any]) -> Any:
    alone = game.seats == 1
    return pyspiel.GameInfo(
        num_distinct_actions=len(game.moves),
        max_chance_outcomes=_most_outcomes(game),
        num_players=game.seats,
        min_utility=LEAST_POINTS if alone else -1 / game.seats,
        max_utility=MOST_POINTS if alone else 1 - 1 / game.seats,
        utility_sum=None if alone else 0.0,
        max_game_length=LONGEST_GAME,
    )


class _Watched(Seeded):
    """Luck that remembers how many different things could have come at once."""

    __slots__ = ("most",)

    def __init__(self) -> None:
        super().__init__("watched")
        self.most = 0

    def pick(self, occasion: int, choices: int) -> int:
        """A number from 0 to `choices` - 1."""
        self.most = max(self.most, choices)
        return super().pick(occasion, choices)

    def shuffled(self, occasion: int, things: Sequence[Thing], at_once: int = 0) -> list[Thing]:
        """The things in some order."""
        self.most = max(self.most, len(set(things)))
        return super().shuffled(occasion, things, at_once)


def _most_outcomes(game: Game[Any, Any]) -> int:
    """How many outcomes a chance of the game has at most: in every game all that there is gets shuffled."""
    luck, rng = _Watched(), Random("watched")
    state = game.start_with(luck)
    while state.turn:
        state.play(state.turn[0], rng.choice(state.legal(state.turn[0])))
    return luck.most


def _set_up(short_name: str, params: Mapping[str, Any]) -> Game[Any, Any]:
    options = {name: value for name, value in params.items() if name != "players"}
    game = _BOXES[short_name](params["players"], **options)
    encoding_of(game)  # a game without one is refused at once
    return game


class TableGame(pyspiel.Game):
    """A game as OpenSpiel knows it: `players` is the number of seats, the other parameters are the game's options."""

    def __init__(self, short_name: str, params: Mapping[str, Any]):
        game = _set_up(short_name, params)
        super().__init__(_type(short_name, game.seats), _info(game), dict(params))

    # A game that OpenSpiel has written down and read again knows nothing but its name and its parameters.

    @cached_property
    def game(self) -> Game[Any, Any]:
        """The game as the rules know it."""
        return _set_up(self.get_type().short_name, self.get_parameters())

    @cached_property
    def encoding(self) -> Encoding:
        """How its views become numbers."""
        return encoding_of(self.game)

    @cached_property
    def beginning(self) -> Play:
        """The game before anything has happened."""
        return Play(self.game)

    def new_initial_state(self) -> "TableState":
        """A game before anything has happened."""
        return TableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer | None":
        """Somebody who tells all that a seat knows; nobody tells only what is public, or only what is not."""
        if params:
            raise ValueError(f"observations have no parameters: {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        whole = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return Observer(self.encoding, kind.perfect_recall) if whole else None


class TableState(pyspiel.State):
    """A position as OpenSpiel knows it. An action is the `index` of a move, or the number of an outcome of chance."""

    def __init__(self, game: TableGame):
        super().__init__(game)
        self.table = game.beginning.copy()

    def current_player(self) -> int:
        """The seat that decides, or chance, or nobody any more."""
        if self.table.outcomes:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.table.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self.table.outcomes and self.table.seat is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may come now, and how likely it is."""
        return [(number, float(chance)) for number, (_, chance) in enumerate(self.table.outcomes)]

    def returns(self) -> list[float]:
        """What each seat has got: nothing before the end."""
        state = self.table.state
        seats = self.get_game().num_players()
        return rewards(state) if state is not None and self.is_terminal() else [0.0] * seats

    def _legal_actions(self, player: int) -> list[int]:
        state = self.table.state
        return [] if state is None else [move.index for move in state.legal(player)]

    def _apply_action(self, action: int) -> None:
        seat = self.table.seat
        if seat is None:
            self.table.decide(action)
        else:
            self.table.play(seat, self.table.game.moves[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {self.table.outcomes[action][0]}"
        return self.table.game.moves[action].text

    def __str__(self) -> str:
        return "\n".join(f"{'chance' if ply.seat is None else ply.seat} {ply.what}" for ply in self.table.plies())


class Observer:
    """What a seat knows: its whole history in words if it recalls perfectly, else its view, in words and in numbers.

    While chance speaks, it knows what it knew when the players last decided; before the deal, nothing.
    """

    def __init__(self, encoding: Encoding, recalls: bool):
        self._encoding = encoding
        self._recalls = recalls
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not recalls:
            self.tensor = np.zeros(encoding.length, np.float32)
            ends = np.cumsum([part.size for part in encoding.parts])
            pieces = np.split(self.tensor, ends[:-1])
            self.dict = {part.name: piece for part, piece in zip(encoding.parts, pieces, strict=True)}

    def set_from(self, state: TableState, player: int) -> None:
        """Make the tensor that of a seat in a position."""
        known = state.table.state
        if self.tensor is not None:
            self.tensor[:] = 0.0 if known is None else self._encoding.encode(known.view(player))

    def string_from(self, state: TableState, player: int) -> str:
        """What a seat knows in a position, in words."""
        if self._recalls:
            return state.table.history(player)
        known = state.table.state
        return "" if known is None else _plain(known.view(player))


for _box in GAMES.values():
    register(_box)
