"""The batched Next Station plays by the rules."""

from itertools import product
from random import Random
from typing import Any, cast

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import Array

from omnibus.batch import Env, make
from omnibus.batch.luck import Luck
from omnibus.batch.nextstation import NextStationEngine, Table
from omnibus.batch.nextstation_sheet import Bits, Sheet, Sheets
from omnibus.rules.game import Move
from omnibus.rules.nextstation import NextStation
from omnibus.rules.nextstation.moves import Draw
from omnibus.rules.nextstation.state import NextStationState
from omnibus.testing.nextstation import HABITS, LANDMARKS, LANDMARKS_OF_OBJECTIVES, LANDMARKS_OF_POWERS
from tests.batch.lockstep import Difference, Lockstep, lockstep
from tests.nextstation.miniature import Miniature

MODULES = list(product((False, True), (False, True)))


def _to_the_sites(state: NextStationState, seat: int, legal: list[Move], rng: Random) -> Move:
    """Goes to the sites, so that more than ten are marked now and then."""
    stations = state.board.stations
    ahead = [station for n, station in enumerate(stations) if station.site and not state.stations[seat] >> n & 1]

    def how_far(move: Move) -> int:
        if not isinstance(move, Draw) or not ahead:
            return 100
        to = stations[move.to]
        return 0 if to.site else min(1 + max(abs(to.x - site.x), abs(to.y - site.y)) for site in ahead)

    nearest = min(map(how_far, legal))
    return rng.choice([move for move in legal if how_far(move) == nearest])


# ---- The same games


@pytest.mark.slow
def test_two_seats_with_both_modules_play_the_same_games() -> None:
    both = lockstep("nextstation", 2, games=24, at_once=24, seed="few", objectives=True, powers=True)
    assert both.games == 24
    assert both.decisions > 24 * 2 * 20
    assert len(both.landmarks & LANDMARKS_OF_POWERS) > 5


@pytest.mark.slow
def test_alone_on_a_miniature_board_it_is_the_same_game() -> None:
    both = Lockstep(Env(NextStationEngine(Miniature())))
    _play(both, 24, at_once=24)
    assert both.games == 24


@pytest.mark.soak
@pytest.mark.parametrize("options", [{"objectives": first, "powers": second} for first, second in MODULES], ids=str)
def test_every_table_plays_the_same_games(options: dict[str, bool]) -> None:
    landmarks: set[str] = set()
    for seats in NextStation.seat_counts:
        both = lockstep("nextstation", seats, games=500, at_once=125, seed="many", **options)
        assert both.games >= 500
        landmarks |= both.landmarks
    wanted = LANDMARKS
    wanted |= LANDMARKS_OF_OBJECTIVES if options["objectives"] else set()
    wanted |= LANDMARKS_OF_POWERS if options["powers"] else set()
    assert wanted <= landmarks


@pytest.mark.soak
def test_no_more_than_ten_site_marks_are_kept() -> None:
    both = Lockstep(make("nextstation"), habits=[_to_the_sites])
    most = 0
    for first in range(0, 500, 125):
        _play(both, 125, at_once=125, first=first)
        sheets = [cast(NextStationState, state).sheets[0] for state in both.states]
        most = max(most, *(sum(line.sites for line in sheet) for sheet in sheets))
    assert most > 10


@pytest.mark.soak
@pytest.mark.parametrize("options", [{"objectives": first, "powers": second} for first, second in MODULES], ids=str)
def test_the_miniature_board_has_the_same_games(options: dict[str, bool]) -> None:
    both = Lockstep(Env(NextStationEngine(Miniature(**options))))
    _play(both, 500, at_once=100)
    assert both.games == 500


# ---- Faults that are planted are found


