"""Learning by playing: what a decision brought, exact resumption, and a network that comes out the same in NumPy."""

import json
from collections.abc import Callable, Iterator
from copy import copy
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from omnibus.bots.network import BadNetwork, chances, network_for, network_in
from omnibus.rules.game import Game
from omnibus.training import checkpoint, session
from omnibus.training.__main__ import REFUSED, main
from omnibus.training.checkpoint import Arrays
from omnibus.training.curve import draw_curve
from omnibus.training.export import export
from omnibus.training.log import Log, read_log
from omnibus.training.programs import Programs
from omnibus.training.recipe import Recipe, recipe_from
from omnibus.training.run import Run
from omnibus.training.selfplay import Passed, credited, drawn, masked
from omnibus.training.session import Session
from omnibus.training.trouble import BadCheckpoint, BadRecipe
from tests.training.echo import EchoBox, make_echo

pytestmark = pytest.mark.slow

ECHO: dict[str, Any] = {
    "game": "echo",
    "groups": [{"tables": 64, "setups": [{"seats": 1}]}, {"tables": 32, "setups": [{"seats": 2, "slips": True}]}],
    "width": 32,
    "blocks": 1,
    "steps": 8,
    "minibatches": 4,
    "learning_rate": 0.01,
    "points": 1.0,
    "pool": 2,
    "pool_every": 2,
    "early": 1,
    "decisions": 20_000,
    "evaluation_tables": 300,
}


@pytest.fixture(scope="module")
def programs() -> Iterator[Programs]:
    with pytest.MonkeyPatch.context() as patch:  # half the time of compiling, for programs that run for a moment
        patch.setattr("omnibus.training.programs._compiled", compiled_in_haste)
        yield Programs(recipe_from(ECHO), make_echo)


def compiled_in_haste(program: Any, *shapes: Any) -> Any:
    hasty = {"xla_backend_optimization_level": 0, "xla_llvm_disable_expensive_passes": True}
    return program.lower(*shapes).compile(compiler_options=hasty)


def begun(programs: Programs) -> Run:
    run = Run(programs)
    run.begin()
    return run


def bits(tree: Any) -> list[bytes]:
    return [np.asarray(leaf).tobytes() for leaf in jax.tree.leaves(tree)]


# ---- What a decision brought


def brought_by_hand(steps: list[dict[str, Any]], hopes: float, next_seat: int, trace: float) -> list[float | None]:
    """For each decision of one table what it brought, following each seat by itself; None where it is not known."""
    found: list[float | None] = []
    for first, step in enumerate(steps):
        seat, total, factor = step["seat"], 0.0, 1.0
        hope, gathered, settled = step["value"], 0.0, False
        known = False
        for at in range(first, len(steps)):
            now = steps[at]
            if at > first and now["seat"] == seat:
                total += factor * (gathered + now["value"] - hope)
                factor *= trace
                hope, gathered, known = now["value"], 0.0, True
            gathered += now["rewards"][seat]
            if now["ended"]:
                total += factor * (gathered - hope)
                settled = known = True
                break
        if not settled and next_seat == seat:
            total += factor * (gathered + hopes - hope)
            known = True
        found.append(total if known else None)
    return found


def test_moves_are_drawn_as_often_as_they_are_likely() -> None:
    logits = jnp.asarray([0.0, 1.0, -2.0, 3.0, 0.5, 9.0])
    legal = jnp.asarray([True, True, True, False, True, False])
    log_chances = jax.nn.log_softmax(masked(logits, legal))
    moves = drawn(jax.random.key(1), jnp.broadcast_to(log_chances, (20_000, 6)))
    found = np.bincount(np.asarray(moves), minlength=6) / 20_000
    assert found == pytest.approx(np.asarray(jnp.exp(log_chances)), abs=0.01)
    assert found[3] == found[5] == 0
    alone = jax.nn.log_softmax(masked(jnp.zeros((5_000, 6)), jnp.arange(6) == 5))
    assert set(np.asarray(drawn(jax.random.key(2), alone)).tolist()) == {5}


