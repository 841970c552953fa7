"""Masters with small networks that have learnt nothing: they look ahead as they should, whatever they think of it."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from omnibus.bots import bot_named, bots_for, specialists, strongest_bot
from omnibus.bots.bot import Bot, Budget, Kind, at_once
from omnibus.bots.faults import BotUnfit
from omnibus.bots.honesty import check_honesty
from omnibus.bots.master import Continuation, LookAhead, Looks, Master, in_the_running, master_in
from omnibus.bots.network import BadNetwork, network_for, network_in
from omnibus.bots.random_player import play_at_random
from omnibus.rules import GAMES
from omnibus.rules.game import Game, Move, State
from tests.networks import write_network

SEVERAL = [(game, seats) for game, box in GAMES.items() for seats in (box.seat_counts[-1], max(2, box.seat_counts[0]))]

SEARCHING = ("bus",)  # the master is a search, for which a network judges: `tests/bus/test_judge.py`


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A network for every game, by its id."""
    path = tmp_path_factory.mktemp("networks")
    widest = {game: box(box.seat_counts[-1], **dict.fromkeys(_switches(box), True)) for game, box in GAMES.items()}
    return {game: write_network(path / game, set_up) for game, set_up in widest.items()}


def _switches(box: type[Game]) -> list[str]:
    return [option.name for option in box.options_offered if isinstance(option.default, bool)]


def kind(folder: Path, **looks: Any) -> Kind:
    def sit() -> Bot:
        return master_in(folder, Looks(least=0.0, **looks))

    return Kind(sit, Budget(iterations=2))


