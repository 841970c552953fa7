"""The golden games are replayed to the exact word."""

from pathlib import Path

import pytest

from omnibus import read_record
from tests.golden import FOLDER, golden_game, golden_paths, transcript

PATHS = [path for _, _, _, path in golden_paths()]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_golden_game_is_replayed_to_the_exact_word(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = read_record(text)
    record.verify()
    assert record.write() == text
    written = path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    for line, (told, expected) in enumerate(zip(transcript(record), written, strict=True), start=1):
        assert told == expected, f"{path.stem}.txt, line {line}"


def test_no_golden_game_is_forgotten() -> None:
    expected = set(PATHS) | {path.with_suffix(".txt") for path in PATHS}
    assert {path for path in FOLDER.rglob("*") if path.is_file()} == expected


def test_golden_games_are_of_their_seat_count_and_options() -> None:
    for game_id, seats, number, path in golden_paths():
        game = read_record(path.read_text(encoding="utf-8")).game
        expected = golden_game(game_id, seats, number)
        assert (game.id, game.seats, game.options) == (game_id, seats, expected.options)
