"""The deal of the day: one a day, the same for all, one try each, and nothing told early."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import delete, insert, select
from websockets.exceptions import InvalidStatus

from omnibus.daily import bots_game, deal_of_day
from omnibus.rules.chance import commitment
from omnibus.server.daily import bots_table
from omnibus.server.schema import DAILY_DEALS, DAILY_TRIES, PEOPLE, TABLES
from omnibus.server.services import Services
from tests.server.clocked import Clock, Visitor, serving
from tests.server.neighbours import postgresql, redis
from tests.server.player import Answer, Player, run, texts
from tests.server.running import RunningServer

TODAY, TOMORROW = "2026-11-16", "2026-11-17"
ALONE = "nextstation"  # played alone, for points
AGAINST_BOTS = "terminus"


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch, f"{TODAY} 12:00:00")


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games are enough: bots play each of them in the background."""
    monkeypatch.setattr("omnibus.server.daily.games_of_the_day", lambda: [ALONE, AGAINST_BOTS])


@asynccontextmanager
async def people(services: Services, *names: str | None) -> AsyncIterator[list[Visitor]]:
    """Some visitors, strangers among them."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Visitor(services, name)) for name in names]


async def seed_of(services: Services, game: str, day: str = TODAY) -> str:
    here = DAILY_DEALS.c.game == game, DAILY_DEALS.c.day == day
    row = await services.store.row(select(DAILY_DEALS.c.seed).where(*here))
    assert row is not None
    return str(row.seed)


async def bots_have_played(services: Services, game: str, day: str = TODAY) -> Answer:
    """The bots' own game, once it is over."""
    while True:
        row = await services.store.row(select(TABLES).where(TABLES.c.id == bots_table(day, game)))
        if row is not None and row.status == "finished":
            return dict(row._mapping)
        await asyncio.sleep(0.01)


# ---- The same for all


def test_two_people_with_the_same_moves_get_the_same_game_also_after_a_restart(tmp_path: Path) -> None:
    async def visit() -> None:
        games = []
        for name in ("Ann", "Bo"):
            async with serving(tmp_path / "data") as services, Visitor(services, name) as person:
                table = await person.begin(AGAINST_BOTS, TODAY)
                luck = Random("same")
                await person.play_while(
                    table["id"],
                    0,
                    lambda view: luck.choice(texts(view)) if view["n"] < 60 else None,  # noqa: B023
                )
                replay = await person.get(f"/tables/{table['id']}/replay", seat=0)
                games.append((table["commitment"], replay))
        assert games[0] == games[1]
        assert games[0][1]["last"] >= 60

    run(visit())


def test_whoever_plays_as_the_bots_do_gets_the_game_that_they_play_among_themselves(tmp_path: Path) -> None:
    async def visit() -> None:
        async with serving(tmp_path / "data") as services, Visitor(services, "Ann") as person:
            deal = deal_of_day(AGAINST_BOTS, TODAY, services.settings.key())
            assert deal is not None
            moves = list(bots_game(deal))
            own: Iterator[str] = iter([move for seat, move in moves if seat == deal.seat])
            table = await person.begin(AGAINST_BOTS, TODAY)
            await person.play_while(table["id"], deal.seat, lambda _view: next(own))
            done = await person.get(f"/tables/{table['id']}")
            theirs = await bots_have_played(services, AGAINST_BOTS)
            assert json.loads(theirs["result"]) == done["result"]
            for played in (table["id"], str(theirs["id"])):
                standing = (await services.cache.get(played)).table.standing
                assert [(each.seat, each.move.text) for each in standing] == moves
            results = await person.get(f"/daily/{AGAINST_BOTS}/{TODAY}/results", guests=True)
            assert results["bots"]["rank"] == results["yours"]["rank"] == 1
            beside = await person.get(f"/tables/{table['id']}/beside/{results['bots']['table']}")
            assert beside["parted"] is None
            assert all(step["same"] for step in beside["steps"])
            assert beside["there"]["bot"] == "normal"

    run(visit())