@pytest.mark.parametrize("seats", [1, 3])
def test_what_a_decision_brought(seats: int) -> None:
    rng = Random(f"credit {seats}")
    tables = [
        [
            {
                "seat": rng.randrange(seats),
                "value": rng.random(),
                "rewards": [rng.random() for _ in range(seats)],
                "ended": rng.random() < 0.2,
            }
            for _ in range(12)
        ]
        for _ in range(10)
    ]
    hopes, next_seat = [rng.random() for _ in tables], [rng.randrange(seats) for _ in tables]
    column = {
        name: np.array([[step[name] for step in steps] for steps in tables]).swapaxes(0, 1) for name in tables[0][0]
    }
    passed = SimpleNamespace(
        seat=column["seat"],
        values=np.repeat(column["value"][..., None], 2, axis=-1),
        rewards=np.repeat(column["rewards"][..., None], 2, axis=-1),
        ended=column["ended"],
    )
    heard = jnp.asarray([[each, each] for each in hopes])
    brought, known = credited(cast(Passed, passed), heard, jnp.asarray(next_seat), trace=0.8)
    for table, steps in enumerate(tables):
        by_hand = brought_by_hand(steps, hopes[table], next_seat[table], 0.8)
        assert np.asarray(known)[:, table].tolist() == [each is not None for each in by_hand]
        for row, each in zip(np.asarray(brought)[:, table], by_hand, strict=True):
            if each is not None:
                assert row == pytest.approx([each, each], abs=1e-5)


# ---- A run


def test_it_learns_against_others_and_alone(programs: Programs) -> None:
    run = begun(programs)
    before = run.evaluate()
    while not run.done:
        run.iterate()
    after = run.evaluate()
    assert before["1"]["alone"]["points"] < 2
    assert after["1"]["alone"]["points"] > 2.9
    assert after["2 slips"]["random"]["share"] > 0.8
    assert after["2 slips"]["early"]["share"] > 0.5
    assert run.at.pooled == 2


def test_a_run_that_stopped_goes_on_as_if_it_had_not(programs: Programs, tmp_path: Path) -> None:
    straight = begun(programs)
    for _ in range(5):
        straight.iterate()
    stopped = begun(programs)
    for _ in range(3):
        stopped.iterate()
    stopped.save(tmp_path)
    resumed = Run(programs)
    resumed.resume(tmp_path)
    assert resumed.at.iteration == 3
    resumed.evaluate()  # which must not disturb it
    for _ in range(2):
        resumed.iterate()
    assert bits(resumed._trees()) == bits(straight._trees())
    assert (resumed.at.decisions, resumed.at.pooled) == (straight.at.decisions, straight.at.pooled)
    longer = Run(programs)
    longer.recipe = recipe_from({**ECHO, "decisions": 2 * ECHO["decisions"]})
    longer.resume(tmp_path)
    assert (longer.at.iteration, longer.at.planned) == (3, 2 * ECHO["decisions"])
    other = recipe_from({**ECHO, "seed": 2})
    resumed.recipe = other
    with pytest.raises(BadCheckpoint, match="another recipe"):
        resumed.resume(tmp_path)


@pytest.mark.parametrize(("end", "halfway", "at_last"), [(0.1, 0.3, 0.1), (None, 0.5, 0.5)])
def test_points_weigh_less_and_less_if_the_recipe_says_so(
    programs: Programs, end: float | None, halfway: float, at_last: float
) -> None:
    run = begun(programs)
    run.recipe = recipe_from({**ECHO, "score": 0.5, **({} if end is None else {"score_end": end})})
    weights = []
    for decisions in (0, 10_000, 20_000, 30_000):
        run.at.decisions = decisions
        weights.append(run.weight_of_points)
    assert weights == pytest.approx([0.5, halfway, at_last, at_last])


