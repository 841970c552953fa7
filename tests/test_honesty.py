"""Every bot is honest, and whoever is not is caught."""

import gc
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from omnibus import GAMES, State, View, read_record
from omnibus.bots import bot_named, bots_for
from omnibus.bots.bot import Answer, Budget, Memory, at_once, remembering, texts
from omnibus.bots.honesty import Dishonest, answers_elsewhere, check_honesty, check_probe, probe
from omnibus.bots.program import Question, question
from tests.golden import FOLDER

HIDING = [game for game, box in GAMES.items() if box.hides]


# ---- The golden records


def golden_positions(game: str, every: int) -> Iterator[tuple[State, int]]:
    """Positions of the golden records, and a seat that has a choice there."""
    count = 0
    for path in sorted((FOLDER / game).glob("*.omnibus")):
        for ply in read_record(path.read_text(encoding="utf-8")).replay():
            for seat in ply.state.turn:
                count += 1
                if count % every == 0 and len(ply.state.legal(seat)) > 1:
                    yield ply.state, seat


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_bot_survives_positions_of_the_golden_records_honestly(game: str) -> None:
    rng = Random(game)
    for state, seat in golden_positions(game, 400):
        at = probe(state, seat, rng)
        for bot in bots_for(game):
            check_probe(state.game, bot_named(bot, game), at, f"{state.n}")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_bot_answers_alike_in_every_process(game: str) -> None:
    """Texts are in another order in the sets of every process; a bot must not go by it."""
    questions: list[Question] = []
    rng = Random(game)
    for state, seat in golden_positions(game, 150):
        for bot in bots_for(game):
            questions.append(question(bot, state.view(seat), Budget(iterations=4), rng))
    one, other = (answers_elsewhere(questions, hash_seed) for hash_seed in (1, 2))
    assert len(one) == len(questions) > 10
    differing = [
        (asked["bot"], *pair) for asked, *pair in zip(questions, one, other, strict=True) if pair[0] != pair[1]
    ]
    assert differing == []
    assert not [answer for answer in one if answer.startswith("!")]


# ---- Cheaters


def by(view: View, reason: object) -> str:
    """A move that depends on something."""
    return Random(str(reason)).choice(texts(view))


def hidden_truth(state: State) -> object:
    return {**state.dump(), "n": 0}


def finds_the_state_in_memory(view: View, rng: Random) -> str:
    del rng
    states = [thing for thing in gc.get_objects() if isinstance(thing, State) and thing.n == view["n"]]
    return by(view, [hidden_truth(state) for state in states])


def finds_the_state_up_the_stack(view: View, rng: Random) -> str:
    del rng
    frame = inspect.currentframe()
    while frame is not None:
        for thing in frame.f_locals.values():
            if isinstance(thing, State):
                return by(view, hidden_truth(thing))
        frame = frame.f_back
    return texts(view)[0]


SEEN: dict[int | None, str] = {}


def tells_the_other_seats(view: View, rng: Random) -> str:
    del rng
    SEEN[view["seat"]] = str(view)
    return by(view, [seen for seat, seen in SEEN.items() if seat != view["seat"]])


def goes_by_the_order_of_keys(view: View, rng: Random) -> str:
    del rng
    return by(view, [list(view), view["n"]])


def has_luck_of_its_own(view: View, rng: Random) -> str:
    del rng
    return Random().choice(texts(view))


CALLS: list[View] = []


def counts_the_questions(view: View, rng: Random) -> str:
    del rng
    CALLS.append(view)
    return by(view, len(CALLS))


def plays_what_is_not_allowed(view: View, rng: Random) -> str:
    del view, rng
    return "fly"


CHEATERS = [
    finds_the_state_in_memory,
    finds_the_state_up_the_stack,
    tells_the_other_seats,
    goes_by_the_order_of_keys,
    has_luck_of_its_own,
    counts_the_questions,
    plays_what_is_not_allowed,
]


@pytest.mark.slow
@pytest.mark.parametrize("cheater", CHEATERS)
@pytest.mark.parametrize("game", HIDING)
def test_a_cheater_is_caught(game: str, cheater: Any) -> None:
    SEEN.clear()
    seats = max(2, GAMES[game].seat_counts[0])
    with pytest.raises(Dishonest, match=f"^{game}, {seats} seats, move"):
        check_honesty(GAMES[game](seats), at_once(cheater), decisions=30)


def test_who_goes_by_the_order_of_sets_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "unordered.py").write_text(
        "def unordered(view, rng): return next(iter({move['text'] for move in view['legal']}))\n"
        "from omnibus.bots.bot import at_once\n"
        "import omnibus.bots.terminus\n"
        "omnibus.bots.terminus.BOTS['unordered'] = at_once(unordered)\n",
        encoding="utf-8",
    )
    (tmp_path / "sitecustomize.py").write_text("import unordered\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{':'.join(sys.path)}")
    rng = Random(1)
    asked = [
        question("unordered", state.view(seat), Budget(1), rng) for state, seat in golden_positions("terminus", 500)
    ]
    assert answers_elsewhere(asked, 1) != answers_elsewhere(asked, 2)


def test_an_honest_bot_with_a_memory_is_not_accused() -> None:
    def remembers(view: View, rng: Random, _budget: Budget, memory: Memory) -> Answer:
        seen = [*(memory or []), sorted(texts(view))]
        return Answer(by(view, (seen, rng.random())), seen)

    check_honesty(GAMES["terminus"](3), remembering(remembers, Budget(iterations=1)), decisions=20)
