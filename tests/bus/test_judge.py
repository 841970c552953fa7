"""Who judges for `master`: what it sees of a position, whom it refuses to judge for, and how `master` plays with it."""

import json
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from omnibus.bots import bot_named
from omnibus.bots.bot import Budget, Kind
from omnibus.bots.bus.judge import (
    ARRIVALS,
    FREE,
    JUNCTIONS,
    LINES,
    OPEN_LOTS,
    ROWS,
    SEAT,
    TABLE,
    WAITING,
    _judge_in,
    judge_for,
    layout,
    numbers_of,
)
from omnibus.bots.bus.master import sit_down
from omnibus.bots.bus.plan import finish_round
from omnibus.bots.bus.prospects import chances
from omnibus.bots.honesty import check_honesty
from omnibus.bots.network import BadNetwork
from omnibus.rules.bus import Bus
from omnibus.rules.bus.state import BusState
from tests.bus.positions import position

WIDTH, JUNCTION_WIDTH = 6, 3
SEEN = len(SEAT) + len(TABLE) + 9 + 3 + 6 + 1 + 2 * JUNCTION_WIDTH
OURS = Path(__file__).parents[2] / "src" / "omnibus" / "bots" / "bus" / "network"


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Another test's folder may have had the same name."""
    yield
    _judge_in.cache_clear()


def write_judge(folder: Path, **changes: Any) -> Path:
    """A judge who has learnt nothing, and thinks something of everything."""
    rng = np.random.default_rng(1)
    shapes = {
        "junction": (ROWS, JUNCTION_WIDTH),
        "junction bias": (JUNCTIONS, JUNCTION_WIDTH),
        "seat": (SEEN, WIDTH),
        "seat bias": (WIDTH,),
        "table": (2 * WIDTH, WIDTH),
        "table bias": (WIDTH,),
        "straight": (SEEN, 1),
        "odds": (WIDTH,),
    }
    weights: dict[str, Any] = {name: rng.normal(0, 0.1, shape).astype(np.float16) for name, shape in shapes.items()}
    packed = BytesIO()
    np.savez(packed, trust=np.float16(1), **weights)
    manifest = {"game": "bus", "ruleset": 2, "encoding": layout(), "sha256": sha256(packed.getvalue()).hexdigest()}
    folder.mkdir()
    (folder / "weights.npz").write_bytes(packed.getvalue())
    (folder / "manifest.json").write_text(json.dumps({**manifest, **changes}))
    return folder


def between_rounds(seats: int, seed: str, after: int) -> BusState:
    """A position of a game in which everyone does the obvious."""
    state, rng = Bus(seats).start(seed), Random(seed)
    for _ in range(after):
        finish_round(state, rng)
    return state


def test_what_is_seen_of_a_position() -> None:
    built = {"C1.1": "office", "C3.1": "pub"}
    state = position("C3 C2 C1", "C2 C1", "E10 E9", people={"C3": 2, "E10": 1}, built=built, first=1)
    numbers = numbers_of(state)
    c1, c2, c3 = (state.game.board.junction_named[name] for name in ("C1", "C2", "C3"))
    assert set(np.flatnonzero(numbers.lines[0])) == {c1, c2, c3}
    assert set(np.flatnonzero(numbers.lines[1])) == {c1, c2}
    assert numbers.city[LINES, [c1, c2, c3]].tolist() == [2, 2, 1]
    # The clock will show offices next, then pubs, then houses.
    assert numbers.city[WAITING:FREE, c3].tolist() == [2, 1, 2]
    assert numbers.city[FREE:ARRIVALS, c1].tolist() == [1, 0, 0]
    lots = [lot.name for lot in state.game.board.lots if lot.zone == 0]
    assert numbers.city[OPEN_LOTS].sum() == len(lots) - sum(name in lots for name in ("C1.1", "C3.1"))
    assert numbers.city[ARRIVALS].sum() == 2 * state.supply
    assert dict(zip(SEAT, numbers.seats[1].tolist(), strict=True))["first"] == 1
    assert dict(zip(TABLE, numbers.table.tolist(), strict=True))["3 seats"] == 1
    beyond = {state.game.board.junctions[junction] for junction in np.flatnonzero(numbers.ahead[0])}
    assert beyond
    assert not beyond & {"C1", "C2", "C3"}
    assert all(_next_to(state, junction, ("C1", "C3")) for junction in beyond)


