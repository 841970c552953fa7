"""Who judges for `master`: what it sees of a position, whom it refuses to judge for, and what it knows."""

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
from omnibus.bots.network import BadNetwork
from omnibus.bots.terminus.hard import choose_secrets
from omnibus.bots.terminus.judge import _judge_in, judge_for
from omnibus.bots.terminus.master import as_it_is
from omnibus.bots.terminus.numbers import FAR, LINE, SEAT, Position, between_rounds, layout, position_of, rows_of, seen
from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.state import TerminusState
from tests.terminus.positions import position

OURS = Path(__file__).parents[2] / "src" / "omnibus" / "bots" / "terminus" / "network"


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Another test's folder may have had the same name."""
    yield
    _judge_in.cache_clear()


def write_judge(folder: Path, **changes: Any) -> Path:
    """A judge who has learnt nothing, and thinks something of everything."""
    rng = np.random.default_rng(1)
    weights: dict[str, Any] = {}
    for which, line_width, width in (("", 3, 6), ("held ", 2, 4)):
        seen = len(SEAT) + len(LINE) + line_width
        shapes: dict[str, tuple[int, ...]] = {
            "line": (len(LINE), line_width),
            "line bias": (line_width,),
            "seat": (seen, width),
            "seat bias": (width,),
            "straight": (seen,),
            "odds": (width,),
        }
        if not which:
            shapes |= {"table": (2 * width, width), "table bias": (width,)}
        weights |= {which + name: rng.normal(0, 0.05, shape).astype(np.float16) for name, shape in shapes.items()}
    packed = BytesIO()
    np.savez(packed, **weights)
    manifest = {"game": "terminus", "ruleset": 1, "encoding": layout(), "sha256": sha256(packed.getvalue()).hexdigest()}
    folder.mkdir()
    (folder / "weights.npz").write_bytes(packed.getvalue())
    (folder / "manifest.json").write_text(json.dumps({**manifest, **changes}))
    return folder


def dealt(seats: int, seed: str) -> TerminusState:
    """A round in which a few turns have been played."""
    state, rng = Terminus(seats).start(seed), Random(seed)
    choose_secrets(state)
    for _ in range(3 * seats):
        state.play(state.turn[0], rng.choice(state.legal(state.turn[0])))
    return state


def as_it_lies(state: TerminusState) -> Position:
    return position_of(as_it_is(state), state.active)


def of_seat(position: Position, seat: int) -> dict[str, float]:
    return dict(zip(SEAT, seen(rows_of([position])).seats[0, seat].tolist(), strict=True))


def of_line(position: Position, seat: int, line: int) -> dict[str, float]:
    return dict(zip(LINE, seen(rows_of([position])).lines[0, seat, line].tolist(), strict=True))


def test_what_is_seen_of_seats() -> None:
    state = position(
        "M1 T5 2*", "B1 M*", "B4", secrets=["T4", "B2 M3", "3*"], scores=[10, 40, 25], target=100, active=1
    )
    first, second, third = (of_seat(as_it_lies(state), seat) for seat in range(3))
    assert [each["lacks"] for each in (first, second, third)] == [90, 60, 75]
    assert [each["behind"] for each in (first, second, third)] == [0, 30, 15]
    assert second["behind the rest"] == 22.5
    assert (first["held"], first["stacked"], first["number jokers"]) == (8, 4, 1)
    assert (second["held"], second["stacked"], second["other jokers"]) == (7, 5, 1)
    assert second["lacks after counting"] == 48
    assert [each["waits"] for each in (first, second, third)] == [2, 0, 1]
    assert [each["next"] for each in (first, second, third)] == [0, 1, 0]
    assert [each["last"] for each in (first, second, third)] == [1, 0, 0]
    assert first["fewest of others"] == 1
    assert third["fewest of others"] == 1 / 2
    assert (first["secret 4"], second["secret 3"], second["secret 2"], third["secret joker"]) == (1, 1, 0, 1)
    assert all(each["3 seats"] == 1 and each["4 seats"] == 0 for each in (first, second, third))


def test_what_is_seen_of_lines() -> None:
    state = position("M1 M3 M4 M*", "T1 **", "B4", secrets=["M5", "2*", "T3"], lines="M1 M2 / T1", aside="B1", active=0)
    metro = of_line(as_it_lies(state), 0, 0)
    assert (metro["2 places"], metro["worth"]) == (1, 4), "what was set aside counts"
    assert (metro["ready"], metro["points ready"]) == (1, 1), "one number lies there already"
    assert (metro["further places"], metro["points it could lay"], metro["may complete"]) == (3, 14, 1), "with a joker"
    assert metro["leaves none"] == 1
    assert (metro["rides"], metro["riding number"], metro["pays"], metro["riders below"]) == (1, 5, 0, 1)
    theirs = of_line(as_it_lies(state), 1, 0)
    assert (theirs["rides"], theirs["pays"], theirs["worth if it pays"]) == (1, 1, 4)
    assert theirs["others may complete before"] == 1
    assert of_line(as_it_lies(state), 0, 0)["others may complete before"] == 0
    assert of_seat(as_it_lies(state), 0)["may go out"] == 1
    assert of_seat(as_it_lies(state), 1)["others may go out before"] == 1
    tram = of_line(as_it_lies(state), 1, 1)
    assert (tram["1 place"], tram["ready"], tram["further places"], tram["leaves none"]) == (1, 1, 1, 1)
    assert (of_line(as_it_lies(state), 2, 1)["rides"], of_line(as_it_lies(state), 2, 0)["rides"]) == (1, 0)


