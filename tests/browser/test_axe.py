"""Nothing that axe knows of keeps anybody from reading a page or playing at a table, by day and by night."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from omnibus import GAMES
from tests.browser.conftest import Visit
from tests.browser.others import Person, lay, play_by_hand
from tests.browser.visitor import EN, WEB, Visitor
from tests.scenes import scenes_of

pytestmark = pytest.mark.slow

# What is on its way to another colour or place is looked at when it has arrived.
CHECK = """async (rules) => {
  do await new Promise(requestAnimationFrame); while (eyes.moving());
  const { violations } = await axe.run({ resultTypes: ["violations"], ...rules });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target }) => target).join(" and ")}`);
}"""
ALL: dict[str, object] = {}
ABOUT_COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}  # those of axe's rules that look at colours
PAGES = [
    "",
    "lobby",
    "finished",
    "rules",
    "rules/terminus/T7",
    "new/nextstation",
    "learn/london",
    "learn/bus/choosing",
    "account",
    "new-password/secret",
    "nowhere",
]
SHEETS = "sr?"  # the keys that open settings, rules, keys
WITH_SHEETS = next(iter(GAMES))  # they are the same at every table


@cache
def axe() -> str:
    path = WEB / "node_modules" / "axe-core" / "axe.min.js"
    if not path.exists():
        pytest.skip("axe is not installed: npm ci, in web/")
    return path.read_text(encoding="utf-8")


def violations(visitor: Visitor, where: str) -> Iterator[str]:
    """What axe finds on the page as it is by day, and by night, which changes nothing but colours."""
    if not visitor.page.evaluate("'axe' in window"):
        visitor.page.evaluate(axe())
    visitor.page.emulate_media(color_scheme="light")
    by_day = visitor.page.evaluate(CHECK, ALL)
    visitor.page.emulate_media(color_scheme="dark")
    by_night = visitor.page.evaluate(CHECK, ABOUT_COLOURS)
    for light, found in (("light", by_day), ("dark", by_night)):
        yield from (f"{where or 'home'}, {light}: {violation}" for violation in found)


def test_no_page_shuts_anybody_out(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit()
    seats = [{"who": "me"}, {"who": "open"}]
    opened = ada.ask("POST", "/tables", game="london", seats=seats)
    table, token = opened["table"]["id"], opened["invitation"]
    ada.ask("POST", f"/tables/{lay(ada, 'nextstation', ['me'])}/seats/0/resign")  # a finished game to look back at
    found: list[str] = []
    visits = [(ada, page) for page in (*PAGES, f"table/{table}")]
    visits += [(bo, page) for page in ("", "daily", "account", f"table/{table}/{token}")]
    for somebody, page in visits:
        somebody.page.goto("about:blank")  # so that what comes is not the page before
        somebody.go(page)
        somebody.page.wait_for_load_state("networkidle")
        somebody.page.get_by_role("heading", level=1).wait_for()
        found += violations(somebody, page)
    assert not found, found


@pytest.mark.parametrize("game", GAMES)
def test_no_table_shuts_anybody_out(visit: Visit, game: str) -> None:
    ada, bo, cy = visit("Ada"), visit("Bo"), visit("Cy")
    table = lay(ada, game, ["me", "open", "open"], [bo, cy], options=scenes_of(game).options)
    people: dict[int, Person] = {0: ada, 1: bo, 2: cy}
    luck = Random(11)
    n = play_by_hand(table, people, luck, moves=9)
    ada.sit_at(table)
    ada.wait_for_moment(n)
    found = [*violations(ada, "early")]
    if game == WITH_SHEETS:
        for key in SHEETS:
            ada.page.keyboard.press(key)
            ada.page.get_by_role("dialog").wait_for()
            found += violations(ada, f"sheet {key}")
            ada.page.keyboard.press("Escape")
            ada.page.get_by_role("dialog").wait_for(state="hidden")
        ada.page.keyboard.press("c")
        ada.page.get_by_label(EN["chat.said"]).wait_for()
        found += violations(ada, "chat beside the board")
    n = play_by_hand(table, people, luck)
    ada.wait_for_moment(n)
    found += violations(ada, "end")
    ada.go(f"replay/{table}/{n // 2}")
    ada.wait("n => eyes.moment() === n", n // 2)
    found += violations(ada, "replay")
    ada.go(f"after/{table}")
    ada.page.get_by_role("heading", name=EN["after.title"]).wait_for()
    found += violations(ada, "after")
    assert not found, found