def test_days_and_games_differ_and_the_seed_is_the_one_promised(tmp_path: Path, clock: Clock) -> None:
    async def visit() -> None:
        async with serving(tmp_path / "data") as services, Visitor(services, None) as stranger:
            promised: dict[tuple[str, str], str] = {}
            for day in (TODAY, TOMORROW):
                clock.set(f"{day} 00:00:00")
                overview = await stranger.get("/daily")
                assert overview["day"] == day
                assert overview["ends_at"] - overview["now"] <= 24 * 3600 * 1000
                for deal in overview["deals"]:
                    assert deal["seed"] is None
                    promised[deal["game"], day] = deal["commitment"]
            assert len(set(promised.values())) == len(promised) == 4
            deal = await stranger.get(f"/daily/{ALONE}/{TODAY}")
            assert deal["over"]
            assert commitment(deal["seed"]) == promised[ALONE, TODAY]

    run(visit())


def test_two_servers_with_one_database_agree_on_the_deal_and_on_the_one_try(tmp_path: Path) -> None:
    async def visit() -> None:
        async with serving(tmp_path / "data") as one, serving(tmp_path / "data") as other:
            async with Visitor(one, "Ann") as here, Visitor(other, None) as there:
                there.http.cookies = here.http.cookies
                begun = await asyncio.gather(*(each.begin(ALONE, TODAY) for each in (here, there) * 2))
                assert len({table["id"] for table in begun}) == 1
                deals = [await each.get(f"/daily/{ALONE}/{TODAY}") for each in (here, there)]
                assert deals[0] == deals[1]
            await asyncio.gather(one.daily.turn_page(), other.daily.turn_page())
            rows = await one.store.rows(select(TABLES.c.id).where(TABLES.c.id == bots_table(TODAY, ALONE)))
            assert len(rows) == 1

    run(visit())


# ---- One try


def test_there_is_one_try_without_help_and_without_showing_the_deal(tmp_path: Path, clock: Clock) -> None:
    async def visit() -> None:
        async with serving(tmp_path / "data") as services, Visitor(services, "Ann") as person:
            table = await person.begin(ALONE, TODAY)
            at = f"/tables/{table['id']}"
            assert (table["day"], table["counted"], table["public"], table["seed"]) == (TODAY, True, False, None)
            moved = await person.play(table["id"], 0, 0, (await person.see(table["id"], 0))["view"]["legal"][0]["text"])
            assert moved.status_code == 200
            undo = {"seat": 0, "n": 1, "key": "k"}
            fork = {"at": 0, "seats": [{"who": "me"}]}
            assert (await person.ask("POST", f"{at}/undo", json=undo)).json()["code"] == "daily-no-undo"
            assert await person.refused("POST", f"{at}/hint", json={"seat": 0}) == "hints-off"
            assert await person.refused("POST", f"{at}/fork", json=fork) == "daily-not-over"
            assert await person.refused("POST", f"{at}/invitation") == "daily-not-over"
            assert await person.refused("PUT", f"{at}/shared") == "daily-not-over"
            assert await person.refused("DELETE", at) == "daily-no-closing"
            again = {"json": {"counted": False}}
            assert await person.refused("POST", f"/daily/{ALONE}/{TODAY}", **again) == "day-not-over"
            done = await person.play_out(table["id"], 0)
            assert (done["status"], done["seed"], done["counted"]) == ("finished", None, True)
            assert (await person.begin(ALONE, TODAY))["id"] == table["id"]
            assert await person.refused("GET", f"{at}/record") == "daily-not-over"
            assert await person.refused("POST", f"{at}/fork", json=fork) == "daily-not-over"
            assert await person.refused("POST", f"{at}/challenge") == "daily-not-over"
            seed = await seed_of(services, ALONE)
            for path in (at, f"{at}/replay", f"{at}/view", f"/daily/{ALONE}/{TODAY}", "/daily", "/me/export"):
                assert seed not in (await person.ask("GET", path)).text
            clock.set(f"{TOMORROW} 00:00:00")
            assert (await person.get(at))["seed"] == seed
            assert seed in (await person.ask("GET", f"{at}/record")).text
            assert (await person.post(f"{at}/fork", **fork))["forked_from"] == table["id"]

    run(visit())


