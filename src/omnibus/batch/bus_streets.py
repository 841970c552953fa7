"""Which streets a line may take (B14 to B20), and how far it can still go (B11), for many tables at once.

Sets of streets, junctions or lots are words of 32 bits.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.custom_batching import custom_vmap

from omnibus.batch.engine import either
from omnibus.rules.bus.board import BusBoard

BITS = 32
UNTRIED = -1
# Few tables at a time are in the middle of an extension, and few of those in doubt: one table in so many is looked at
# together with others.
SHARE_EXTENDING = 16
SHARE_DOUBTFUL = 128


def word_count(size: int) -> int:
    """How many words a set takes of numbers below that."""
    return -(-size // BITS)


def only(number: Array, words: int) -> Array:
    """The set of that number alone; a negative one is in no set."""
    at = jnp.arange(words) == number[..., None] // BITS
    return jnp.where(at, jnp.uint32(1) << (number[..., None] % BITS).astype(jnp.uint32), jnp.uint32(0))


def has(words: Array, numbers: Array | np.ndarray) -> Array:
    """Whether the set has each of those numbers."""
    word = jnp.zeros(np.shape(numbers), jnp.uint32)
    for at in range(words.shape[-1]):
        word = jnp.where(numbers // BITS == at, words[at], word)
    return (word >> (numbers % BITS).astype(jnp.uint32)) & 1 == 1


def packed(flags: Array) -> Array:
    """The set of the places where a flag is up."""
    words = word_count(flags.shape[-1])
    rows = jnp.pad(flags, (0, words * BITS - flags.shape[-1])).reshape(words, BITS)
    return jnp.sum(rows.astype(jnp.uint32) << np.arange(BITS, dtype=np.uint32), axis=1, dtype=jnp.uint32)


def unpacked(words: Array, size: int) -> Array:
    """A flag for each number below the size: whether the set has it. The sets lie along the last axis."""
    bits = (words[..., None] >> np.arange(BITS, dtype=np.uint32)) & 1 == 1
    return bits.reshape(*words.shape[:-1], words.shape[-1] * BITS)[..., :size]


def united(sets: Array) -> Array:
    """All that is in any of the sets, which lie along the first axis."""
    union = jnp.zeros(sets.shape[1:], jnp.uint32)
    for each in range(sets.shape[0]):
        union |= sets[each]
    return union


class Extension(NamedTuple):
    """A line that is extended, and what it may do now. Of the two ends, the one laid last stands last."""

    ends: Array  # junctions, int32 [2]
    bound: Array  # to turn off (B19), bool [2]
    own: Array  # streets of the line
    used: Array  # by others
    running_on: Array  # B17: where a line of others runs on, at the one and at the other junction of the street
    allowed: Array  # the streets that each end may take
    more: Array  # how many sticks may follow the next one, int32


class Attempt(NamedTuple):
    """How far a line gets after one stick, tried out street by street; every street taken back is tried no more."""

    last: Array  # the end laid last, int32
    last_bound: Array
    staying: Array  # the other one
    staying_bound: Array
    own: Array
    laid: Array  # sticks after the first one, int32
    most: Array  # as many as were ever laid, int32; -1 if the first one is not allowed
    tried: Array  # the last way on that was tried from here: a street of the end laid last, or one of the other end
    path: Array  # the ways taken so far, each with what was bound before
    done: Array


class Streets:
    """The streets of a board."""

    def __init__(self, board: BusBoard, most_sticks: int):
        junctions = range(len(board.junctions))
        self.words = word_count(len(board.streets))
        ways = [[n for n, street in enumerate(board.streets) if here in street[1:]] for here in junctions]
        self.most_ways = max(map(len, ways))
        # By junction: the streets there, by number; -1 where there are no more.
        self.ways = np.array([way + [-1] * (self.most_ways - len(way)) for way in ways], np.int32)
        self.one = np.array([street.one for street in board.streets], np.int32)
        self.across = np.array([street.one ^ street.other for street in board.streets], np.int32)
        # By junction: the streets that have it as their one junction, and as their other.
        sides = [[street.one for street in board.streets], [street.other for street in board.streets]]
        self.sides = np.array([_masks(side, junctions) for side in sides], np.uint32)
        self.here = self.sides[0] | self.sides[1]
        self._path = np.arange(max(1, most_sticks - 1))
        self.without_waste = custom_vmap(self._without_waste)
        self.without_waste.def_vmap(self._without_waste_at_many)

    def open(self, junction: Array, bound: Array, own: Array, used: Array, running_on: Array) -> Array:
        """The streets that an end at the junction may take."""
        one, other = jnp.asarray(self.sides[0])[junction], jnp.asarray(self.sides[1])[junction]
        free_to_us = (one | other) & ~own  # B14: never a street of the own line again
        unused = free_to_us & ~used
        shared = free_to_us & ~(running_on[0] & one | running_on[1] & other)  # B17
        turning_off = unused | jnp.where(bound, jnp.uint32(0), shared)  # B16, B19
        return jnp.where(jnp.any(unused != 0), turning_off, free_to_us)  # B18

    # ---- B11: an extension counts as a whole

    def _without_waste(self, extension: Extension) -> Array:
        """The allowed streets of both ends less those after which fewer sticks could be laid than after others."""
        return self._judged(jax.tree.map(lambda each: each[None], extension))[0]

    def _without_waste_at_many(self, tables: int, batched: Any, extension: Extension) -> tuple[Array, bool]:
        """The same at many tables: nearly always whatever street comes first leads far enough."""
        full = jax.tree.map(
            lambda differs, each: each if differs else jnp.broadcast_to(each, (tables, *each.shape)),
            batched[0],
            extension,
        )
        doubtful = _at_those(full.more > 0, SHARE_EXTENDING, self._doubtful, full, jnp.zeros(tables, bool))
        return _at_those(doubtful, SHARE_DOUBTFUL, self._judged, full, full.allowed), True

    def _doubtful(self, extensions: Extension) -> Array:
        """For each of some extensions, whether B11 has to be looked at: the first try did not lay all sticks."""
        most = self._tried_out(extensions, patient=False).most
        return jnp.any((most >= 0) & (most < extensions.more[:, None]), axis=1)

    def _judged(self, extensions: Extension) -> Array:
        """For each of some extensions the allowed streets of both ends that lose no sticks."""
        most = self._tried_out(extensions, patient=True).most
        lost = (most >= 0) & (most < jnp.max(most, axis=1, keepdims=True))
        streets = jnp.asarray(self.ways)[extensions.ends].reshape(lost.shape)
        refused = only(jnp.where(lost, streets, -1), self.words).reshape(-1, 2, self.most_ways, self.words)
        return extensions.allowed & ~jnp.sum(refused, axis=2, dtype=jnp.uint32)

    def _tried_out(self, extensions: Extension, patient: bool) -> Attempt:
        """How far each gets after each first stick; the impatient give up where no stick can follow."""
        ends, ways = np.divmod(np.arange(2 * self.most_ways), self.most_ways)
        begin = jax.vmap(jax.vmap(self._begin, in_axes=(None, 0, 0)), in_axes=(0, None, None))
        go_on = jax.vmap(jax.vmap(partial(self._go_on, patient), in_axes=(0, None)))
        return jax.lax.while_loop(
            lambda attempts: ~jnp.all(attempts.done),
            lambda attempts: go_on(attempts, extensions),
            begin(extensions, jnp.asarray(ends), jnp.asarray(ways)),
        )

    def _begin(self, extension: Extension, end: Array, way: Array) -> Attempt:
        """After a first stick along one of the streets at one of the ends."""
        start = extension.ends[end]
        street = jnp.asarray(self.ways)[start, way]
        possible = has(extension.allowed[end], street)
        return Attempt(
            last=jnp.asarray(self.across)[street] ^ start,
            last_bound=has(extension.used, street),
            staying=extension.ends[1 - end],
            staying_bound=extension.bound[1 - end],
            own=extension.own | only(street, self.words),
            laid=jnp.int32(0),
            most=jnp.where(possible, 0, -1),
            tried=jnp.int32(UNTRIED),
            path=jnp.zeros(self._path.shape, jnp.int32),
            done=~possible | (extension.more <= 0),
        )

    def _go_on(self, patient: bool, attempt: Attempt, extension: Extension) -> Attempt:
        """One stick more, or, where none is left to try, one taken back."""
        way = self._next_way(attempt, extension)
        forth = self._lay(attempt, extension, way)
        back = self._take_back(attempt) if patient else attempt._replace(done=jnp.bool_(True))
        return either(attempt.done, attempt, either(way >= 0, forth, back))

    def _next_way(self, attempt: Attempt, extension: Extension) -> Array:
        """The first way on that has not been tried: the number of a street, counted on for the end that stays."""
        others = (attempt.own, extension.used, extension.running_on)
        from_last = self.open(attempt.last, attempt.last_bound, *others)
        from_staying = self.open(attempt.staying, attempt.staying_bound, *others)
        # B20: of two ends at one junction only that laid last goes on.
        both_there = attempt.staying == attempt.last
        ways = jnp.concatenate([from_last, jnp.where(both_there, jnp.uint32(0), from_staying)])
        first = np.arange(2 * self.words) * BITS
        behind = jnp.clip(attempt.tried + 1 - first, 0, BITS)
        untried = jnp.where(behind < BITS, jnp.uint32(0xFFFF_FFFF) << behind.astype(jnp.uint32), jnp.uint32(0))
        ways &= untried
        lowest = first + jax.lax.population_count((ways & -ways) - 1).astype(jnp.int32)
        found = jnp.min(jnp.where(ways != 0, lowest, 2 * self.words * BITS))
        return jnp.where(jnp.any(ways != 0), found, -1)

    def _lay(self, attempt: Attempt, extension: Extension, way: Array) -> Attempt:
        street, of_staying = way % (self.words * BITS), way >= self.words * BITS
        start = jnp.where(of_staying, attempt.staying, attempt.last)
        was_bound = jnp.where(of_staying, attempt.staying_bound, attempt.last_bound)
        laid = attempt.laid + 1
        return Attempt(
            last=jnp.asarray(self.across)[street] ^ start,
            last_bound=has(extension.used, street),  # B19
            staying=jnp.where(of_staying, attempt.last, attempt.staying),
            staying_bound=jnp.where(of_staying, attempt.last_bound, attempt.staying_bound),
            own=attempt.own | only(street, self.words),
            laid=laid,
            most=jnp.maximum(attempt.most, laid),
            tried=jnp.int32(UNTRIED),
            path=jnp.where(self._path == attempt.laid, 2 * way + was_bound, attempt.path),
            done=laid >= extension.more,
        )

    def _take_back(self, attempt: Attempt) -> Attempt:
        taken = jnp.sum(jnp.where(self._path == attempt.laid - 1, attempt.path, 0))
        way, was_bound = taken // 2, taken % 2 == 1
        street, of_staying = way % (self.words * BITS), way >= self.words * BITS
        start = jnp.asarray(self.across)[street] ^ attempt.last
        return Attempt(
            last=jnp.where(of_staying, attempt.staying, start),
            last_bound=jnp.where(of_staying, attempt.staying_bound, was_bound),
            staying=jnp.where(of_staying, start, attempt.staying),
            staying_bound=jnp.where(of_staying, was_bound, attempt.staying_bound),
            own=attempt.own & ~only(street, self.words),
            laid=attempt.laid - 1,
            most=attempt.most,
            tried=way,
            path=attempt.path,
            done=attempt.laid <= 0,
        )


def _at_those(
    which: Array, share: int, look: Callable[[Extension], Array], extension: Extension, before: Array
) -> Array:
    """What is found at those tables, one in so many at a time; at the others it is as before."""
    tables = len(which)
    some = -(-tables // share)

    def look_at_some(carry: tuple[Array, Array]) -> tuple[Array, Array]:
        waiting, found = carry
        chosen = jnp.nonzero(waiting, size=some, fill_value=tables)[0]
        there = jax.tree.map(lambda each: each.at[chosen].get(mode="fill", fill_value=0), extension)
        return waiting.at[chosen].set(False, mode="drop"), found.at[chosen].set(look(there), mode="drop")

    return jax.lax.while_loop(lambda carry: jnp.any(carry[0]), look_at_some, (which, before))[1]


def _masks(junction_of: list[int], junctions: range) -> list[list[int]]:
    """For each junction the set of the streets that have it there."""
    words = word_count(len(junction_of))
    sets = [sum(1 << street for street, there in enumerate(junction_of) if there == here) for here in junctions]
    return [[each >> BITS * word & 0xFFFF_FFFF for word in range(words)] for each in sets]
