"""Bus, thousands of tables at once."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from omnibus.batch.bus_streets import Extension, Streets, has, only, packed, united, unpacked, word_count
from omnibus.batch.engine import Engine, padded, ranked
from omnibus.batch.luck import Luck, pick
from omnibus.rules.bus import Bus
from omnibus.rules.bus.board import HOUSE, KINDS, ZONES
from omnibus.rules.bus.encoding import ANY_NUMBER
from omnibus.rules.bus.moves import (
    ACTIONS,
    ARRIVING,
    BUILDING,
    BUILDINGS,
    BUS,
    CHOOSING,
    CLOCK,
    DOUBLING,
    EXTENDING,
    EXTENSION,
    FIRST,
    FOUNDING,
    LAYING,
    PASSENGERS,
    PHASES,
    RIDING,
    SINGLE,
    TIMING,
    VRROOOMM,
    Arrive,
    Build,
    Choose,
    Extend,
    Lay,
    Ride,
)
from omnibus.rules.bus.state import FOUNDED_BY_EACH, LEAST_CUBES, NO_BUILDING
from omnibus.rules.game import Move

NOBODY = NOWHERE = -1
WORTH_BY_SPACE = ANY_NUMBER[:-1]  # all but vrrooomm (B12)


class Table(NamedTuple):
    """A table of Bus. Small boards of numbers are int8, sets words of bits, all else int32 or bool."""

    phase: Array
    turn: Array  # the seat that decides
    over: Array
    round: Array
    first: Array
    cubes: Array  # by seat: left for actions
    buses: Array
    sticks: Array
    points: Array
    reached: Array  # the ride, counted over the whole game, that brought a seat to its points; 0 for none
    stones: Array
    passed: Array
    streets: Array  # by seat: those of its line
    junctions: Array  # by seat: those of its line
    ends: Array  # by seat: where the two ends lie; the one laid last stands last
    last_streets: Array  # by seat: along which each end came there
    must_turn_off: Array  # by seat: whether the last stick of each end lies along a used street (B19)
    built: Array  # by lot: the kind of building
    kinds_at: Array  # by kind and junction: how many buildings
    people: Array  # by junction
    carried: Array  # by junction: how many of them came by bus this round
    supply: Array
    clock: Array
    stones_left: Array
    placed: Array  # by seat and action: cubes on the action board
    spaces: Array  # extension, passengers, buildings: whose cubes lie on the spaces that can be worth something
    vrrooomm: Array  # whose cubes lie on its spaces
    space: Array  # the one carried out
    left: Array  # how much of it is left to do


class Deed(NamedTuple):
    """What a move does; what it does not touch is nowhere."""

    lot: Array
    kind: Array
    street: Array
    start: Array  # of a stick; of a first stick the one junction
    end: Array
    action: Array
    leaves: Array  # where a passenger goes away
    arrives: Array  # where one comes to


class BusEngine(Engine[Table]):
    """The rules of Bus, set up for a number of seats."""

    chances = (0,)
    longest_shuffle = 1
    game: Bus

    def __init__(self, game: Bus):
        super().__init__(game)
        self.encoding = game.encoding
        board = game.board
        self.city = Streets(board, self.encoding.most_buses)
        self.seats = np.arange(game.seats)
        self.lots = np.arange(len(board.lots))
        self.zone_of = np.array([lot.zone for lot in board.lots], np.int32)
        self.lot_at = np.array([lot.junction for lot in board.lots], np.int32)
        self.places = np.arange(len(board.junctions))
        self.junction_words = word_count(len(board.junctions))
        self.spaces = np.arange(self.encoding.spaces_told)
        self.vrrooomm_spaces = np.arange(game.seats * self.encoding.most_cubes)
        self.deeds = np.array([_deed(game, move) for move in game.moves], np.int16)
        extends = [move for move in game.moves if isinstance(move, Extend)]
        rides = [move for move in game.moves if isinstance(move, Ride)]
        self.extend_starts = np.array([move.start for move in extends], np.int32)
        self.extend_streets = np.array([move.street for move in extends], np.int32)
        self.ride_starts = np.array([move.start for move in rides], np.int32)
        self.ride_ends = np.array([move.end for move in rides], np.int32)

    # ---- Setting up

    def set_up(self, luck: Luck) -> Table:
        """B1 to B4: the pieces, and a random first player."""
        game, board, seats = self.game, self.game.board, self.game.seats
        first = pick(luck, 0, seats)  # B4
        nought = jnp.int32(0)
        each = jnp.zeros(seats, jnp.int32)
        centre = jnp.asarray(np.isin(self.places, board.centre), jnp.int8)
        return Table(
            phase=jnp.int32(FOUNDING),
            turn=first,
            over=jnp.bool_(False),
            round=nought,
            first=first,
            cubes=each + (game.cubes - 1),
            buses=each + 1,  # B2
            sticks=each + game.sticks[seats],  # B1
            points=each,
            reached=each,
            stones=each,
            passed=jnp.zeros(seats, bool),
            streets=jnp.zeros((seats, self.city.words), jnp.uint32),
            junctions=jnp.zeros((seats, self.junction_words), jnp.uint32),
            ends=jnp.full((seats, 2), NOWHERE, jnp.int8),
            last_streets=jnp.full((seats, 2), NOWHERE, jnp.int8),
            must_turn_off=jnp.zeros((seats, 2), bool),
            built=jnp.full(len(board.lots), NO_BUILDING, jnp.int8),
            kinds_at=jnp.zeros((len(KINDS), len(board.junctions)), jnp.int8),
            people=centre,  # B3
            carried=jnp.zeros_like(centre),
            supply=jnp.int32(game.passengers - len(board.centre)),
            clock=jnp.int32(HOUSE),
            stones_left=jnp.int32(game.stones[seats]),
            placed=jnp.zeros((seats, len(ACTIONS)), jnp.int8),
            spaces=jnp.full((len(WORTH_BY_SPACE), len(self.spaces)), NOBODY, jnp.int8),
            vrrooomm=jnp.full(len(self.vrrooomm_spaces), NOBODY, jnp.int8),
            space=nought,
            left=jnp.int32(FOUNDED_BY_EACH),
        )

    # ---- What everyone may know

    def turn(self, table: Table) -> Array:
        """The seat that decides next."""
        return table.turn

    def over(self, table: Table) -> Array:
        """Whether the game is over."""
        return table.over

    def scores(self, table: Table) -> Array:
        """B32: points less stones."""
        return table.points - table.stones

    def ranks(self, table: Table) -> Array:
        """B33: of equal scores, who has more stones is ahead, then who reached those points first."""
        more_than_stones = 1 + self.game.stones[self.game.seats]
        more_than_rides = 1 + self.game.passengers * self.encoding.most_rounds
        merit = (self.scores(table) * more_than_stones + table.stones) * more_than_rides - table.reached
        return ranked(merit)

    # ---- What is legal

    def legal(self, table: Table) -> Array:
        """Which moves the seat may make, in the order of the moves of the board."""
        phase = jnp.where(table.over, NOWHERE, table.phase)
        open_lots = self._open_lots(table) & ((phase == FOUNDING) | (phase == BUILDING))
        timing = phase == TIMING
        return jnp.concatenate(
            [
                jnp.repeat(open_lots, len(KINDS)),
                jnp.broadcast_to(phase == LAYING, len(self.city.one)),  # B6: on any street, used or not
                self._choices(table) & (phase == CHOOSING),
                self._extensions(table) & ((phase == EXTENDING) | (phase == DOUBLING)),
                jnp.broadcast_to(phase == ARRIVING, len(self.game.board.stations)),
                jnp.stack([timing, timing]),
                self._rides(table) & (phase == RIDING),
            ]
        )

    def _open_lots(self, table: Table) -> Array:
        """B24: the free lots of the first zone that has any. B5: at first that is zone A."""
        return (table.built == NO_BUILDING) & (self._zone(table) == self.zone_of)

    def _zone(self, table: Table) -> Array:
        return jnp.min(jnp.where(table.built == NO_BUILDING, self.zone_of, len(ZONES)))

    def _choices(self, table: Table) -> Array:
        """B8: what takes one cube a round can be taken. B9: who has placed enough may pass."""
        single = np.isin(np.arange(len(ACTIONS)), SINGLE)
        free = ~single | (jnp.sum(table.placed, axis=0) == 0)
        enough = jnp.sum(table.placed[table.turn]) >= LEAST_CUBES
        return jnp.append(free, enough)

    def _extensions(self, table: Table) -> Array:
        """B15: from either end. B11: of the sticks of an extension, none that leaves fewer for the others."""
        extension = self._extension(table)
        front, back = self.city.without_waste(extension)
        from_front = (extension.ends[0] == self.extend_starts) & has(front, self.extend_streets)
        from_back = (extension.ends[1] == self.extend_starts) & has(back, self.extend_streets)
        return from_front | from_back

    def _extension(self, table: Table) -> Extension:
        """The line of the seat, and what it may do."""
        ends = table.ends[table.turn].astype(jnp.int32)
        bound = table.must_turn_off[table.turn]
        own = table.streets[table.turn]
        others = jnp.where((self.seats == table.turn)[:, None], jnp.uint32(0), table.streets)
        used = united(others)
        running_on = self._running_on(table, others)
        allowed = jax.vmap(self.city.open, in_axes=(0, 0, None, None, None))(ends, bound, own, used, running_on)
        # B20: of two ends at one junction only that laid last goes on.
        loop = jnp.stack([ends[0] == ends[1], jnp.bool_(False)])
        more = jnp.where(table.phase == EXTENDING, jnp.minimum(table.left, table.sticks[table.turn]) - 1, 0)
        return Extension(
            ends=ends,
            bound=bound,
            own=own,
            used=used,
            running_on=running_on,
            allowed=jnp.where(loop[:, None], jnp.uint32(0), allowed),
            # Ruleset 1 judged every stick by itself.
            more=jnp.where(table.over, 0, more) if self.game.ruleset > 1 else jnp.int32(0),
        )

    def _running_on(self, table: Table, others: Array) -> Array:
        """B17: the streets where a line of others runs on, as seen from their one junction and from their other."""
        last = table.last_streets.astype(jnp.int32)
        at_one = table.ends == jnp.asarray(self.city.one)[last]
        ends_there = [only(jnp.where(side, last, NOWHERE), self.city.words) for side in (at_one, ~at_one)]
        return jnp.stack([united(others & ~each[:, 0] & ~each[:, 1]) for each in ends_there])

    def _can_extend(self, table: Table) -> Array:
        """B21, for each seat: a stick is left, and a street to lay it on."""
        there = jnp.asarray(self.city.here)[table.ends.astype(jnp.int32)]
        return (table.sticks > 0) & jnp.any(there & ~table.streets[:, None] != 0, axis=(1, 2))

    def _rides(self, table: Table) -> Array:
        """B28: from where someone waits to where a building is free, both on the own line."""
        line = table.junctions[table.turn]
        waiting, free = self._waiting_and_free(table)
        return has(waiting & line, self.ride_starts) & has(free & line, self.ride_ends)

    def _waiting_and_free(self, table: Table) -> tuple[Array, Array]:
        """B27: as many as there are buildings of the kind on the clock are content, the others wait."""
        wanted = self._wanted(table)
        return packed(table.people > wanted), packed(table.people < wanted)

    def _wanted(self, table: Table) -> Array:
        """By junction: buildings of the kind on the clock."""
        shown = (np.arange(len(KINDS)) == table.clock)[:, None]
        return jnp.sum(jnp.where(shown, table.kinds_at, 0), axis=0, dtype=jnp.int8)

    def _can_ride(self, table: Table) -> Array:
        """For each seat."""
        waiting, free = self._waiting_and_free(table)
        somebody = jnp.any(table.junctions & waiting != 0, axis=1)
        return somebody & jnp.any(table.junctions & free != 0, axis=1)

    # ---- Playing a move

    def carry_out(self, table: Table, move: Array, luck: Luck) -> Table:  # noqa: ARG002 (nothing is left to chance)
        """Make a move that is known to be legal, and ask the next one."""
        book = self.game.book
        deed = Deed(*jnp.asarray(self.deeds)[move].astype(jnp.int32))
        mine = self.seats == table.turn
        table = self._lay_stick(self._put_building(table, deed), deed, mine)
        table = self._move_people(self._place_cube(table, deed, mine), deed, mine)
        stops = (move == book.stop.index).astype(jnp.int32)
        table = table._replace(
            passed=table.passed | mine & (move == book.stop_choosing.index),
            # B25: who stops time takes a stone; otherwise the hand moves on.
            stones=table.stones + mine * stops,
            stones_left=table.stones_left - stops,
            clock=jnp.where(move == book.tick.index, self._hour_after(table), table.clock),
            left=jnp.maximum(table.left - 1, 0),
        )
        return self._go_on(table)

    def _hour_after(self, table: Table) -> Array:
        """B25: house, office, pub, house …"""
        return (table.clock + 1) % len(KINDS)

    def _put_building(self, table: Table, deed: Deed) -> Table:
        """B5, B24."""
        here = (np.arange(len(KINDS)) == deed.kind)[:, None] & (self.places == jnp.asarray(self.lot_at)[deed.lot])
        return table._replace(
            built=jnp.where(self.lots == deed.lot, deed.kind, table.built).astype(jnp.int8),
            kinds_at=table.kinds_at + here.astype(jnp.int8),
        )

    def _lay_stick(self, table: Table, deed: Deed, mine: Array) -> Table:
        """B15: the line goes on from an end. B20: if both are there, from the one laid last, which stands last."""
        mine = mine & (deed.street >= 0)
        street = only(deed.street, self.city.words)
        used = jnp.any(table.streets & street != 0)
        first = table.phase == LAYING  # B6
        turned = table.ends[:, 1] != deed.start

        def extended(ends: Array, front: Array | bool, back: Array | bool) -> Array:
            staying = jnp.where(first, front, jnp.where(turned, ends[:, 1], ends[:, 0]))
            laid = jnp.stack([staying, jnp.broadcast_to(back, staying.shape)], axis=1)
            return jnp.where(mine[:, None], laid, ends).astype(ends.dtype)

        stops = only(deed.start, self.junction_words) | only(deed.end, self.junction_words)
        return table._replace(
            streets=jnp.where(mine[:, None], table.streets | street, table.streets),
            junctions=jnp.where(mine[:, None], table.junctions | stops, table.junctions),
            ends=extended(table.ends, deed.start, deed.end),
            last_streets=extended(table.last_streets, deed.street, deed.street),
            must_turn_off=extended(table.must_turn_off, jnp.bool_(False), used & ~first),  # B19
            sticks=table.sticks - mine,
        )

    def _place_cube(self, table: Table, deed: Deed, mine: Array) -> Table:
        """B8: on the next space of the action."""
        here = np.arange(len(ACTIONS)) == deed.action
        place = jnp.sum(jnp.where(here, table.placed, 0))
        worth_by_space = (np.array(WORTH_BY_SPACE) == deed.action)[:, None] & (self.spaces == place)
        runs = (deed.action == VRROOOMM) & (self.vrrooomm_spaces == place)
        return table._replace(
            cubes=table.cubes - (mine & (deed.action >= 0)),
            placed=table.placed + (mine[:, None] & here).astype(jnp.int8),
            spaces=jnp.where(worth_by_space, table.turn, table.spaces).astype(jnp.int8),
            vrrooomm=jnp.where(runs, table.turn, table.vrrooomm).astype(jnp.int8),
        )

    def _move_people(self, table: Table, deed: Deed, mine: Array) -> Table:
        """B23: from the supply to a station. B28: a point for every passenger carried, who stays there (B29)."""
        rides = deed.leaves >= 0
        comes = (self.places == deed.arrives).astype(jnp.int8)
        points = table.points + (mine & rides)
        return table._replace(
            people=table.people + comes - (self.places == deed.leaves).astype(jnp.int8),
            carried=table.carried + comes * rides,
            supply=table.supply - ((deed.arrives >= 0) & ~rides),
            points=points,
            reached=jnp.where(mine & rides, jnp.sum(points), table.reached),  # B33
        )

    # ---- Who is asked next

    def _go_on(self, table: Table) -> Table:
        """The next decision. Every stage tells whether it is over, and then the next one begins (B10)."""
        phase = table.phase
        can_extend = self._can_extend(table)
        table, set_up = self._go_on_setting_up(table, can_extend)
        table, chosen = self._next_to_choose(table, phase == CHOOSING, table.turn)
        table, extended = self._next_extension(table, phase, chosen, can_extend)
        table = self._buy_bus(table, extended)
        table, arrived = self._next_arrival(table, phase, extended)
        table, built = self._next_building(table, phase, arrived)
        table, timed = self._next_hour(table, phase, built)
        table, driven = self._next_ride(table, phase, timed)
        table, ended = self._end_round(table, driven)
        return self._begin_round(table, set_up | ended)

    def _ask(self, table: Table, when: Array, phase: int, seat: Array, space: Array | int, left: Array | int) -> Table:
        return table._replace(
            phase=jnp.where(when, phase, table.phase),
            turn=jnp.where(when, seat, table.turn),
            space=jnp.where(when, space, table.space),
            left=jnp.where(when, left, table.left),
        )

    def _go_on_setting_up(self, table: Table, can_extend: Array) -> tuple[Table, Array]:
        """B5, B6: from the first player clockwise, then from the last player back to the first."""
        seats = self.game.seats
        phase, after = table.phase, (table.turn + 1) % seats
        all_had_it = after == table.first
        both_built = (phase == FOUNDING) & (table.left == 0)
        since_first = (self.seats - table.first) % seats
        still_to_double = since_first < (table.turn - table.first) % seats + (phase == LAYING)
        # B21: who can lay none is not asked.
        last = jnp.max(jnp.where(still_to_double & can_extend, since_first, NOBODY))
        doubling = (phase == DOUBLING) | (phase == LAYING) & all_had_it
        table = self._ask(table, both_built & ~all_had_it, FOUNDING, after, 0, FOUNDED_BY_EACH)
        table = self._ask(table, both_built & all_had_it, LAYING, after, 0, 0)
        table = self._ask(table, (phase == LAYING) & ~all_had_it, LAYING, after, 0, 0)
        table = self._ask(table, doubling & (last >= 0), DOUBLING, (table.first + last) % seats, 0, 0)
        return table, doubling & (last < 0)

    def _next_to_choose(self, table: Table, when: Array, seat: Array) -> tuple[Table, Array]:
        """B9: the next clockwise who has cubes and has not passed; whether there is none."""
        seats = self.game.seats
        steps = jnp.where((table.cubes > 0) & ~table.passed, (self.seats - seat - 1) % seats, seats)
        fewest = jnp.min(steps)
        table = self._ask(table, when & (fewest < seats), CHOOSING, (seat + 1 + fewest) % seats, 0, 0)
        return table, when & (fewest == seats)

    def _worth(self, table: Table, action: int) -> Array:
        """B12: what space a of extension, passengers or buildings is worth now."""
        five = action == EXTENSION and self.game.seats == 5
        return jnp.max(table.buses) + int(five)  # B13

    def _cubes_on(self, table: Table, action: int) -> Array:
        return jnp.sum(table.placed[:, action], dtype=jnp.int32)

    def _next_extension(self, table: Table, phase: Array, begins: Array, can: Array) -> tuple[Table, Array]:
        """B10: the last to choose acts first and space a last. B21: stick by stick, as long as any can be laid."""
        goes_on = (table.left > 0) & can[table.turn]
        seeks = begins | (phase == EXTENDING) & ~goes_on
        worth = self._worth(table, EXTENSION)
        before = jnp.where(begins, self._cubes_on(table, EXTENSION), table.space)
        cubes = table.spaces[WORTH_BY_SPACE.index(EXTENSION)]
        able = _of_seats(can, cubes) & (self.spaces < jnp.minimum(before, worth))
        space = jnp.max(jnp.where(able, self.spaces, NOWHERE))
        found = seeks & (space >= 0)
        return self._ask(table, found, EXTENDING, cubes[space], space, worth - space), seeks & ~found

    def _buy_bus(self, table: Table, when: Array) -> Table:
        """B22: the cube goes to the parking for good."""
        bought = when & (np.arange(len(ACTIONS)) == BUS)
        return table._replace(
            buses=table.buses + jnp.where(when, table.placed[:, BUS], 0),
            placed=jnp.where(bought, 0, table.placed).astype(jnp.int8),
        )

    def _next_arrival(self, table: Table, phase: Array, begins: Array) -> tuple[Table, Array]:
        """B10: space a acts first. B23: without supply nothing happens."""
        seeks = begins | (phase == ARRIVING) & ~((table.left > 0) & (table.supply > 0))
        worth = self._worth(table, PASSENGERS)
        space = jnp.where(begins, 0, table.space + 1)
        found = seeks & (table.supply > 0) & (space < jnp.minimum(self._cubes_on(table, PASSENGERS), worth))
        seat = table.spaces[WORTH_BY_SPACE.index(PASSENGERS)][space]
        return self._ask(table, found, ARRIVING, seat, space, worth - space), seeks & ~found

    def _next_building(self, table: Table, phase: Array, begins: Array) -> tuple[Table, Array]:
        """B10: the last to choose acts first. B24: without a free lot the rest is lost and the round goes on."""
        vacant = jnp.any(table.built == NO_BUILDING)
        seeks = begins | (phase == BUILDING) & ~((table.left > 0) & vacant)
        worth = self._worth(table, BUILDINGS)
        before = jnp.where(begins, self._cubes_on(table, BUILDINGS), table.space)
        space = jnp.minimum(before, worth) - 1
        found = seeks & vacant & (space >= 0)
        seat = table.spaces[WORTH_BY_SPACE.index(BUILDINGS)][space]
        return self._ask(table, found, BUILDING, seat, space, worth - space), seeks & ~found

    def _next_hour(self, table: Table, phase: Array, begins: Array) -> tuple[Table, Array]:
        """B25: only who chose the clock is asked. B26: the last stone ends the game at once."""
        chose = table.placed[:, CLOCK] > 0
        asked = begins & jnp.any(chose)
        moves_on = begins & ~jnp.any(chose)
        out_of_stones = (phase == TIMING) & (table.stones_left == 0)
        table = self._ask(table, asked, TIMING, jnp.argmax(chose), 0, 0)
        table = table._replace(
            clock=jnp.where(moves_on, self._hour_after(table), table.clock), over=table.over | out_of_stones
        )
        return table, moves_on | (phase == TIMING) & ~out_of_stones

    def _next_ride(self, table: Table, phase: Array, begins: Array) -> tuple[Table, Array]:
        """B10: space a acts first. B29: every cube runs all buses of its player once more."""
        can = self._can_ride(table)
        seeks = begins | (phase == RIDING) & ~((table.left > 0) & can[table.turn])
        behind = jnp.where(begins, NOWHERE, table.space)
        inside = (self.vrrooomm_spaces > behind) & (self.vrrooomm_spaces < self._cubes_on(table, VRROOOMM))
        none = len(self.vrrooomm_spaces)
        space = jnp.min(jnp.where(inside & _of_seats(can, table.vrrooomm), self.vrrooomm_spaces, none))
        found = seeks & (space < none)
        seat = table.vrrooomm[space].astype(jnp.int32)
        return self._ask(table, found, RIDING, seat, space, table.buses[seat]), seeks & ~found

    def _end_round(self, table: Table, when: Array) -> tuple[Table, Array]:
        """B30: the next first player; used cubes leave the game. B31: the game may be over."""
        took_it = table.placed[:, FIRST] > 0
        left_of_first = (table.first + 1) % self.game.seats
        first = jnp.where(jnp.any(took_it), jnp.argmax(took_it), left_of_first)
        no_lot = jnp.all(table.built != NO_BUILDING)
        over = when & (no_lot | (jnp.sum(table.cubes > 0) <= 1))
        table = table._replace(
            first=jnp.where(when, first, table.first),
            placed=jnp.where(when, 0, table.placed).astype(jnp.int8),
            spaces=jnp.where(when, NOBODY, table.spaces).astype(jnp.int8),
            vrrooomm=jnp.where(when, NOBODY, table.vrrooomm).astype(jnp.int8),
            over=table.over | over,
            phase=jnp.where(over, RIDING, table.phase),
        )
        table = table._replace(space=jnp.where(table.over, 0, table.space), left=jnp.where(table.over, 0, table.left))
        return table, when & ~over

    def _begin_round(self, table: Table, when: Array) -> Table:
        """B7: the first player begins; B30: if out of cubes, the next who has some."""
        table = table._replace(
            round=table.round + when,
            passed=table.passed & ~when,
            carried=jnp.where(when, 0, table.carried).astype(jnp.int8),
        )
        return self._next_to_choose(table, when, table.first - 1)[0]

    # ---- What a seat sees

    def observe(self, table: Table, seat: Array | int) -> Array:
        """What the seat knows, which is everything: the numbers of `encode(view)`."""
        order = (jnp.asarray(seat) + self.seats) % self.game.seats
        numbers = [
            np.array(self.encoding.seat_counts) == self.game.seats,
            np.arange(len(PHASES)) == table.phase,
            self._by_seat((order == table.turn) & ~table.over),
            self._by_seat(order == table.first),
            table.round,
            *self._see_players(table, order),
            *self._see_city(table),
            *self._see_action_board(table, order),
            table.space,
            table.left,
        ]
        return jnp.concatenate([jnp.ravel(each).astype(jnp.int16) for each in numbers])

    def _by_seat(self, numbers: Array) -> Array:
        return padded(numbers, self.encoding.most_seats)

    def _see_players(self, table: Table, order: Array) -> list[Array]:
        """What the players have, and their lines."""
        board = self.game.board
        spent = self.game.cubes - table.cubes - table.buses - jnp.sum(table.placed, axis=1)
        lines = [
            unpacked(table.streets, len(board.streets)),
            unpacked(table.junctions, len(board.junctions)),
            table.ends[:, :, None] == self.places,
            self._see_last_streets(table),
            table.must_turn_off,
        ]
        pieces = [table.cubes, spent, table.buses, table.sticks, table.points, table.reached, table.stones]
        return [self._by_seat(each[order]) for each in [*pieces, table.passed, self._could_carry(table), *lines]]

    def _see_last_streets(self, table: Table) -> Array:
        """B17: by which of the streets at its junction each end came there."""
        ways = jnp.asarray(self.city.ways)[table.ends.astype(jnp.int32)]
        return (ways == table.last_streets[:, :, None]) & (table.ends >= 0)[:, :, None]

    def _could_carry(self, table: Table) -> Array:
        """B28, by seat and kind: how many all buses would carry if the clock showed that kind."""
        line = unpacked(table.junctions, len(self.places))[:, None]
        more = (table.people - table.kinds_at).astype(jnp.int32)
        waiting = jnp.sum(jnp.where(line, jnp.maximum(more, 0), 0), axis=2)
        free = jnp.sum(jnp.where(line, jnp.maximum(-more, 0), 0), axis=2)
        return jnp.minimum(table.buses[:, None], jnp.minimum(waiting, free))

    def _see_city(self, table: Table) -> list[Array]:
        """Buildings, people and the clock."""
        seated = jnp.minimum(table.people, self._wanted(table))
        kinds = np.arange(len(KINDS))
        return [
            table.built[:, None] == kinds,
            np.arange(len(ZONES)) == self._zone(table),
            seated - table.carried,
            table.people - seated,
            table.carried,
            table.supply,
            kinds == table.clock,
            self._see_hours(table),
            table.stones_left,
        ]

    def _see_hours(self, table: Table) -> Array:
        """B25, and B26: the last stone is taken without a ride."""
        kinds = np.arange(len(KINDS))
        riding = table.phase == RIDING
        still_open = (table.phase <= CHOOSING) | (self._cubes_on(table, CLOCK) > 0)
        stays = (kinds == table.clock) & (riding | still_open & (table.stones_left > 1))
        return (stays | (kinds == self._hour_after(table)) & ~riding) & ~table.over

    def _see_action_board(self, table: Table, order: Array) -> list[Array]:
        """Whose cubes lie where, and what they are worth."""
        told = self.encoding.spaces_told
        spaces = jnp.stack([*table.spaces, table.vrrooomm[:told]])
        behind = jnp.where(table.vrrooomm >= 0, (table.vrrooomm - order[0]) % self.game.seats + 1, 0)[told:]
        missing = self.encoding.most_seats * self.encoding.most_cubes - len(self.vrrooomm_spaces)
        worth = [
            jnp.maximum(self._worth(table, action) - self._cubes_on(table, action), 0)
            if action in WORTH_BY_SPACE
            else self._cubes_on(table, action) == 0
            for action in range(len(ACTIONS))
        ]
        worth[VRROOOMM] = table.buses[order[0]]
        return [
            jnp.max(table.buses),
            jnp.stack([each.astype(jnp.int32) for each in worth]),
            self._by_seat(table.placed[order]),
            jax.vmap(jax.vmap(lambda cube: self._by_seat(order == cube)))(spaces),
            jnp.pad(behind, (0, missing)),
        ]


def _of_seats(flags: Array, cubes: Array) -> Array:
    """The flag of the seat that each cube belongs to."""
    found = jnp.zeros(cubes.shape, bool)
    for seat in range(len(flags)):
        found |= (cubes == seat) & flags[seat]
    return found


def _deed(game: Bus, move: Move) -> list[int]:
    """What a move does, in the order of the parts of a deed."""
    does: dict[str, int] = {}
    if isinstance(move, Build):
        does = {"lot": move.lot, "kind": move.kind}
    elif isinstance(move, Lay):
        street = game.board.streets[move.street]
        does = {"street": move.street, "start": street.one, "end": street.other}
    elif isinstance(move, Choose):
        does = {"action": move.action}
    elif isinstance(move, Extend):
        does = {"street": move.street, "start": move.start, "end": move.end}
    elif isinstance(move, Arrive):
        does = {"arrives": move.station}
    elif isinstance(move, Ride):
        does = {"leaves": move.start, "arrives": move.end}
    return [does.get(part, NOWHERE) for part in Deed._fields]


ENGINE = BusEngine