def test_a_try_that_is_still_open_at_midnight_goes_on_uncounted(tmp_path: Path, clock: Clock) -> None:
    async def visit() -> None:
        clock.set(f"{TODAY} 23:59:30")
        async with serving(tmp_path / "data") as services, Visitor(services, "Ann") as late:
            cookies = late.http.cookies
            table = await late.begin(ALONE, TODAY)
            async with Visitor(services, "Bo") as early:
                own = await early.begin(ALONE, TODAY)
                assert (await early.give_up(own["id"], 0))["counted"]
        clock.set(f"{TOMORROW} 00:00:05")
        async with serving(tmp_path / "data") as services, Visitor(services, None) as late:
            late.http.cookies = cookies
            assert not (await late.get(f"/tables/{table['id']}"))["counted"]
            await services.daily.turn_page()
            assert await late.refused("POST", f"/daily/{ALONE}/{TODAY}", json={"counted": True}) == "day-over"
            assert (await late.begin(ALONE, TODAY, counted=False))["id"] == table["id"]
            assert await late.refused("GET", f"/daily/{ALONE}/{TODAY}/results") == "finish-first"
            assert not (await late.play_out(table["id"], 0))["counted"]
            results = await late.get(f"/daily/{ALONE}/{TODAY}/results", guests=True)
            assert [entry["name"] for entry in results["entries"]] == ["Bo"]
            assert results["yours"] is None
            deal = await late.get(f"/daily/{ALONE}/{TODAY}")
            assert (deal["finished"], deal["yours"]["counted"], deal["yours"]["status"]) == (1, False, "finished")
            assert deal["yours"]["points"] is not None
            another = await late.begin(ALONE, TODAY, counted=False)
            assert another["id"] != table["id"]
            assert another["hints"]

    run(visit())


def test_a_clock_that_is_set_back_or_forward_brings_no_day_twice(tmp_path: Path, clock: Clock) -> None:
    async def visit() -> None:
        async with serving(tmp_path / "data") as services, people(services, "Ann", "Bo") as (ann, bo):
            table = await ann.begin(ALONE, TODAY)
            clock.set(f"{TOMORROW} 00:00:01")
            # The seed was published: whoever plays now may know it.
            assert (await bo.get(f"/daily/{ALONE}/{TODAY}"))["seed"] is not None
            clock.set(f"{TODAY} 23:00:00")
            assert await bo.refused("POST", f"/daily/{ALONE}/{TODAY}", json={"counted": True}) == "day-over"
            await ann.give_up(table["id"], 0)
            deal = await ann.get(f"/daily/{ALONE}/{TODAY}")
            assert (deal["over"], deal["finished"], deal["yours"]["counted"]) == (True, 0, False)
            assert await bo.refused("GET", f"/daily/{ALONE}/{TOMORROW}") == "no-such-day"
            clock.set(f"{TOMORROW} 12:00:00")
            one = await bo.begin(ALONE, TOMORROW)
            clock.set(f"{TODAY} 12:00:00")
            clock.set(f"{TOMORROW} 13:00:00")
            assert (await bo.begin(ALONE, TOMORROW))["id"] == one["id"]

    run(visit())


def test_resigning_is_finishing(tmp_path: Path) -> None:
    async def visit() -> None:
        async with serving(tmp_path / "data") as services, people(services, "Ann", "Bo") as (ann, bo):
            done = await ann.play_out((await ann.begin(ALONE, TODAY))["id"], 0)
            given_up = await bo.begin(ALONE, TODAY)
            await bo.post(f"/tables/{given_up['id']}/seats/0/resign")
            results = await bo.get(f"/daily/{ALONE}/{TODAY}/results", guests=True)
            told = [(entry["name"], entry["rank"], entry["resigned"]) for entry in results["entries"]]
            assert told == [("Ann", 1, False), ("Bo", 2, True)]
            assert results["entries"][0]["points"] == done["result"]["scores"][0]
            assert results["best"]["name"] == "Ann"
            assert (await bo.begin(ALONE, TODAY))["id"] == given_up["id"]
            beside = await bo.get(f"/tables/{given_up['id']}/beside/{done['id']}")
            assert (beside["here"]["resigned"], beside["parted"]) == (True, 0)

    run(visit())


# ---- Nothing early


