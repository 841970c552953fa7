"""Games are found: ours by the one list, those of other packages by their entry points."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from omnibus import GAMES
from omnibus.cli import run
from omnibus.rules import shelf
from omnibus.rules.shelf import ENTRY_POINTS, OURS, Shelf, part, texts
from tests.packages import announce

# As much of a game as the shelf asks for: another name for one of ours.
GAME = """
from omnibus import GAMES
class Brought(GAMES["bus"]):
    id = "{game}"
GAME = Brought
"""


class Neighbour:
    """A folder on the path in which packages of somebody else are installed."""

    def __init__(self, folder: Path):
        self.folder = folder

    def install(self, package: str, code: str, **games: str) -> None:
        """A package with that code, and with an entry point for each game."""
        (self.folder / package).mkdir()
        (self.folder / package / "__init__.py").write_text(code, encoding="utf-8")
        announce(self.folder, package, "1", {ENTRY_POINTS: games})
        importlib.invalidate_caches()


@pytest.fixture
def neighbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Neighbour]:
    known = set(sys.modules)
    monkeypatch.syspath_prepend(str(tmp_path))
    for found in (part, texts):
        found.cache_clear()
    yield Neighbour(tmp_path)
    for found in (part, texts):
        found.cache_clear()
    for module in set(sys.modules) - known:
        if module.startswith("neighbour"):
            del sys.modules[module]


def test_our_games_come_first_and_in_order() -> None:
    assert tuple(GAMES)[: len(OURS)] == OURS
    assert all(box.id == game for game, box in GAMES.items())


def test_a_game_of_another_package_is_found(neighbour: Neighbour) -> None:
    neighbour.install("neighbour_tram", GAME.format(game="tram"), tram="neighbour_tram")
    found = Shelf()
    assert tuple(found) == (*OURS, "tram")
    assert found["tram"].id == "tram"
    assert found.package("tram") == "neighbour_tram"
    assert not found.bad_packages


@pytest.mark.parametrize(
    ("game", "code", "reason"),
    [
        ("tram", "raise RuntimeError('oh')", "RuntimeError: oh"),
        ("tram", "import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("tram", "GAME = 3", "has no GAME"),
        ("tram", GAME.format(game="train"), "has no GAME"),
        ("tram", "from omnibus import Game\nclass GAME(Game):\n    id = 'tram'", "has no GAME, a complete game"),
        ("bus", GAME.format(game="bus"), "there is another game of that name"),
        ("Tram", GAME.format(game="Tram"), "small letters"),
        ("../tram", GAME.format(game="../tram"), "small letters"),
    ],
)
def test_a_package_that_is_broken_or_clashes_is_told_of_and_left_out(
    neighbour: Neighbour, game: str, code: str, reason: str
) -> None:
    neighbour.install("neighbour_bad", code, **{game: "neighbour_bad"})
    neighbour.install("neighbour_good", GAME.format(game="funicular"), funicular="neighbour_good")
    found = Shelf()
    assert tuple(found) == (*OURS, "funicular")
    assert found["bus"] is GAMES["bus"]
    (told,) = found.bad_packages
    assert f"the game “{game}” of the package neighbour_bad is left out: " in told.text("en")
    assert reason in told.text("en")
    assert "laissé de côté" in told.text("fr")
    assert "\n" not in told.text("en")


def test_the_command_line_tells_of_a_bad_package_and_goes_on(
    neighbour: Neighbour, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    neighbour.install("neighbour_bad", "GAME = 3", tram="neighbour_bad")
    monkeypatch.setattr("omnibus.cli.GAMES", Shelf())
    assert run(["rules", "bus", "B1"]) == 0
    told = capsys.readouterr()
    assert told.err == (
        "omnibus: the game “tram” of the package neighbour_bad is left out: "
        "the package has no GAME, a complete game whose id is “tram”\n"
    )
    assert "B1" in told.out


def test_what_belongs_to_a_game_of_another_package_lies_beside_its_rules(
    neighbour: Neighbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    neighbour.install("neighbour_tram", GAME.format(game="tram"), tram="neighbour_tram")
    package = neighbour.folder / "neighbour_tram"
    (package / "bots.py").write_text("BOTS = {}", encoding="utf-8")
    (package / "statistics.toml").write_text('[section-hills]\nen = "Hills"\nfr = "Côtes"\n', encoding="utf-8")
    monkeypatch.setattr(shelf, "GAMES", Shelf())
    found = part("tram", "bots")
    assert found is not None
    assert found.__name__ == "neighbour_tram.bots"
    assert part("tram", "terminal") is None
    assert part("tram", "arena.statistics") is None
    assert texts("tram", "arena.statistics")["section-hills"].say("fr") == "Côtes"
    assert texts("tram", "terminal") == {}


@pytest.mark.parametrize("game", GAMES)
def test_what_a_room_has_of_a_game_is_found_by_its_id(game: str) -> None:
    found = part(game, "bots")
    assert found is not None
    assert found.__name__ == f"omnibus.bots.{game}"
    assert part(game, "server") is None
    assert part("no_such_game", "bots") is None
    assert texts("no_such_game", "terminal") == {}