def test_one_joker_fills_one_place() -> None:
    state = position("1* 2* M3", "T1 B1", secrets=["T4", "B5"])
    metro = of_line(as_it_lies(state), 0, 0)
    assert (metro["further places"], metro["points it could lay"], metro["leaves one"]) == (1, 1, 0)


def test_between_rounds_nobody_has_cards() -> None:
    nothing = between_rounds([50, 60, FAR], 2)
    for seat in range(3):
        numbers = of_seat(nothing, seat)
        assert (numbers["cards"], numbers["may go out"], numbers["round goes on"], numbers["secret joker"]) == (0,) * 4
        assert numbers["fewest of others"] == 0
        assert of_line(nothing, seat, 0)["rides"] == 0
        assert of_line(nothing, seat, 0)["leaves none"] == 0
    assert of_seat(nothing, 2)["next"] == 1
    assert of_seat(as_it_lies(dealt(3, "on")), 0)["round goes on"] == 1


@pytest.mark.parametrize("seats", Terminus.seat_counts)
def test_it_does_not_matter_who_sits_where(tmp_path: Path, seats: int) -> None:
    judge = judge_for(Terminus(seats), write_judge(tmp_path / "judge"))
    state = dealt(seats, f"moved on {seats}")
    where = as_it_lies(state)
    moved = where._replace(
        **{
            name: getattr(where, name)[-1:] + getattr(where, name)[:-1]
            for name in ("hands", "tops", "stacked", "lacks")
        },
        next=(where.next + 1) % seats,
    )
    there, elsewhere = judge.chances([where, moved]).tolist()
    assert sum(there) == pytest.approx(1, abs=1e-5)
    assert max(there) > min(there)
    assert elsewhere == pytest.approx(there[-1:] + there[:-1], abs=1e-5)


def test_one_position_is_judged_as_it_is_among_many(tmp_path: Path) -> None:
    judge = judge_for(Terminus(3), write_judge(tmp_path / "judge"))
    many = [as_it_lies(dealt(3, f"one of {number}")) for number in range(5)] + [between_rounds([20, 30, 40], 1)]
    together = judge.chances(many)
    assert len({tuple(row) for row in together.round(4).tolist()}) == len(many)
    for row, each in zip(together, many, strict=True):
        assert judge.chances([each])[0] == pytest.approx(row, abs=1e-5)


def test_what_the_seat_itself_holds_makes_no_guess_more_likely(tmp_path: Path) -> None:
    judge = judge_for(Terminus(3), write_judge(tmp_path / "judge"))
    guesses = [as_it_lies(position("M1", other, "B4", secrets=["T4", "B2", "3*"])) for other in ("T1 T2", "B1 **")]
    likely = judge.likely(guesses, 0)
    assert sum(likely) == pytest.approx(1)
    assert abs(likely[0] - likely[1]) > 1e-3
    assert judge.likely(guesses[:1] * 2, 0) == pytest.approx([0.5, 0.5])


def test_a_judge_for_something_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadNetwork, match="plays terminus by ruleset 2, not terminus by ruleset 1"):
        judge_for(Terminus(3), write_judge(tmp_path / "other", ruleset=2))
    with pytest.raises(BadNetwork, match="learnt terminus from another encoding"):
        judge_for(Terminus(3), write_judge(tmp_path / "encoding", encoding=layout()[1:]))
    with pytest.raises(BadNetwork, match="are not those that the manifest tells of"):
        judge_for(Terminus(3), write_judge(tmp_path / "damaged", sha256="0"))


# ---- The judge that we bring


def test_the_judge_we_bring_fits_the_rules() -> None:
    assert sum(path.stat().st_size for path in OURS.iterdir()) <= 1_000_000
    for seats in Terminus.seat_counts:
        judge = judge_for(Terminus(seats), OURS)
        assert judge is judge_for(Terminus(4), OURS), "read once"
    assert judge.manifest["recipe"]["game"] == "terminus"
    assert judge.manifest["ruleset"] == bot_named("master", "terminus").ruleset == Terminus.rulesets[-1]


def test_the_judge_we_bring_knows_who_is_ahead() -> None:
    """Four alike, but for the points they lack to the target, at which the game is over and most points lose."""
    (ahead, *others), (early, *_) = judge_for(Terminus(4), OURS).chances(
        [between_rounds([60, 30, 30, 30], 0), between_rounds([100, 90, 90, 90], 0)]
    )
    assert ahead > 0.6 > early > 0.25 > max(others)


def test_the_judge_we_bring_does_not_believe_in_hands_that_would_have_been_laid() -> None:
    """With the metro line open to its third place for all to see."""
    ready, stuck = (
        as_it_lies(position("T5 T4", hand, "B4 B5", secrets=["T4", "B2", "B3"], lines="M1 M2 M3"))
        for hand in ("M1 M2 M3", "B5 T5 T4")
    )
    likely = judge_for(Terminus(3), OURS).likely([ready, stuck], 0)
    assert likely[1] > 0.9
