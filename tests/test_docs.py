"""The examples in the documentation work as they stand."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from omnibus import GAMES
from omnibus.bots import bot_named
from omnibus.bots.honesty import check_honesty
from omnibus.cli import run
from omnibus.rules.shelf import OURS

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted(DOCS.glob("*.md"))]
GUIDES = [ROOT / "CONTRIBUTING.md", DOCS / "architecture.md"]  # those that say where things live
EXAMPLE = re.compile(r"```(?:python|javascript)\n(?:#|//) (?P<name>\w+\.\w+):.*?\n(?P<code>.*?)```", re.S)


@pytest.fixture(autouse=True)
def _with_the_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.chdir(tmp_path)
    for example in EXAMPLE.finditer((DOCS / "bots.md").read_text(encoding="utf-8")):
        (tmp_path / example["name"]).write_text(example["code"], encoding="utf-8")


def test_the_examples_are_short() -> None:
    found = {each["name"]: each["code"].count("\n") for each in EXAMPLE.finditer((DOCS / "bots.md").read_text("utf-8"))}
    assert set(found) == {"mine.py", "remembering.py", "first.js"}
    assert all(found[name] <= 10 for name in ("mine.py", "first.js"))


@pytest.mark.parametrize(
    ("command", "program"),
    [
        ("london spender random --code mine.py", None),
        ("terminus fickle random --code remembering.py", None),
        ('bus first random random --program first="node first.js"', "node"),
        ('terminus last random --program last="jq --unbuffered -r .view.legal[-1].text"', "jq"),
    ],
)
def test_the_bots_of_the_examples_play(command: str, program: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    if program is not None and shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    arguments = shlex.split(command)
    assert run(["match", *arguments, "--games", "3", "--processes", "1"]) == 0
    seen = capsys.readouterr()
    assert arguments[1] in seen.out
    assert seen.err == ""


def test_the_commands_of_the_examples_are_understood() -> None:
    """Every flag that the documentation names is one of its command."""
    commands = re.findall(r"^omnibus (match|ladder|stats|play) (.*)$", (DOCS / "arena.md").read_text("utf-8"), re.M)
    commands += re.findall(r"^omnibus (match|ladder|stats|play) (.*)$", (DOCS / "bots.md").read_text("utf-8"), re.M)
    assert len(commands) >= 8
    for command, words in commands:
        flags = [word for word in shlex.split(words) if word.startswith("-")]
        assert run([command, *[word for flag in flags for word in (flag, *_value(flag))], "--help"]) == 0


def _value(flag: str) -> list[str]:
    return [] if flag in ("--sprt", "--json") else ["1"]


def test_the_honesty_of_a_bot_is_checked_as_told() -> None:
    example = 'check_honesty(GAMES["london"](3), bot_named("random", "london"))'
    assert example in (DOCS / "bots.md").read_text(encoding="utf-8")
    assert check_honesty(GAMES["london"](3), bot_named("random", "london")) > 0


# ---- Where things live

LINK = re.compile(r"\]\((?!https?://)(?P<page>[^)#\s]*)(?:#(?P<heading>[^)]+))?\)")
QUOTED = re.compile(r"`([^`]+)`")
PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)*/?")
OUR_FILES = (".css", ".json", ".md", ".mjs", ".py", ".sql", ".svelte", ".toml", ".ts")
# Kinds of files that stand in many folders, and folders that are made on the way.
NOT_ONE_FILE = {"rulebook.toml", "texts.toml", "web/node_modules"}
NAME = re.compile(r"#?[A-Za-z_]\w*(?:\.#?[A-Za-z_]\w*)*")


def prose(page: Path) -> str:
    """The page without its examples."""
    return re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.M | re.S)


def quoted(page: Path) -> list[str]:
    return [" ".join(each.split()) for each in QUOTED.findall(prose(page))]


def anchors(page: Path) -> set[str]:
    """How links name the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", prose(page), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def paths(page: Path) -> set[str]:
    """What looks like a file or folder of ours; those of any game are meant for each of ours."""
    found = {
        each
        for each in quoted(page)
        if PATH.fullmatch(each) and ("/" in each or each.endswith(OUR_FILES)) and each not in NOT_ONE_FILE
    }
    return {path.replace("GAME", game) for path in found for game in (OURS if "GAME" in path else ("",))}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in LINK.finditer(prose(page)):
        target = page.parent / link["page"] if link["page"] else page
        assert target.exists(), link[0]
        assert link["heading"] is None or link["heading"] in anchors(target), link[0]


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.name)
def test_every_file_that_is_named_is_there(page: Path) -> None:
    named = paths(page)
    assert len(named) > 30
    assert [
        path for path in sorted(named) if not any((at / path).exists() for at in (ROOT, ROOT / "src/omnibus"))
    ] == []


def test_every_name_in_the_walks_is_one_in_the_code() -> None:
    sources = [path for room in ("src", "web/src") for path in (ROOT / room).rglob("*") if path.is_file()]
    texts = [path.read_text("utf-8") for path in sources if path.suffix in (".py", ".ts", ".svelte")]
    known = set(re.findall(r"#?\b[A-Za-z_]\w*", "\n".join(texts)))
    named = {each for each in quoted(DOCS / "architecture.md") if NAME.fullmatch(each)} - paths(
        DOCS / "architecture.md"
    )
    assert len(named) > 60
    assert [name for name in sorted(named) if not set(name.split(".")) <= known] == []


def test_every_member_in_the_walks_is_one_of_its_class() -> None:
    """`Commands.play` is a `play` in a `class Commands`, not two words that occur somewhere."""
    classes: dict[str, str] = {}
    for room, suffix in (("src", ".py"), ("web/src", ".ts")):
        for path in (ROOT / room).rglob(f"*{suffix}"):
            for found in re.finditer(r"^(?:export )?class (\w+).*?(?=^\S|\Z)", path.read_text("utf-8"), re.M | re.S):
                classes[found[1]] = classes.get(found[1], "") + found[0]
    members = [name.split(".") for name in quoted(DOCS / "architecture.md") if re.fullmatch(r"[A-Z]\w+\.\w+", name)]
    assert len(members) > 20
    assert [member for member in members if not re.search(rf"\b{member[1]}\b", classes.get(member[0], ""))] == []


# ---- For operators


def test_every_setting_and_every_metric_is_told_to_operators() -> None:
    page = (DOCS / "operating.md").read_text("utf-8")
    source = "\n".join(path.read_text("utf-8") for path in (ROOT / "src/omnibus").rglob("*.py"))
    settings = set(re.findall(r"\"(OMNIBUS_[A-Z_]+)\"", source))
    assert len(settings) > 9
    assert settings - set(re.findall(r"^\| `(OMNIBUS_[A-Z_]+)` \|", page, re.M)) == set()
    named = {re.sub(r"\{.*", "", name) for name in re.findall(r"`(omnibus_[a-z_]+(?:\{[^`]*\})?)`", page)}
    counted = {f"omnibus_{name}" for name in re.findall(r"_(?:counter|gauge|histogram)\(\s*\"([a-z_]+)\"", source)}
    counted |= set(re.findall(r"MetricFamily\(\s*\"(omnibus_[a-z_]+)\"", source))
    assert len(counted) > 9
    assert named == counted
