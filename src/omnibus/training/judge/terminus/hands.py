"""What players hold: looks at their hidden cards in games of `normal` players, beside guesses at the same cards.

Who can tell the truth from guesses knows how likely a guess is.
"""

from collections.abc import Iterator
from itertools import count, takewhile
from pathlib import Path
from random import Random
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax import Array

from omnibus.bots.terminus.master import as_it_is
from omnibus.bots.terminus.normal import play_normally
from omnibus.bots.terminus.numbers import Position, position_of, rows_of, seen
from omnibus.bots.terminus.suspicion import suspect
from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.state import TerminusState
from omnibus.training.checkpoint import Arrays, packed, write
from omnibus.training.judge.course import Weights
from omnibus.training.judge.learning import LAST_RATE, WARMING_UP
from omnibus.training.judge.lessons import padded
from omnibus.training.judge.recipe import Recipe
from omnibus.training.judge.terminus.network import MOST_SEATS, Looks, begin_with_hands, exported, log_likely
from omnibus.training.learning import Moments, adam, at_rest
from omnibus.training.log import counted

SEATS = (4, 3, 4, 5, 4, 6, 2)  # in one file after the other
AT_ONCE = 20  # games in a file
LOOKED_AT = 0.4  # of the turns
GUESSES = 2  # beside the truth
WEIGHT_DECAY = 1e-4
EPOCHS = 12


def play_games(folder: Path, seed: str, games: int) -> Iterator[int]:
    """Play games into the files of a folder until there are so many; the numbers of all that are there."""
    for first in range(0, games, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, games))
        if _file(folder, first).exists():
            yield from numbers
            continue
        looks: list[list[Position]] = []
        seats: list[int] = []
        for number in numbers:
            for seat, look in looks_in(f"{seed}/{number}", SEATS[first // AT_ONCE % len(SEATS)]):
                looks.append(look)
                seats.append(seat)
            yield number
        write(_file(folder, first), packed(_arrays(looks, seats)))


def looks_in(name: str, seats: int) -> Iterator[tuple[int, list[Position]]]:
    """Turns of a game: whose it was, the position as it was, and as it was guessed to be."""
    rng = Random(name)
    state = Terminus(seats).start(name)
    while state.turn:
        seat = state.turn[0]
        view = state.view(seat)
        if not state.choosing_secrets and state.line < 0 and rng.random() < LOOKED_AT:
            guesses = [suspect(state.game.guess(view, rng), seat, rng) for _ in range(GUESSES)]
            yield seat, [_as_it_was(each) for each in (state, *guesses)]
        answer = play_normally(view, rng)
        state.play(seat, answer if isinstance(answer, str) else answer.move)


def _as_it_was(state: TerminusState) -> Position:
    return position_of(as_it_is(state.copy()), state.active)


def _file(folder: Path, first: int) -> Path:
    return folder / f"hands {first}.npz"


def _arrays(looks: list[list[Position]], seats: list[int]) -> Arrays:
    rows = rows_of([position for look in looks for position in look])
    return {**rows._asdict(), "looking": np.array(seats, np.int16)}


def looks_from(folder: Path) -> Looks:
    """The looks in a folder."""
    files = takewhile(Path.exists, (_file(folder, first) for first in count(0, AT_ONCE)))
    looks = [_looks_in(file) for file in files]
    return Looks(*(np.concatenate([each[part] for each in looks]) for part in range(len(Looks._fields))))


def _looks_in(file: Path) -> Looks:
    with np.load(file) as kept:
        look = seen(Position(*(kept[name] for name in Position._fields)))
        looking = kept["looking"]
    seats = look.seats.shape[1]
    hidden = (np.arange(seats) != looking[:, None]).astype(np.float32)

    def by_look(numbers: npt.NDArray[np.float32]) -> npt.NDArray[np.float16]:
        together = numbers.reshape(len(looking), 1 + GUESSES, *numbers.shape[1:])
        return padded(together, MOST_SEATS, axis=2).astype(np.float16)

    return Looks(by_look(look.seats), by_look(look.lines), padded(hidden, MOST_SEATS, axis=1))


def _some(looks: Looks, chosen: npt.NDArray[Any]) -> Looks:
    return Looks(looks.seats[chosen], looks.lines[chosen], looks.hidden[chosen])


def learnt(looks: Looks, recipe: Recipe) -> Iterator[Weights]:
    """Weights after every time through the looks."""
    seed = Random(f"{recipe.seed} hands").getrandbits(31)
    order = np.random.default_rng(seed)
    weights = begin_with_hands(jax.random.key(seed), recipe.part_width, recipe.width // 2)
    moments = at_rest(weights)
    rows, batch = len(looks.hidden), min(recipe.batch, len(looks.hidden))
    steps, step = EPOCHS * (rows // batch), 0
    for _ in range(EPOCHS):
        mixed = order.permutation(rows)
        for first in range(0, rows - batch + 1, batch):
            chosen = mixed[first : first + batch]
            step += 1
            rate = recipe.rate * min(1, step / WARMING_UP) * max(LAST_RATE, 1 - step / steps)
            weights, moments = _step(weights, moments, _some(looks, chosen), jnp.float32(rate))
        yield weights


def _loss(weights: Weights, looks: Looks) -> Array:
    size = sum((jnp.square(each).sum() for each in weights.values()), start=jnp.zeros(()))
    return -log_likely(weights, looks)[:, 0].mean() + WEIGHT_DECAY * size


@jax.jit
def _step(weights: Weights, moments: Moments, looks: Looks, rate: Array) -> tuple[Weights, Moments]:
    return adam(weights, moments, jax.grad(_loss)(weights, looks), rate)


def learn(folder: Path, seed: str, recipe: Recipe) -> tuple[Arrays, dict[str, float]]:
    """Play, look and learn: what plays, and how surprising the truth was among the guesses, in nats."""
    for _ in counted("games with open hands", play_games(folder, seed, recipe.open_games), recipe.open_games):
        pass
    looks = looks_from(folder)
    held = np.arange(len(looks.hidden)) < len(looks.hidden) // recipe.held_out
    most, few = _some(looks, ~held), _some(looks, held)
    *_, weights = counted("times through them", learnt(most, recipe), EPOCHS)
    surprise = -float(log_likely(weights, few)[:, 0].mean())
    figures = {
        "looks": len(looks.hidden),
        "surprise_at_hands": round(surprise, 4),
        "surprise_at_hands_by_lot": round(float(np.log(1 + GUESSES)), 4),
    }
    return {f"held {name}": each for name, each in exported(weights).items()}, figures