def test_nobody_who_has_not_finished_sees_anything_of_the_others(tmp_path: Path) -> None:
    async def visit() -> None:
        async with serving(tmp_path / "data") as services, people(services, "Ann", "Bo", None) as (ann, bo, nobody):
            done = await ann.play_out((await ann.begin(ALONE, TODAY))["id"], 0)
            await services.daily.turn_page()
            await bots_have_played(services, ALONE)
            own = await bo.begin(ALONE, TODAY)
            secrets = [await seed_of(services, ALONE), done["id"], "Ann", str(done["result"]["scores"])]
            for table in (done["id"], bots_table(TODAY, ALONE)):
                for path in ("", "/replay", "/replay/3", "/record", "/view", "/chat", f"/beside/{own['id']}"):
                    for visitor in (bo, nobody):
                        answer = await visitor.ask("GET", f"/tables/{table}{path}")
                        assert answer.status_code in (401, 404), path
            paths = ["/daily", f"/daily/{ALONE}/{TODAY}", "/tables", "/tables?mine=true", "/me/export"]
            paths += [f"/daily/{ALONE}/{TODAY}/results?guests=true", "/daily/calendar?month=2026-11"]
            paths += [f"/tables/{own['id']}{what}" for what in ("", "/view?seat=0", "/replay?seat=0", "/challenge")]
            for path in paths:
                for visitor in (bo, nobody):
                    told = (await visitor.ask("GET", path)).text
                    assert not [secret for secret in secrets if secret in told], path
            await bo.play_out(own["id"], 0, "other")
            told = (await bo.ask("GET", f"/daily/{ALONE}/{TODAY}/results?guests=true")).text
            assert done["id"] in told
            replay = (await bo.ask("GET", f"/tables/{done['id']}/replay")).text
            assert '"moments"' in replay
            assert secrets[0] not in told + replay
            assert (await bo.get(f"/tables/{done['id']}/beside/{own['id']}"))["here"]["name"] == "Ann"
            # The end of one deal shows nothing of another.
            assert await bo.refused("GET", f"/daily/{AGAINST_BOTS}/{TODAY}/results") == "finish-first"

    run(visit())


def test_nobody_looks_on_at_a_try(server: RunningServer) -> None:
    """By the true clock, over WebSockets."""

    async def visit() -> None:
        async with Player(server.url, "Ann") as ann, Player(server.url, "Bo") as bo:
            table = (await ann.post(f"/daily/{ALONE}/{(await ann.get('/daily'))['day']}", counted=True))["id"]
            async with ann.watch(table) as window:
                await window.until("sight")
                assert window.view["seat"] == 0
            for other in (bo, Player(server.url, None)):
                with pytest.raises(InvalidStatus):
                    async with other.watch(table) as window:
                        await window.until("sight")

    run(visit())


def test_past_days_are_played_uncounted_and_the_calendar_tells_what_one_played(tmp_path: Path, clock: Clock) -> None:
    async def visit() -> None:
        async with serving(tmp_path / "data") as services, Visitor(services, "Ann") as ann:
            await services.daily.turn_page()
            clock.set(f"{TOMORROW} 12:00:00")
            assert await ann.refused("GET", f"/daily/{ALONE}/2026-11-15") == "no-such-day"
            assert await ann.refused("GET", f"/daily/{ALONE}/2026-11-18") == "no-such-day"
            assert await ann.refused("GET", f"/daily/{ALONE}/2026-02-30") == "no-such-day"
            assert await ann.refused("GET", f"/daily/{ALONE}/{TODAY}/results") == "finish-first"
            past = await ann.begin(ALONE, TODAY, counted=False)
            done = await ann.play_out(past["id"], 0)
            today = await ann.begin(AGAINST_BOTS, TOMORROW)
            calendar = await ann.get("/daily/calendar", month="2026-11")
            assert (calendar["first"], calendar["last"]) == (TODAY, TOMORROW)
            told = {(day["day"], day["game"]): day["yours"] for day in calendar["days"]}
            assert told[TODAY, ALONE] == {
                "table": past["id"],
                "status": "finished",
                "counted": False,
                "resigned": False,
                "place": 1,
                "points": done["result"]["scores"][0],
            }
            assert told[TOMORROW, AGAINST_BOTS]["table"] == today["id"]
            assert told[TOMORROW, AGAINST_BOTS]["status"] == "running"
            assert (await ann.get("/daily/calendar", month="2026-12"))["days"] == []
            assert (await ann.get(f"/daily/{ALONE}/{TODAY}/results"))["total"] == 0

    run(visit())