class _CrossedLines(Sheets):
    """N11 forgotten: sections may cross."""

    def __init__(self, game: NextStation):
        super().__init__(game)
        sections = np.arange(len(self.closed_by))
        self.closed_by = np.zeros_like(self.closed_by)
        self.closed_by[sections, sections // 32] = np.uint32(1) << (sections % 32).astype(np.uint32)


class _ForgetfulShuffle(NextStationEngine):
    """N3 forgotten: the cards of the first round stay away."""

    def _begin_turn(self, table: Table, left: Array, begins: Array, luck: Luck) -> Table:
        fresh = (left == self.all_cards) & (table.round > 0)
        return super()._begin_turn(table, jnp.where(fresh, left & ~jnp.uint32(1), left), begins, luck)


class _LostEnd(Sheets):
    """N7 forgotten: the departure station is no end once a section has left it."""

    def draw(self, sheet: Sheet, start: Array, to: Array, closes: Bits, crossings: Array, now: Array) -> Sheet:
        sheet = super().draw(sheet, start, to, closes, crossings, now)
        return sheet._replace(ends=sheet.ends & ~self.only(start).if_(now))


class _Leak(Sheets):
    """N4 forgotten: an observation shows the line that another one is drawing."""

    def without_line(self, sheet: Sheet) -> Sheet:
        return sheet


class _NoSharedVictory(NextStationEngine):
    """N20 forgotten: among equals the lower seat is ahead."""

    def ranks(self, table: Table) -> Array:
        scores = self.scores(table) * 1000 + table.sheets.best * 10 - np.arange(self.game.seats)
        return 1 + jnp.sum(scores[None, :] > scores[:, None], axis=1, dtype=jnp.int32)


class _BestLineForgotten(NextStationEngine):
    """N20 forgotten: the best line breaks no tie."""

    def ranks(self, table: Table) -> Array:
        scores = self.scores(table)
        return 1 + jnp.sum(scores[None, :] > scores[:, None], axis=1, dtype=jnp.int32)


class _WrongWay(NextStationEngine):
    """N2 forgotten: pencils go round the other way."""

    def _colours(self, table: Table) -> Array:
        return super()._colours(table._replace(round=-table.round))


class _SparesFalling(NextStationEngine):
    """N2 forgotten: spare pencils lie in falling order."""

    def __init__(self, game: NextStation):
        super().__init__(game)
        self.free_places = self.free_places[::-1]


class _EveryMark(NextStationEngine):
    """N16 forgotten: more than ten site marks are kept, and seen."""

    def _look_at(self, table: Table, sheet: Sheet, seat: Array | int) -> list[Array]:
        looked = super()._look_at(table, sheet, seat)
        looked[3] = sheet.marks
        return looked


class _JokerForAll(NextStationEngine):
    """N24 forgotten: after a joker card the second section may lead anywhere."""

    def _use_power(self, table: Table, sheets: Sheet, move: Array, acts: Array) -> tuple[Sheet, Array]:
        anywhere = np.full_like(self.symbol_of, 4)
        kept, self.symbol_of = self.symbol_of, anywhere
        found = super()._use_power(table, sheets, move, acts)
        self.symbol_of = kept
        return found


class _UsedAgain(NextStationEngine):
    """N23 forgotten: a power may be used as often as one likes."""

    def _power(self, table: Table) -> Array:
        unused = table.sheets._replace(used=jnp.zeros_like(table.sheets.used))
        return super()._power(table._replace(sheets=unused))


Fault = type[NextStationEngine] | type[Sheets]


def _with_fault(fault: Fault, game: NextStation) -> NextStationEngine:
    if issubclass(fault, NextStationEngine):
        return fault(game)
    engine = NextStationEngine(game)
    engine.sheets = fault(game)
    engine._lay_moves()
    return engine


def _catch(fault: Fault, game: NextStation, games: int) -> Difference:
    both = Lockstep(Env(_with_fault(fault, game)), habits=[*HABITS.values(), _to_the_sites])
    with pytest.raises(Difference) as caught:
        _play(both, games)
    return caught.value


def _play(both: Lockstep, games: int, at_once: int = 25, first: int = 0) -> None:
    for start in range(first, first + games, at_once):
        both.play([f"{number}" for number in range(start, start + at_once)])


FAULTS = [
    (_CrossedLines, 1, {}, "sections closed"),
    (_LostEnd, 1, {}, "legal moves"),
    (_Leak, 2, {}, "next: "),
    (_ForgetfulShuffle, 1, {}, "legal moves"),
    (_NoSharedVictory, 3, {}, "ranks"),
    (_BestLineForgotten, 4, {}, "ranks"),
    (_WrongWay, 3, {}, "legal moves"),
    (_SparesFalling, 2, {}, "pencils"),
    (_EveryMark, 1, {}, "site marks"),
    (_JokerForAll, 1, {"powers": True}, "legal moves"),
    (_UsedAgain, 1, {"powers": True}, "legal moves"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "where"), [(_LostEnd, "legal moves"), (_ForgetfulShuffle, "turn of the round")])
def test_a_planted_fault_is_found(fault: Fault, where: str) -> None:
    assert where in str(_catch(fault, Miniature(), games=25))


@pytest.mark.soak
@pytest.mark.parametrize(("fault", "seats", "options", "where"), FAULTS)
def test_every_planted_fault_is_found(fault: Fault, seats: int, options: dict[str, bool], where: str) -> None:
    assert where in str(_catch(fault, NextStation(seats, **options), games=2000))


# ---- Luck from keys


def _random_games(env: Env[Any], tables: int, seed: int) -> tuple[Any, np.ndarray]:
    """Games of uniformly random moves, to their end, and how many decisions each had."""

    def decide(carry: tuple[Any, Array], key: Array) -> tuple[tuple[Any, Array], None]:
        state, decisions = carry
        for_move, for_step = jax.random.split(key)
        lots = jax.random.uniform(for_move, state.legal_action_mask.shape)
        move = jnp.argmax(jnp.where(state.legal_action_mask, lots, -1.0), axis=1)
        decisions = decisions + ~state.terminated
        return (jax.vmap(env.step)(state, move, jax.random.split(for_step, tables)), decisions), None

    state = jax.vmap(env.init)(jax.random.split(jax.random.key(seed), tables))
    keys = jax.random.split(jax.random.key(seed + 1), 4 + 4 * 10)
    play = jax.jit(lambda state, keys: jax.lax.scan(decide, (state, jnp.zeros(tables, jnp.int32)), keys)[0])
    state, decisions = play(state, keys)
    return state, np.asarray(decisions)


@pytest.mark.soak
def test_random_games_are_as_long_and_as_good_as_those_of_independent_programs() -> None:
    """67.5 points with uniformly random moves, 36.65 turns a game."""
    state, decisions = _random_games(make("nextstation"), tables=4096, seed=1)
    assert np.asarray(state.terminated).all()
    scores = np.asarray(state.scores[:, 0])
    assert abs(scores.mean() - 67.5) < 1.0
    assert abs((decisions - 4).mean() - 36.65) < 0.2
    assert np.array_equal(np.asarray(state.scores), [[score] for score in scores])


@pytest.mark.slow
def test_every_card_comes_as_often_as_every_other() -> None:
    """The first open card of a round is any of the ten; a switch comes with one in ten of them."""
    engine = NextStationEngine(NextStation(1))
    tables = 20_000
    table = jax.vmap(engine.set_up)(jax.random.split(jax.random.key(0), tables))
    carry_out = jax.jit(jax.vmap(engine.carry_out))
    for colour in range(4):
        keys = jax.random.split(jax.random.key(colour), tables)
        table = carry_out(table, jnp.full(tables, colour, jnp.int32), keys)
    drawn = np.asarray(table.left) ^ engine.all_cards
    switch = (drawn & engine.switches) > 0
    assert abs(switch.mean() - 1 / 11) < 0.01
    open_card = drawn & ~engine.switches
    counts = np.array([(open_card == 1 << card).sum() for card in range(10)])
    assert counts.sum() == tables
    assert ((counts - tables / 10) ** 2 / (tables / 10)).sum() < 27.9  # one time in a thousand by chance