def test_a_line_does_not_reach_what_it_has() -> None:
    state = position("E8 E7 I2", "C3 C2", "E5 M6")
    assert _next_to(state, "I2", ("E8",))
    assert not numbers_of(state).ahead[0, state.game.board.junction_named["E8"]]


def _next_to(state: BusState, junction: str, ends: tuple[str, ...]) -> bool:
    board = state.game.board
    return any((board.junction_named[end], board.junction_named[junction]) in board.street_between for end in ends)


@pytest.mark.parametrize("seats", Bus.seat_counts)
def test_it_does_not_matter_who_sits_where(tmp_path: Path, seats: int) -> None:
    judge = judge_for(Bus(seats), write_judge(tmp_path / "judge"))
    state = between_rounds(seats, f"moved on {seats}", after=6)
    found = judge.chances(state)
    assert sum(found) == pytest.approx(1)
    assert found != pytest.approx(chances(state), abs=1e-3), "the rule of thumb is corrected"
    moved = state.copy()
    for name in ("cubes", "spent", "buses", "sticks", "points", "reached", "stones", "trails", "must_turn_off"):
        setattr(moved, name, getattr(state, name)[-1:] + getattr(state, name)[:-1])
    moved.first = (state.first + 1) % seats
    moved._work_out()
    assert judge.chances(moved) == pytest.approx(found[-1:] + found[:-1], abs=1e-5)


def test_a_game_that_is_over_is_won_by_who_won_it(tmp_path: Path) -> None:
    state = between_rounds(3, "over", after=30)
    assert state.result is not None
    found = judge_for(Bus(3), write_judge(tmp_path / "judge")).chances(state)
    assert found == [(seat in state.result.winners) / len(state.result.winners) for seat in range(3)]


def test_a_judge_for_something_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadNetwork, match="plays bus by ruleset 1, not bus by ruleset 2"):
        judge_for(Bus(3), write_judge(tmp_path / "old", ruleset=1))
    with pytest.raises(BadNetwork, match="plays bus by ruleset 2, not bus by ruleset 1"):
        judge_for(Bus(3, 1), write_judge(tmp_path / "new"))
    with pytest.raises(BadNetwork, match="learnt bus from another encoding"):
        judge_for(Bus(3), write_judge(tmp_path / "other", encoding=layout()[1:]))
    with pytest.raises(BadNetwork, match="are not those that the manifest tells of"):
        judge_for(Bus(3), write_judge(tmp_path / "damaged", sha256="0"))


# ---- The player


def test_the_same_iterations_lead_to_the_same_legal_move(tmp_path: Path) -> None:
    folder = write_judge(tmp_path / "judge")
    for seats in Bus.seat_counts:
        state = between_rounds(seats, f"same {seats}", after=4)
        view = state.view(state.turn[0])
        kind = Kind(lambda: sit_down(folder), Budget(iterations=30))
        chosen = [kind.seated()(view, Random(5)) for _ in range(2)]
        assert chosen[0] == chosen[1]
        assert chosen[0] in [move["text"] for move in view["legal"]]


@pytest.mark.slow
def test_it_plays_by_what_it_sees(tmp_path: Path) -> None:
    folder = write_judge(tmp_path / "judge")
    kind = Kind(lambda: sit_down(folder), Budget(iterations=8))
    check_honesty(Bus(3), kind, decisions=6, budget=Budget(iterations=8))


def test_the_judge_we_bring_fits_the_rules() -> None:
    assert sum(path.stat().st_size for path in OURS.iterdir()) <= 1_000_000
    for seats in Bus.seat_counts:
        judge = judge_for(Bus(seats), OURS)
        assert judge is judge_for(Bus(3), OURS), "read once"
    assert judge.manifest["recipe"]["game"] == "bus"
    assert judge.manifest["ruleset"] == bot_named("master", "bus").ruleset == Bus.rulesets[-1]


def test_the_judge_we_bring_knows_who_is_ahead() -> None:
    """Three alike, late in the game, but for what one has."""
    lines = ("C3 C2 C1", "E10 E9 E8", "E5 M6 E6")
    judge = judge_for(Bus(3), OURS)
    points = judge.chances(position(*lines, cubes=[4, 4, 4], points=[8, 5, 5]))
    assert points[0] > 0.5 > max(points[1:])