# ---- Many people


async def many_tries(services: Services, game: str, points: list[int | None]) -> None:
    """Results of so many people with accounts."""
    people = [
        {"id": f"{number:024x}", "name": f"P{number}", "canonical": f"p{number}", "account": f"p{number}"}
        for number in range(1, len(points) + 1)
    ]
    usual = {"language": "en", "came_at": 1, "seen_at": 1, "administrator": False}
    tries = [
        {
            "day": TODAY,
            "game": game,
            "person": person["id"],
            "guest": False,
            "counted": True,
            "finished_at": number,
            "place": None if reached is None else 1,
            "points": reached,
        }
        for number, (person, reached) in enumerate(zip(people, points, strict=True))
    ]
    async with services.store.writing() as connection:
        await connection.execute(insert(PEOPLE), [{**person, **usual} for person in people])
        await connection.execute(insert(DAILY_TRIES), tries)


def test_where_the_fewest_points_win_they_stand_first(tmp_path: Path) -> None:
    async def visit() -> None:
        async with serving(tmp_path / "data") as services, people(services, "Ann") as (ann,):
            given_up = await ann.begin(AGAINST_BOTS, TODAY)
            await ann.post(f"/tables/{given_up['id']}/seats/0/resign")
            await many_tries(services, AGAINST_BOTS, [40, 7, None, 12])
            results = await ann.get(f"/daily/{AGAINST_BOTS}/{TODAY}/results")
            told = [(entry["points"], entry["rank"]) for entry in results["entries"]]
            assert told == [(7, 1), (12, 2), (40, 3), (None, 4)]

    run(visit())


def test_thousands_are_told_in_pages_with_shared_ranks_and_guests_apart(tmp_path: Path) -> None:
    async def visit() -> None:
        async with serving(tmp_path / "data") as services, people(services, "Gus", None) as (guest, ann):
            await ann.post("/account", name="Ann", password="correct horse")
            await guest.give_up((await guest.begin(ALONE, TODAY))["id"], 0)
            await ann.play_out((await ann.begin(ALONE, TODAY))["id"], 0)
            points = (await ann.get(f"/daily/{ALONE}/{TODAY}/results"))["yours"]["points"]
            await many_tries(services, ALONE, [points + 1] * 700 + [points] * 3 + [points - 1] * 700 + [None])
            results = await ann.get(f"/daily/{ALONE}/{TODAY}/results")
            assert (results["total"], results["pages"], len(results["entries"])) == (1405, 29, 50)
            assert {entry["rank"] for entry in results["entries"]} == {1}
            assert (results["yours"]["rank"], results["your_page"]) == (701, 14)
            here = await ann.get(f"/daily/{ALONE}/{TODAY}/results", page=14)
            assert [entry["rank"] for entry in here["entries"]] == [701] * 4 + [705] * 46
            assert [entry["you"] for entry in here["entries"]].count(True) == 1
            last = await ann.get(f"/daily/{ALONE}/{TODAY}/results", page=28)
            assert (last["entries"][-1]["rank"], last["entries"][-1]["resigned"]) == (1405, True)
            apart = await ann.get(f"/daily/{ALONE}/{TODAY}/results", guests=True)
            assert [(entry["name"], entry["rank"], entry["guest"]) for entry in apart["entries"]] == [("Gus", 1, True)]
            # Whoever tried as a guest is listed so, whatever account comes later.
            await guest.post("/account", name="Gus", password="correct horse")
            assert (await guest.get(f"/daily/{ALONE}/{TODAY}/results", guests=True))["yours"]["rank"] == 1
            assert (await ann.get(f"/daily/{ALONE}/{TODAY}"))["finished"] == 1406

    run(visit())