def positions(game: Game, count: int, seed: str) -> Iterator[tuple[State, int]]:
    """Positions all through a random game where the seat that decides has a choice."""
    rng = Random(seed)
    state = game.start(seed)
    found = []
    while state.turn:
        seat = state.turn[0]
        legal = state.legal(seat)
        if len(legal) > 1:
            found.append((state.copy(), seat))
        state.play(seat, rng.choice(legal))
    yield from found[:: max(1, len(found) // count)][:count]


@pytest.mark.parametrize(("game", "seats"), SEVERAL)
def test_a_master_moves_legally_and_the_same_each_time(folders: dict[str, Path], game: str, seats: int) -> None:
    for state, seat in positions(GAMES[game](seats), 4, f"legal {seats}"):
        view = state.view(seat)
        texts = [move["text"] for move in view["legal"]]
        chosen = [kind(folders[game], rounds=1).seated()(view, Random(7)) for _ in range(2)]
        assert chosen[0] == chosen[1]
        assert chosen[0] in texts


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_master_plays_by_what_it_sees(folders: dict[str, Path], game: str) -> None:
    set_up = GAMES[game](max(2, GAMES[game].seat_counts[0]))
    different = check_honesty(set_up, kind(folders[game], candidates=2), decisions=6, budget=Budget(iterations=2))
    assert different >= 3 or not set_up.hides


def test_with_one_iteration_it_makes_the_move_that_looks_best(folders: dict[str, Path]) -> None:
    for state, seat in positions(GAMES["terminus"](3), 6, "at once"):
        view = state.view(seat)
        master = Master(network_for(state.game, folders["terminus"]), state.game)
        ranked = master.candidates(view, master.opinion([view]).logits[0])
        assert [each.move.text for each in ranked] != [move["text"] for move in view["legal"]] or len(ranked) < 4
        assert sorted(each.move.index for each in ranked) == [move.index for move in state.legal(seat)]
        assert all(one.chance >= other.chance for one, other in pairwise(ranked))
        assert sum(each.chance for each in ranked) == pytest.approx(1, abs=1e-5)
        at_first = kind(folders["terminus"]).seated(Budget(iterations=1))(view, Random(1))
        assert at_first == ranked[0].move.text


def test_it_looks_into_no_more_worlds_than_it_should(folders: dict[str, Path]) -> None:
    state, seat = next(positions(GAMES["terminus"](2), 1, "worlds"))
    guessed: list[State] = []

    def guesser(view: Any, rng: Random) -> Callable[[], State]:
        def guess() -> State:
            guessed.append(state.game.guess(view, rng))
            return guessed[-1]

        return guess

    kind(folders["terminus"], guess=guesser, worlds=3).seated(Budget(iterations=50))(state.view(seat), Random(1))
    assert len(guessed) == 3


def test_a_continuation_is_followed_until_the_seat_decides_again(folders: dict[str, Path]) -> None:
    for state, seat in positions(GAMES["london"](3), 6, "continuations"):
        move = state.legal(seat)[0]
        for rounds in (1, 2):
            master = Master(network_for(state.game, folders["london"]), state.game)
            continuation = Continuation(state, seat, move, Looks(rounds=rounds), "luck")
            LookAhead(master, seat, Looks())._follow([continuation])
            assert continuation.state.result is not None or seat in continuation.state.turn
            assert continuation.state.result is not None or continuation.state.n >= state.n + rounds * 3
            assert state.n < continuation.state.n


def test_all_moves_are_tried_in_the_same_world_with_the_same_luck(folders: dict[str, Path]) -> None:
    for state, seat in positions(GAMES["terminus"](2), 8, "paired"):
        master = Master(network_for(state.game, folders["terminus"]), state.game)
        same = state.legal(seat)[:1] * 2
        look = LookAhead(master, seat, Looks(rounds=2))
        one, other = look.promises([state] * 2, same, Random(3))
        assert one.tolist() == other.tolist()


def test_who_is_clearly_behind_is_out_and_who_is_close_goes_on() -> None:
    luck = np.random.default_rng(1).normal(0, 6, 16)
    best = 100 + luck
    close = best - np.where(np.arange(16) % 2, 5, -4)  # half a point less, now more, now less
    behind = best - np.where(np.arange(16) % 2, 5, 1)
    same = best.copy()
    assert in_the_running(np.array([behind, best, close, same], np.float32), 1.2).tolist() == [1, 2, 3]


def test_a_move_that_is_clearly_behind_is_looked_at_no_more_and_the_best_one_is_made(
    folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    state, seat = next(each for each in positions(GAMES["terminus"](4), 9, "race") if len(each[0].legal(each[1])) > 3)
    moves = state.legal(seat)
    tried: list[list[Move]] = []
    worth = {move: 0.1 * (move is moves[2]) - 0.5 * (move is moves[0]) for move in moves}

    def promises(_look: LookAhead, worlds: list[State], running: list[Move], _rng: Random) -> Any:
        """What the second move is worth is a matter of luck."""
        tried.append(running)
        luck = [(-1) ** world for world in range(len(worlds))]
        return np.array([[worth[move] + each * (move is moves[1]) for each in luck] for move in running])

    monkeypatch.setattr(LookAhead, "promises", promises)
    master = master_in(folders["terminus"], Looks(candidates=99, least=0.0, trust=0.0, worlds=64, behind=1.5))
    answer = Kind(lambda: master, Budget(iterations=64)).seated().weighing(state.view(seat), Random(1))
    assert answer.move == moves[2].text
    assert set(tried[0]) == set(moves)
    assert all(set(each) == {moves[1], moves[2]} for each in tried[1:])
    assert len(tried) == 4


def test_a_victory_at_hand_is_seen(folders: dict[str, Path]) -> None:
    """Where the game ends with the move, what comes of it counts, whatever the network thinks."""
    seen = 0
    for number in range(12):
        game = GAMES["terminus"](2, target=10)
        ends = [(state, seat) for state, seat in positions(game, 1000, f"end {number}") if _may_win(state, seat)]
        for state, seat in ends[-1:]:
            moves = state.legal(seat)
            master = Master(network_for(game, folders["terminus"]), game)
            look = LookAhead(master, seat, Looks(trust=0.0))
            finals = [_final(state, seat, move) for move in moves]
            worths = look.promises([state], moves, Random(1))[:, 0]
            for final, worth in zip(finals, worths, strict=True):
                if final is not None:
                    assert worth == pytest.approx(final - 0.5)
                    seen += 1
    assert seen > 3


def _final(state: State, seat: int, move: Any) -> float | None:
    after = state.copy()
    after.play(seat, move)
    result = after.result
    return None if result is None else (seat in result.winners) / len(result.winners)


def _may_win(state: State, seat: int) -> bool:
    return any(_final(state, seat, move) is not None for move in state.legal(seat))


# ---- What can be wrong with a network


def test_a_network_for_another_ruleset_is_refused(tmp_path: Path) -> None:
    game = GAMES["terminus"](2)
    folder = write_network(tmp_path / "old", game, ruleset=game.ruleset + 1)
    state = game.start("7")
    with pytest.raises(BadNetwork, match=f"plays terminus by ruleset {game.ruleset + 1}, not terminus by ruleset"):
        kind(folder).seated()(state.view(0), Random(1))
    network_in.cache_clear()


# ---- The level


@pytest.mark.parametrize("game", [game for game in GAMES if "master" in bots_for(game) and game not in SEARCHING])
def test_the_networks_we_bring_fit_the_rules_and_into_the_package(game: str) -> None:
    folder = Path(__file__).parent.parent / "src" / "omnibus" / "bots" / game / "network"
    assert sum(path.stat().st_size for path in folder.iterdir()) <= 6_000_000
    box = GAMES[game]
    for seats in box.seat_counts:
        network = network_for(box(seats), folder)
        assert network is network_in(folder), "read once"
    assert network.manifest["recipe"]["game"] == game
    assert network.manifest["ruleset"] == bot_named("master", game).ruleset == box.rulesets[-1]


def test_masters_are_offered_where_numpy_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert strongest_bot("nextstation") == "master"
    monkeypatch.setattr("omnibus.bots.bot.find_spec", lambda package: None if package == "numpy" else package)
    assert "master" not in bots_for("nextstation")
    assert strongest_bot("nextstation") == "hard"
    with pytest.raises(BotUnfit, match="bot “master” needs numpy, which is not installed"):
        bot_named("master", "nextstation")


def test_a_master_is_not_offered_where_an_earlier_ruleset_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = {"plain": at_once(play_at_random), "master": Kind(lambda: _nobody, Budget(iterations=1), ruleset=2)}
    monkeypatch.setattr("omnibus.bots._known", lambda _game: bots)
    assert [strongest_bot("bus", ruleset) for ruleset in (None, 2, 1)] == ["master", "master", "plain"]
    with pytest.raises(BotUnfit, match="plays bus by ruleset 2 alone, not by ruleset 1"):
        bot_named("master", "bus", ruleset=1)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted as Linux shows them")
@pytest.mark.parametrize("first", ["omnibus.bots.master", "omnibus.bots.bus.judge", "omnibus.arena.match"])
def test_a_master_thinks_on_one_core(first: str) -> None:
    thinking = (
        f"import os, {first}, omnibus.bots; omnibus.bots.bot_named('master', 'london').sit(); import numpy as np;"
        "np.ones((500, 500)) @ np.ones((500, 500)); print(len(os.listdir('/proc/self/task')))"
    )
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    told = [sys.executable, "-c", thinking]
    shown = subprocess.run(told, capture_output=True, text=True, check=True, env=environment)
    assert shown.stdout == "1\n"


def test_a_bot_that_needs_nothing_is_always_there() -> None:
    assert at_once(lambda view, _rng: view["legal"][0]["text"]).ready
    assert not Kind(lambda: _nobody, Budget(iterations=1), needs="no_such_package").ready
    assert set(specialists("terminus")) >= {"easy", "normal", "hard"}


def _nobody(*_asked: Any) -> str:
    raise NotImplementedError