def test_what_points_weigh_decides_what_is_learnt(programs: Programs, monkeypatch: pytest.MonkeyPatch) -> None:
    heavy = begun(programs)
    heavy.iterate()
    monkeypatch.setattr(Run, "weight_of_points", -0.3)
    light = begun(programs)
    light.iterate()
    assert bits(heavy.at.weights) != bits(light.at.weights)


# ---- Checkpoints


def test_a_checkpoint_is_whole_or_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arrays: Arrays = {"some weights": np.arange(1000, dtype=np.float32), "cards": np.ones((5, 7), np.int8)}
    checkpoint.save(tmp_path, arrays, {"iteration": 1}, piece=1000)
    assert max(path.stat().st_size for path in tmp_path.iterdir()) <= 1000
    later: Arrays = {**arrays, "cards": np.zeros((5, 7), np.int8)}
    written: list[str] = []

    def breaks_down(path: Path, data: bytes) -> None:
        if path.name == checkpoint.INDEX:
            raise OSError("no space left")
        written.append(path.name)
        path.write_bytes(data)

    with monkeypatch.context() as broken:
        broken.setattr(checkpoint, "write", breaks_down)
        with pytest.raises(OSError, match="no space"):
            checkpoint.save(tmp_path, later, {"iteration": 2}, piece=1000)
    assert len(written) > 1
    kept, facts = checkpoint.load(tmp_path)
    assert facts == {"iteration": 1}
    assert {name: each.tobytes() for name, each in kept.items()} == {n: each.tobytes() for n, each in arrays.items()}
    checkpoint.save(tmp_path, later, {"iteration": 2}, piece=1000)
    assert checkpoint.load(tmp_path)[1] == {"iteration": 2}
    piece = next(tmp_path.glob("checkpoint-*.0"))
    piece.write_bytes(piece.read_bytes()[::-1])
    with pytest.raises(BadCheckpoint, match="damaged"):
        checkpoint.load(tmp_path)
    piece.unlink()
    with pytest.raises(BadCheckpoint, match="no checkpoint"):
        checkpoint.load(tmp_path)


def test_a_log_goes_on_where_the_checkpoint_is(tmp_path: Path) -> None:
    log = Log(tmp_path, -1)
    for iteration in range(4):
        log.write(what="learning", iteration=iteration)
    with log.path.open("a") as file:
        file.write('{"what": "lea')  # cut off
    Log(tmp_path, 2).write(what="begun", iteration=2)
    assert [entry["iteration"] for entry in read_log(log.path)] == [0, 1, 2, 2]


# ---- Recipes


@pytest.mark.parametrize(
    ("change", "complaint"),
    [({"colour": 1}, "no colour"), ({"minibatches": 7}, "equal parts"), ({"groups": None}, "lacks groups")],
)
def test_recipes_that_cannot_be_followed(change: dict[str, Any], complaint: str) -> None:
    data = {name: each for name, each in {**ECHO, **change}.items() if each is not None}
    with pytest.raises(BadRecipe, match=complaint):
        recipe_from(data)


# ---- The network in NumPy


def test_numpy_and_jax_have_the_same_policy(programs: Programs, tmp_path: Path) -> None:
    run = begun(programs)
    for _ in range(4):
        run.iterate()
    export(tmp_path, programs.game, programs.network, programs.recipe, run.at.weights, {"figures": {}})
    network = network_for(cast(Game, EchoBox(2, slips=True)), tmp_path)
    rng = np.random.default_rng(1)
    numbers = rng.integers(0, 2, (50, programs.encoding.length))
    half = {name: each.astype(jnp.float16).astype(jnp.float32) for name, each in run.at.weights.items()}
    logits, values = programs.network(half, jnp.asarray(numbers, jnp.int8), 5)
    expected = np.asarray(jax.nn.softmax(logits))
    opinion = network(numbers.tolist())
    assert np.abs(expected - 1 / 5).max() > 0.02  # it has learnt something to compare
    for row, share in zip(opinion.logits, expected, strict=True):
        assert chances(row, range(5)) == pytest.approx(share, abs=1e-3)
    assert np.stack([opinion.share, opinion.points], axis=1) == pytest.approx(np.asarray(values), abs=1e-3)
    assert network(numbers.tolist(), moves=4).logits == pytest.approx(opinion.logits[:, :4], abs=1e-5)


