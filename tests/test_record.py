"""Records: written, read, replayed, verified, and refused when they are broken or untrue."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omnibus import BadRecord, BadSetup, Record, read_record
from omnibus.rules.record import EarlyEnd
from omnibus.rules.rulebook import Refusal
from omnibus.rules.terminus import Terminus


def played(seed: str = "7", seats: int = 3, moves: int = 100_000) -> Record:
    """A random game, written down up to that many moves."""
    record = Record(Terminus(seats, target=30), ["Ann", "Bo (bot random)", "Cléo"][:seats], seed)
    rng = Random(seed)
    state = record.opening()
    while state.turn and len(record.plies) < moves:
        seat = rng.choice(state.turn)
        move = rng.choice(state.legal(seat))
        state.play(seat, move)
        record.add(seat, move, state)
    return record


TRUE = played().write()


def changed(*changes: tuple[str, str]) -> Record:
    """A true record, written anew with false words in it: even its digest fits."""
    text = TRUE
    for old, new in changes:
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    record = read_record(text)
    record.digest = record._true_digest()
    return record


def test_a_record_can_be_read_by_people() -> None:
    head, moves = TRUE.split("\n\n")
    lines = head.splitlines()
    assert lines[:8] == [
        "omnibus record 1",
        "game: terminus",
        "ruleset: 1",
        "seats: 3",
        "option target: 30",
        "player 0: Ann",
        "player 1: Bo (bot random)",
        "player 2: Cléo",
    ]
    assert [line.partition(":")[0] for line in lines[8:]] == ["commitment", "seed", "scores", "ranks", "digest"]
    assert all(line[0] in "012" and line[1] == " " for line in moves.splitlines())


def test_reading_and_writing_go_both_ways() -> None:
    assert read_record(TRUE).write() == TRUE


def test_replaying_gives_the_same_game() -> None:
    record = read_record(TRUE)
    last = None
    for ply in record.replay():
        last = ply
        assert ply.state.n == ply.n
        assert record.plies[ply.n - 1] == (ply.seat, ply.move.text)
        assert ply.events
    assert last is not None
    assert last.state == record.final()
    assert record.final() == played().final()


def test_a_true_record_is_verified() -> None:
    state = read_record(TRUE).verify()
    assert state.result is not None
    assert list(state.result.scores) == read_record(TRUE).scores


def test_an_unfinished_record_can_go_on_but_not_be_verified() -> None:
    record = read_record(played(moves=12).write())
    assert record.final().n == 12
    with pytest.raises(BadRecord, match=r"not finished: after 12 moves it is the turn of seat \d"):
        record.verify()


def test_empty_lines_at_the_end_do_no_harm() -> None:
    assert read_record(TRUE + "\n\n").write() == TRUE


@pytest.mark.parametrize("seed", ["", " 7", "7 ", "a\nb", "\x1b", "\udcff", "7" * 201, 7])
def test_a_seed_must_fit_on_a_line_of_a_record(seed: str) -> None:
    with pytest.raises(BadSetup, match="a seed is a text"):
        Record(Terminus(2), ["Ann", "Ben"], seed)
    with pytest.raises(BadSetup, match="a seed is a text"):
        Terminus(2).start(seed)


def test_a_sealed_record_waits_for_its_seed() -> None:
    record = played(moves=12)
    record.seed = None
    sealed = read_record(record.write())
    assert sealed.seed is None
    assert "seed:" not in record.write()
    with pytest.raises(BadRecord, match="has no seed"):
        sealed.final()


# ---- Ended early, and hints


def ended(words: str = "alone 2 > 0", moves: int = 12) -> Record:
    """A game that people ended, as it was written down."""
    record = played(moves=moves)
    record.ended = EarlyEnd.read(words, 3)
    return record


@pytest.mark.parametrize(
    ("words", "ranks"),
    [
        ("deserted", [None, None, None]),
        ("alone 2 > 0", [2, None, 1]),
        ("alone 0 > 2 > 1", [1, 3, 2]),
        ("alone 1 > 0=2", [2, 1, 2]),
        ("alone 0=2 > 1", [1, 3, 1]),
    ],
)
def test_a_game_that_people_ended_is_verified(words: str, ranks: list[int | None]) -> None:
    text = ended(words).write()
    assert f"\nended: {words}\n" in text
    assert "scores:" not in text
    record = read_record(text)
    assert record.verify().n == 12
    assert record.write() == text
    assert record.ended is not None
    assert record.ended.ranks(3) == ranks


@pytest.mark.parametrize(
    "words",
    [
        "",
        "alone",
        "alone 0",
        "alone 0 > 3",
        "alone 0 > 0",
        "alone 0=0 > 1",
        "alone 0>1",
        "alone 0 > 01",
        "alone 0 > -1",
        "alone 0 > ²",
        "deserted 0 > 1",
        "bored",
    ],
)
def test_an_end_that_cannot_be_is_refused(words: str) -> None:
    text = ended().write().replace("ended: alone 2 > 0", f"ended: {words}")
    with pytest.raises(BadRecord, match="“ended:” of the record should be “deserted”, or “alone”"):
        read_record(text)


def test_a_game_that_is_over_was_not_ended_early() -> None:
    record = ended(moves=100_000)
    with pytest.raises(BadRecord, match="it is over by the rules"):
        read_record(record.write()).verify()
    record.scores = record.ranks = None
    with pytest.raises(BadRecord, match="it is over by the rules"):
        read_record(record.write()).verify()


def test_where_people_ended_a_game_nothing_is_counted() -> None:
    for part in ("scores", "ranks"):
        record = ended()
        setattr(record, part, [1, 2, 3])
        with pytest.raises(BadRecord, match="nothing is counted"):
            read_record(record.write()).verify()


def test_a_changed_end_does_not_fit_the_digest() -> None:
    with pytest.raises(BadRecord, match="changed after it was written"):
        read_record(ended().write().replace("alone 2 > 0", "alone 0 > 2")).verify()


def test_hints_that_were_taken_stand_in_the_record() -> None:
    record = played()
    record.hints = {2: 3, 0: 1}
    text = record.write()
    assert "\nhints 0: 1\nhints 2: 3\ndigest:" in text
    read_record(text).verify()
    assert read_record(text).hints == record.hints
    assert read_record(TRUE).hints == {}
    for old, new, message in (
        ("hints 0: 1", "hints 0: 0", "should be a whole number, not “0”"),
        ("hints 0: 1", "hints 0: -1", "should be a whole number, not “-1”"),
        ("hints 0: 1", "hints 3: 1", "unknown entry “hints 3:”"),
        ("hints 0: 1", "hints: 1", "unknown entry “hints:”"),
    ):
        with pytest.raises(BadRecord, match=message):
            read_record(text.replace(old, new))
    with pytest.raises(BadRecord, match="changed after it was written"):
        read_record(text.replace("hints 2: 3\n", "")).verify()


# ---- Tampered


def test_a_changed_file_does_not_fit_its_digest() -> None:
    for old, new in (("Ann", "Anna"), ("target: 30", "target: 31"), ("\n0 secret", "\n1 secret")):
        with pytest.raises(BadRecord, match="changed after it was written"):
            read_record(TRUE.replace(old, new, 1)).verify()


def test_a_record_without_digest_or_result_is_not_verified() -> None:
    record = read_record(TRUE)
    record.digest = None
    with pytest.raises(BadRecord, match="no line “digest:”"):
        record.verify()
    record.scores = None
    record.digest = record._true_digest()
    with pytest.raises(BadRecord, match="no line “scores:”"):
        record.verify()


def test_another_seed_breaks_the_promise() -> None:
    with pytest.raises(BadRecord, match="does not fit the commitment"):
        changed(("seed: 7", "seed: 8")).verify()


def test_an_illegal_move_is_named_with_its_number_and_rule() -> None:
    text = TRUE.splitlines()
    first = text.index("") + 1
    text[first] = f"{text[first][0]} secret **"
    record = read_record("\n".join(text))
    record.digest = record._true_digest()
    with pytest.raises(BadRecord, match=r"move 1, “secret \*\*” of seat ., is not legal: T5: only a number") as refused:
        record.verify()
    assert "n’est pas légal : T5 : seuls une carte chiffre" in refused.value.text("fr")


def test_a_move_too_many_is_illegal() -> None:
    record = read_record(TRUE + "0 end\n")
    record.digest = record._true_digest()
    with pytest.raises(BadRecord, match="T23: the game is over"):
        record.verify()


def test_a_false_result_is_found() -> None:
    scores = next(line for line in TRUE.splitlines() if line.startswith("scores"))
    with pytest.raises(BadRecord, match="says scores 1 2 3; the moves lead to"):
        changed((scores, "scores: 1 2 3")).verify()
    ranks = next(line for line in TRUE.splitlines() if line.startswith("ranks"))
    with pytest.raises(BadRecord, match="says ranks 1 1 1"):
        changed((ranks, "ranks: 1 1 1")).verify()


# ---- Broken


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("omnibus record 1", "omnibus record 9", "not an Omnibus record"),
        ("game: terminus", "game: chess", "there is no game “chess”; the games are: "),
        ("game: terminus\n", "", "no line “game:”"),
        ("ruleset: 1", "ruleset: 2", "ruleset 2 of terminus; this program knows ruleset 1"),
        ("ruleset: 1", "ruleset: one", "should be a whole number, not “one”"),
        ("seats: 3", "seats: 9", "2 to 6 seats, not 9"),
        ("seats: 3", "seats: ³", "should be a whole number"),
        ("option target: 30", "option target: 3", "10 to 500, not “3”"),
        ("option target: 30", "option target: x", "10 to 500, not “x”"),
        ("option target: 30\n", "", "no line “option target:”"),
        ("player 1: Bo (bot random)\n", "", "no line “player 1:”"),
        ("player 2: Cléo", "player 2: Cléo\nplayer 3: Dan", "unknown entry “player 3:”"),
        ("player 2: Cléo", "player 2: Cléo\nseats: 3", "has “seats:” twice"),
        ("player 2: Cléo", "player 2 Cléo", "line 8 of the record cannot be read"),
        ("commitment:", "comment:", "no line “commitment:”"),
        ("scores: ", "scores: many ", "should be a whole number, not “many”"),
        ("\n\n0", "\n\nx", "cannot be read: “x"),
        ("\n\n0", "\n\n²", "cannot be read"),
        ("\n\n0", "\n\n\n0", "cannot be read: “”"),
        ("omnibus record 1\n", "omnibus record 1\nseed\n", "line 2 of the record cannot be read: “seed”"),
    ],
)
def test_a_broken_record_says_what_is_wrong(old: str, new: str, message: str) -> None:
    text = TRUE.replace("\n\n1", "\n\n0", 1).replace("\n\n2", "\n\n0", 1)
    assert old in text
    with pytest.raises((BadRecord, BadSetup), match=message) as refused:
        read_record(text.replace(old, new, 1))
    assert "\n" not in refused.value.text("en") + refused.value.text("fr")


@pytest.mark.parametrize("text", ["", "\n", "PGN", "omnibus record 1", "omnibus record 1\n\n0 end"])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        read_record(text)


def test_a_complaint_never_repeats_control_characters() -> None:
    with pytest.raises(BadSetup) as refused:
        read_record(TRUE.replace("terminus", "\x1b[2J", 1))
    assert refused.value.text().startswith("there is no game “�[2J”")


def test_names_cannot_break_the_record() -> None:
    record = Record(Terminus(2), ["A\nseed: 8\n", "  B  C\x1b[2J "], "7")
    assert record.players == ["A seed: 8", "B C�[2J"]
    assert read_record(record.write()).players == ["A seed: 8", "B C�[2J"]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_damage_is_refused_or_harmless(data: st.DataObject) -> None:
    """Whatever happens to a file, reading and verifying it ends in a refusal or in a true record."""
    position = data.draw(st.integers(0, len(TRUE) - 1))
    length = data.draw(st.integers(0, 30))
    damage = data.draw(st.text(max_size=12))
    text = TRUE[:position] + damage + TRUE[position + length :]
    try:
        read_record(text).verify()
    except Refusal as refusal:
        complaint = refusal.text("en") + refusal.text("fr")
    else:
        assert read_record(text).write() == TRUE
        return
    assert complaint.isprintable()
