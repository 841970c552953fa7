"""What a game in the list still lacks: the names of the tests that fail are the list of what is to be done.

Everything is looked for by the game's id. Defaults would do for many of these things, as they do for games of other
packages; a game in the list has its own. How each is made is told in docs/games.md.
"""

import json
import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from docs.write_rules import covering_tests

from omnibus import GAMES
from omnibus.bots import specialists
from omnibus.rules.rulebook import LANGUAGES
from omnibus.rules.shelf import OURS, part, texts
from omnibus.study.judge import has_judge
from tests.golden import golden_paths

ROOT = Path(__file__).parent.parent
LEVELS = {"easy", "normal", "hard"}
# `bus` is also a card and an action.
TOLD_APART = [game for game in OURS if game != "bus"]
QUOTES = "\"'`"

every_game = pytest.mark.parametrize("game", OURS)


# ---- The rules


@every_game
def test_the_game_has_a_rulebook_in_both_languages(game: str) -> None:
    book = GAMES[game].rulebook
    for phrase in (book.name, book.aim, book.notation, *(rule.text for rule in book.rules.values())):
        assert set(phrase.texts) == set(LANGUAGES)
    assert len(book.rules) >= 10


@every_game
def test_the_game_has_a_name_of_its_own_in_both_languages(game: str) -> None:
    for language in LANGUAGES:
        others = [box.rulebook.name.say(language) for box in GAMES.values() if box.id != game]
        assert GAMES[game].rulebook.name.say(language) not in others


@every_game
def test_the_game_says_of_every_move_what_it_does(game: str) -> None:
    for move in GAMES[game]().moves:
        assert move.data["text"] == move.text
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", move.data["do"])


# ---- Its tests


@every_game
def test_the_game_has_random_players_and_twins_for_the_kit(game: str) -> None:
    own = part(game, "testing")
    assert own is not None, f"src/omnibus/testing/{game}.py"
    assert own.HABITS
    assert own.LANDMARKS


@every_game
def test_the_game_has_a_test_for_every_rule(game: str) -> None:
    assert set(covering_tests(game)) >= set(GAMES[game].rulebook.rules)


@every_game
def test_the_game_has_breaks_for_every_rule(game: str) -> None:
    assert find_spec(f"tests.{game}.breaks"), f"tests/{game}/breaks.py"
    breaks = import_module(f"tests.{game}.breaks").BREAKS
    assert {entry[0] for entry in breaks} == set(GAMES[game].rulebook.rules)


@every_game
def test_the_game_has_positions_written_as_one_would_lay_them_out(game: str) -> None:
    assert find_spec(f"tests.{game}.positions"), f"tests/{game}/positions.py"
    assert callable(import_module(f"tests.{game}.positions").position)


@every_game
def test_the_game_has_scenes_for_tests_and_pictures(game: str) -> None:
    assert find_spec(f"tests.{game}.scenes"), f"tests/{game}/scenes.py"


@every_game
def test_the_game_has_golden_games(game: str) -> None:
    missing = [path.name for golden, _, _, path in golden_paths() if golden == game and not path.is_file()]
    assert not missing, f"make golden: {missing}"


# ---- Bots, terminal, arena


@every_game
def test_the_game_has_bots_at_every_level(game: str) -> None:
    assert set(specialists(game)) >= LEVELS


@every_game
def test_the_game_has_a_table_in_the_terminal(game: str) -> None:
    own = part(game, "terminal")
    assert own is not None, f"src/omnibus/terminal/{game}.py"
    assert callable(own.draw)


@every_game
def test_the_game_names_the_parts_of_its_score_in_the_terminal(game: str) -> None:
    assert [key for key in texts(game, "terminal") if key.startswith("part-")], f"src/omnibus/terminal/{game}.toml"


@every_game
def test_the_game_has_a_judge(game: str) -> None:
    assert has_judge(game), f"src/omnibus/study/{game}/judge.py"


@every_game
def test_the_game_has_statistics_of_its_own(game: str) -> None:
    own = part(game, "arena.statistics")
    assert own is not None, f"src/omnibus/arena/statistics/{game}.py"
    assert own.ACCUMULATORS


# ---- The browser


def browser_texts(game: str, language: str) -> dict[str, str]:
    """What the browser says at a table of the game."""
    path = ROOT / "web" / "src" / "tables" / game / f"{language}.json"
    assert path.is_file(), path.relative_to(ROOT)
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


@every_game
def test_the_game_has_a_table_in_the_browser(game: str) -> None:
    assert (ROOT / "web" / "src" / "tables" / game / "index.ts").is_file()


@every_game
def test_the_game_has_an_emblem(game: str) -> None:
    assert (ROOT / "web" / "src" / "tables" / game / "Emblem.svelte").is_file()


@every_game
def test_the_game_has_texts_in_the_browser_in_both_languages(game: str) -> None:
    english, french = (browser_texts(game, language) for language in LANGUAGES)
    assert english.keys() == french.keys()


@every_game
def test_the_game_has_its_rules_in_chapters(game: str) -> None:
    prefix = f"chapter.{game}."
    chapters = {key.removeprefix(prefix) for key in browser_texts(game, "en") if key.startswith(prefix)}
    assert chapters
    assert chapters <= set(GAMES[game].rulebook.rules)


@every_game
def test_the_game_has_types_for_the_browser(game: str) -> None:
    assert (ROOT / "web" / "src" / "generated" / f"{game}.ts").is_file(), "make docs"


@every_game
def test_the_game_has_a_player_for_the_browser_tests(game: str) -> None:
    assert find_spec(f"tests.{game}.browser"), f"tests/{game}/browser.py"


@every_game
def test_the_game_has_views_for_the_tests_of_its_browser_table(game: str) -> None:
    assert list((ROOT / "web" / "fixtures").glob(f"{game}-*.json")), "python web/fixtures/write.py"


# ---- What is told about it


@every_game
def test_the_game_has_a_picture_in_the_readme(game: str) -> None:
    assert (ROOT / "docs" / "img" / f"{game}.png").is_file(), "make screenshots"
    assert f"docs/img/{game}.png" in (ROOT / "README.md").read_text(encoding="utf-8")


@every_game
def test_the_game_has_a_ladder(game: str) -> None:
    for ending in ("html", "json"):
        assert (ROOT / "docs" / "ladder" / f"{game}.{ending}").is_file(), "make ladder"


# ---- And nobody else lists it


@pytest.mark.parametrize("tree", ["src", "web/src"])
def test_no_file_but_the_list_and_a_games_own_names_a_game(tree: str) -> None:
    named = []
    for path in sorted((ROOT / tree).rglob("*")):
        place = path.relative_to(ROOT)
        if not path.is_file() or "static" in place.parts or path.suffix in (".npz", ".pyc", ".woff2"):
            continue
        text = path.read_text(encoding="utf-8")
        for game in TOLD_APART:
            its_own = game in (*place.parts, path.stem)
            if not its_own and place.name != "shelf.py" and re.search(f"[{QUOTES}]{game}[{QUOTES}]", text):
                named.append(f"{place} names {game}")
    assert not named, named