def test_what_is_left_of_tables_and_people_that_are_gone(tmp_path: Path) -> None:
    async def visit() -> None:
        async with serving(tmp_path / "data") as services, people(services, "Ann", "Bo") as (ann, bo):
            for person in (ann, bo):
                await person.give_up((await person.begin(ALONE, TODAY))["id"], 0)
            exported = await ann.get("/me/export")
            assert [entry["day"] for entry in exported["daily_tries"]] == [TODAY]
            assert exported["tables"][0]["record"] is None
            await ann.post("/me/deletion")
            results = await bo.get(f"/daily/{ALONE}/{TODAY}/results", guests=True)
            assert sorted(str(entry["name"]) for entry in results["entries"]) == ["Bo", "None"]
            async with services.store.writing() as connection:
                await connection.execute(delete(TABLES).where(TABLES.c.day == TODAY))
            results = await bo.get(f"/daily/{ALONE}/{TODAY}/results", guests=True)
            assert [entry["table"] for entry in results["entries"]] == [None, None]
            assert results["best"] is None
            assert await bo.refused("POST", f"/daily/{ALONE}/{TODAY}", json={"counted": True}) == "daily-gone"

    run(visit())


def test_the_bots_play_once_in_the_background_and_go_on_after_a_restart(tmp_path: Path) -> None:
    async def visit() -> None:
        async with serving(tmp_path / "data") as services:
            await services.daily.turn_page()
        async with serving(tmp_path / "data") as services:
            await services.daily.turn_page()
            deal = deal_of_day(ALONE, TODAY, services.settings.key())
            assert deal is not None
            state = deal.game.start(deal.seed)
            for seat, move in bots_game(deal):
                state.play(seat, move)
            assert state.result is not None
            theirs = await bots_have_played(services, ALONE)
            assert json.loads(theirs["result"]) == state.result.plain()
            # They are nobody's: no list shows them, and nobody is shown as their host.
            async with Visitor(services, "Ann") as ann:
                assert (await ann.get("/tables"))["tables"] == []
            assert [person.name for person in (await services.admin_lists.people("", 0)).people] == ["Ann"]

    run(visit())


def test_a_new_key_or_ruleset_does_not_change_a_day_that_has_begun(tmp_path: Path) -> None:
    async def visit() -> None:
        async with serving(tmp_path / "data") as services, Visitor(services, None) as stranger:
            before = await stranger.get(f"/daily/{ALONE}/{TODAY}")
        (tmp_path / "data" / "key").write_bytes(b"k" * 32)
        async with serving(tmp_path / "data") as services, Visitor(services, None) as stranger:
            assert await stranger.get(f"/daily/{ALONE}/{TODAY}") == before

    run(visit())


def test_a_game_without_a_deal_of_the_day_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("omnibus.server.daily.games_of_the_day", lambda: [ALONE])

    async def visit() -> None:
        async with serving(tmp_path / "data") as services, Visitor(services, None) as stranger:
            assert [deal["game"] for deal in (await stranger.get("/daily"))["deals"]] == [ALONE]
            assert await stranger.refused("GET", f"/daily/{AGAINST_BOTS}/{TODAY}") == "no-daily"

    run(visit())


@pytest.mark.slow
@pytest.mark.soak
def test_two_server_processes_agree_on_the_deal_the_try_and_the_bots_game(tmp_path: Path) -> None:
    """By the true clock, on PostgreSQL."""

    async def visit(one: RunningServer, other: RunningServer) -> None:
        async with Player(one.url, "Ann") as here, Player(other.url, None) as there:
            there.http.cookies = here.http.cookies
            overviews = [await each.get("/daily") for each in (here, there)]
            assert overviews[0]["deals"] == overviews[1]["deals"]
            path = f"/daily/{AGAINST_BOTS}/{overviews[0]['day']}"
            begun = await asyncio.gather(*(each.post(path, counted=True) for each in (here, there) * 4))
            assert len({table["id"] for table in begun}) == 1
            table = begun[0]["id"]
            async with there.watch(table, seat=0) as window:
                await window.play_on(Random(1))
            results = await here.get(f"{path}/results", guests=True)
            while results["bots"] is None:
                await asyncio.sleep(0.1)
                results = await here.get(f"{path}/results", guests=True)
            assert results["yours"]["table"] == table
            assert (await there.get(f"/tables/{table}/beside/{results['bots']['table']}"))["there"]["bot"] == "normal"

    with postgresql() as database, redis() as wire:
        running = [RunningServer(tmp_path / "data", OMNIBUS_DATABASE=database, OMNIBUS_REDIS=wire) for _ in range(2)]
        run(visit(*running))
        for server in running:
            server.stop()
            assert '"level":"error"' not in server.log.read_text(), server.log.read_text()
