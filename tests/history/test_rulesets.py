"""Games of an earlier ruleset stay what they were; those of the next differ from where the changed rule bites."""

import json
from pathlib import Path

import pytest

from omnibus import GAMES, read_record
from omnibus.rules.record import Record
from tests.rule import rule

FOLDER = Path(__file__).parent
GOLDEN = FOLDER.parent / "golden" / "bus"
EARLIER = sorted((FOLDER / "bus-ruleset-1").glob("*.omnibus"))


def record_in(path: Path) -> Record:
    return read_record(path.read_text(encoding="utf-8"))


@rule("B11")
@pytest.mark.parametrize("path", EARLIER, ids=lambda path: path.stem)
def test_golden_games_of_bus_differ_only_from_where_an_extension_counts_as_a_whole(path: Path) -> None:
    old, new = record_in(path), record_in(GOLDEN / path.name)
    assert (old.game.ruleset, new.game.ruleset) == (1, 2)
    assert (old.players, old.seed, old.commitment) == (new.players, new.seed, new.commitment)
    judged_singly, as_a_whole = old.opening(), new.opening()
    bites = False
    for before, after in zip(old.plies, new.plies, strict=False):
        (seat,) = judged_singly.turn
        # A shorter list may still give the same move, and another one only later: the players draw lots.
        bites |= [move.text for move in judged_singly.legal(seat)] != [move.text for move in as_a_whole.legal(seat)]
        if before != after:
            assert bites
            return
        judged_singly.play(*before)
        as_a_whole.play(*after)
    assert old.plies == new.plies
    assert (old.scores, old.ranks) == (new.scores, new.ranks)


@rule("B11")
def test_the_next_ruleset_refuses_just_the_moves_that_waste_sticks() -> None:
    facts = json.loads((FOLDER / "facts.json").read_text(encoding="utf-8"))
    told = {fact["of"]: fact["refused_by_b11_of_ruleset_2"] for fact in told_of_records(facts)}
    assert told
    for path in EARLIER:
        assert refused_in(record_in(path)) == told.get(path.stem, []), path.stem


def told_of_records(facts: object) -> list[dict[str, object]]:
    """The facts about golden games that tell which of their moves the next ruleset refuses."""
    found: list[dict[str, object]] = []
    if isinstance(facts, dict):
        for key, fact in facts.items():
            if isinstance(fact, dict) and "refused_by_b11_of_ruleset_2" in fact and key.startswith("bus uploaded-"):
                found.append({"of": key.removeprefix("bus uploaded-"), **fact})
            found += told_of_records(fact)
    return found


def refused_in(record: Record) -> list[int]:
    """The first move that a game of the next ruleset would have refused, if there is one."""
    state = GAMES["bus"](record.game.seats, 2).start(record.seed)
    for n, (seat, move) in enumerate(record.plies, start=1):
        refusal = state.why_not(seat, move)
        if refusal is not None:
            assert refusal.rule == "B11"
            return [n]
        state.play(seat, move)
    return []