def test_a_network_for_something_else_is_refused(programs: Programs, tmp_path: Path) -> None:
    run = begun(programs)
    export(tmp_path, programs.game, programs.network, programs.recipe, run.at.weights, {})
    box = EchoBox(2, slips=False)
    box.ruleset = 2
    with pytest.raises(BadNetwork, match="plays echo by ruleset 1, not echo by ruleset 2"):
        network_for(cast(Game, box), tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    manifest["encoding"][0][1] += 1
    network_in.cache_clear()
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(BadNetwork, match="another encoding"):
        network_for(cast(Game, EchoBox(2, slips=False)), tmp_path)
    network_in.cache_clear()
    (tmp_path / "weights.npz").write_bytes(b"something else")
    with pytest.raises(BadNetwork, match="not those"):
        network_in(tmp_path)


# ---- A sitting


def sitting(folder: Path, begun_at: int, *, resume: bool = False) -> Session:
    return Session(recipe_from({**ECHO, "decisions": None}), folder, 200, resume, begun_at)


def test_a_sitting_ends_in_time_and_goes_on_later(
    programs: Programs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(session, "Programs", lambda recipe: with_recipe(programs, recipe))
    clock = count()
    monkeypatch.setattr(session, "monotonic", lambda: next(clock))  # every look at it takes a second
    first = sitting(tmp_path, next(clock))
    first.go()
    assert 180 < next(clock) < 200
    assert not first.interrupted
    planned = first.run.at.planned
    assert planned is not None
    second = sitting(tmp_path, next(clock), resume=True)
    assert (second.run.at.iteration, second.run.at.planned) == (first.run.at.iteration, planned)
    monkeypatch.setattr(Run, "iterate", interrupting(second, Run.iterate))
    second.go()
    assert second.interrupted
    assert second.run.at.iteration == first.run.at.iteration + 1
    assert checkpoint.load(tmp_path)[1]["iteration"] == second.run.at.iteration
    entries = read_log(tmp_path / "log.jsonl")
    assert {entry["what"] for entry in entries} == {"begun", "learning", "evaluation", "ended"}
    assert entries[-1]["interrupted"]
    learning = next(entry for entry in entries if entry["what"] == "learning")
    assert {"entropy", "policy_loss", "points_loss", "share_loss", "decisions", "speed"} <= learning.keys()
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert manifest["figures"]["1"]["alone"]["points"] > 0
    assert network_for(cast(Game, EchoBox(1, slips=False)), tmp_path)
    assert "left" in capsys.readouterr().err
    draw_curve(tmp_path / "log.jsonl", tmp_path / "curve.png")
    assert (tmp_path / "curve.png").stat().st_size > 1000


def with_recipe(programs: Programs, recipe: Recipe) -> Programs:
    """The compiled programs for a recipe that differs only in how long it goes on."""
    twin = copy(programs)
    twin.recipe = recipe
    return twin


def interrupting(of: Session, iterate: Callable[[Run], dict[str, Any]]) -> Callable[[Run], dict[str, Any]]:
    """An iteration in the middle of which somebody interrupts."""

    def interrupted(run: Run) -> dict[str, Any]:
        of.interrupted = True
        return iterate(run)

    return interrupted


def test_what_cannot_be_begun_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recipe = tmp_path / "recipe.toml"
    recipe.write_text('game = "echo"\ngroups = []\n')
    words = ["--recipe", str(recipe), "--out", str(tmp_path / "out"), "--seconds", "1"]
    assert main(["london", *words]) == REFUSED
    assert "a recipe for echo, not for london" in capsys.readouterr().err
