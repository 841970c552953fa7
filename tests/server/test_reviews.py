"""Reviews: asked for by those who may, made once in the background, kept on the way, and told as far as they go."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select, update

from omnibus.rules import GAMES, read_record
from omnibus.server import bot_workers, kept_reviews, reviews
from omnibus.server.bot_workers import BotFailed, BotWorkers, Study
from omnibus.server.schema import PLIES, REVIEWED_DECISIONS, REVIEWS, SEATS, STUDY_FIGURES, TABLES
from omnibus.server.services import Services
from omnibus.study.judge import judge_of
from omnibus.study.review import check_sums, review
from tests.server.clocked import Clock, ThinkingHere, Visitor, serving
from tests.server.neighbours import postgresql, redis
from tests.server.player import Answer, Player, run, texts
from tests.server.running import RunningServer

TRIES = "10"
ALONE = "nextstation"
GOLDEN = Path(__file__).parent.parent / "golden"
RECORD, SOLO, OPEN = (
    (GOLDEN / name).read_text(encoding="utf-8")
    for name in ("nextstation/2-00.omnibus", "nextstation/1-00.omnibus", "bus/3-00.omnibus")
)


class Studying(ThinkingHere):
    """Weighs as many decisions as it is allowed to, and remembers which."""

    def __init__(self, most: int = 1_000_000):
        self.weighed: list[tuple[str, int]] = []
        self.questions: list[Study] = []
        self.most = most
        self.enough = asyncio.Event()

    async def study(self, question: Study) -> Study:
        self.questions.append(question)
        if question["do"] == "decision":
            if len(self.weighed) >= self.most:
                self.enough.set()
                await asyncio.Event().wait()
            self.weighed.append((question["record"], question["n"]))
        return await super().study(question)


def reviewing(folder: Path, story: Callable[[Services], Coroutine[Any, Any, None]], **more: Any) -> None:
    """Live a story at a server that tries few moves."""

    async def visit() -> None:
        async with serving(folder / "data", **{"OMNIBUS_REVIEW_TRIES": TRIES, **more}) as services:
            await story(services)

    run(visit())


async def played_alone(services: Services, person: Visitor, public: bool = True) -> str:
    """A finished game of somebody's, as if it had been played here."""
    table = str((await person.post("/records", record=SOLO))["id"])
    host = (await services.cache.get(table)).row.host
    played = (
        update(TABLES).where(TABLES.c.id == table).values(uploaded=False, counts=True, public=public),
        update(SEATS).where(SEATS.c.table_id == table).values(person=host, bot=None, name=person.name),
        update(PLIES).where(PLIES.c.table_id == table).values(person=host),
    )
    await services.store.write(lambda connection: [connection.execute(each) for each in played])
    services.cache.drop(table)
    return table


async def review_done(person: Player, table: str, **more: Any) -> Answer:
    status = await person.get(f"/tables/{table}/review", **more)
    while status["state"] in ("waiting", "running"):
        status = await person.get(f"/tables/{table}/review", known=status["done"], wait=10, **more)
    return status


def test_whoever_played_asks_sees_it_grow_and_gets_what_the_study_says(tmp_path: Path) -> None:
    async def story(services: Services) -> None:
        async with Visitor(services) as person, Visitor(services, None) as stranger:
            table = await played_alone(services, person)
            before = await person.get(f"/tables/{table}/review")
            assert (before["state"], before["refusal"], before["review"]) == ("none", None, None)
            assert (await stranger.get(f"/tables/{table}/review"))["refusal"]["code"] == "not-signed-in"
            status, grown = await person.post(f"/tables/{table}/review"), set[int]()
            while status["state"] != "done":
                status = await person.get(f"/tables/{table}/review", known=status["done"], wait=10)
                grown.add(status["done"])
            assert len(grown) > 1, "it was seen on its way"
            told = status["review"]
            record = read_record((await person.ask("GET", f"/tables/{table}/record")).text)
            plain = review(record, int(TRIES))
            assert check_sums(told) < 1e-9
            assert told["complete"]
            assert status["done"] == status["of"] == plain["of"] == len(told["decisions"])
            for mine, theirs in zip(told["decisions"], plain["decisions"], strict=True):
                assert mine == {key: theirs.get(key) for key in mine}
            for key in ("judge", "budget", "unit", "seats", "moments"):
                assert told[key] == plain[key]
            some = plain["decisions"][7]
            worths = await stranger.get(f"/tables/{table}/review/{some['n']}")
            assert worths["candidates"] == some["candidates"]
            assert worths["legal"] == [record.game.move(each["move"]).plain() for each in some["candidates"]]
            named = {text for each in plain["decisions"] for text in (each["move"], each["best"])}
            moves = {text: record.game.move(text).plain() for text in named}
            assert {move["text"]: move for move in told["moves"]} == moves
            assert await person.refused("GET", f"/tables/{table}/review/999") == "no-such-decision"
            assert await stranger.get(f"/tables/{table}/review") == status, "a public game's review is for everybody"

    reviewing(tmp_path, story)


def test_it_goes_on_after_a_restart_and_is_never_done_twice(tmp_path: Path) -> None:
    halfway, after = Studying(most=9), Studying()
    tables: list[str] = []

    async def before(services: Services) -> None:
        async with Visitor(services) as person:
            tables.append(await played_alone(services, person))
            await person.post(f"/tables/{tables[0]}/review")
            await halfway.enough.wait()
            status = await person.get(f"/tables/{tables[0]}/review")
            assert status["state"] == "running"

    async def then(services: Services) -> None:
        async with Visitor(services) as person:
            await asyncio.gather(*(person.post(f"/tables/{tables[0]}/review") for _ in range(3)))
            status = await review_done(person, tables[0])
            assert status["state"] == "done"
            await person.post(f"/tables/{tables[0]}/review", again=True)
            assert (await person.get(f"/tables/{tables[0]}/review")) == status, "there is no better judge"
            kept = await services.store.rows(select(REVIEWED_DECISIONS.c.n))
            assert len(kept) == status["of"]
            # What was found out within the last second is not yet kept when a server stops.
            assert len(halfway.weighed) + len(after.weighed) <= status["of"] + halfway.most - 1
            assert len(after.weighed) < status["of"]
            assert len(set(after.weighed)) == len(after.weighed)

    reviewing(tmp_path, before, runner=halfway)
    reviewing(tmp_path, then, runner=after)


def test_two_servers_with_one_database_make_it_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if both wrote to one PostgreSQL: neither knows that the other is there."""
    monkeypatch.setattr("omnibus.server.settings.Settings.shared", True)

    async def visit() -> None:
        both = Studying(), Studying()
        async with AsyncExitStack() as stack:
            servers = [
                await stack.enter_async_context(serving(tmp_path / "data", each, OMNIBUS_REVIEW_TRIES=TRIES))
                for each in both
            ]
            people = [await stack.enter_async_context(Visitor(services)) for services in servers]
            table = await played_alone(servers[0], people[0])
            await asyncio.gather(*(person.post(f"/tables/{table}/review") for person in people))
            for person in people:
                assert (await review_done(person, table))["state"] == "done"
        weighed = [n for each in both for _, n in each.weighed]
        assert len(weighed) == len(set(weighed))

    run(visit())


def test_what_a_dead_process_held_another_takes_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("omnibus.server.settings.Settings.shared", True)
    monkeypatch.setattr("omnibus.server.review_work.LOOK_SECONDS", 0.02)

    async def story(services: Services) -> None:
        async with Visitor(services) as person:
            table = await played_alone(services, person)
            monkeypatch.setattr("omnibus.server.review_work.ReviewWork.wake", lambda _: None)
            held = update(REVIEWS).values(held_by="somebody else", held_until=2**52)
            await services._review_work.close()
            await person.post(f"/tables/{table}/review")
            await services.store.write(lambda connection: connection.execute(held))
            await services._review_work.open()
            await asyncio.sleep(0.1)
            assert not services._review_work._doing, "somebody else does it"
            await services.store.write(lambda connection: connection.execute(held.values(held_until=1)))
            assert (await review_done(person, table))["state"] == "done"

    reviewing(tmp_path, story)


# ---- Who may


def test_who_may_ask_and_who_may_only_look(tmp_path: Path) -> None:
    async def story(services: Services) -> None:
        async with AsyncExitStack() as stack:
            ann, bob = [await stack.enter_async_context(Visitor(services, name)) for name in ("Ann", "Bob")]
            stranger = await stack.enter_async_context(Visitor(services, None))
            private = await played_alone(services, ann, public=False)
            at = f"/tables/{private}/review"
            for visitor in (bob, stranger):
                assert await visitor.refused("GET", at) == "no-such-table"
                assert await visitor.refused("GET", f"{at}/1") == "no-such-table"
            assert await bob.refused("POST", at, json={}) == "no-such-table"
            assert await stranger.refused("POST", at, json={}) == "not-signed-in"
            await ann.put(f"/tables/{private}/shared")
            assert (await bob.get(at))["refusal"]["code"] == "review-not-yours"
            assert await bob.refused("POST", at, json={}) == "review-not-yours"
            await ann.post(at)
            await review_done(ann, private)
            assert (await bob.get(at))["state"] == "done", "whoever has the link may see it"
            assert (await bob.get("/me/study"))["games"] == []
            public = await played_alone(services, ann)
            assert (await bob.post(f"/tables/{public}/review"))["state"] != "none"
            assert await stranger.refused("GET", "/me/study") == "not-signed-in"

    reviewing(tmp_path, story)


def test_only_what_was_played_to_its_end_is_reviewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(services: Services) -> None:
        async with Visitor(services, "Ann") as ann, Visitor(services, "Bob") as bob:
            table = await ann.open("terminus", ["me", "open"])
            at = f"/tables/{table}/review"
            assert await ann.refused("POST", at, json={}) == "not-over"
            await bob.post(f"/tables/{table}/join")
            await ann.post(f"/tables/{table}/start")
            assert await ann.refused("POST", at, json={}) == "not-over"
            assert (await ann.get(at))["refusal"]["code"] == "not-over"
            await bob.post(f"/tables/{table}/seats/1/resign")
            await ann.post(f"/tables/{table}/end")
            assert await ann.refused("POST", at, json={}) == "review-ended-early"
            await bob.ask("PATCH", "/me", json={"name": "Bob", "language": "fr"})
            assert "jusqu’au bout" in (await bob.get(at))["refusal"]["reason"]
            brought = (await ann.post("/records", record=RECORD))["id"]
            monkeypatch.setattr(reviews, "has_judge", lambda _: False)
            assert await ann.refused("POST", f"/tables/{brought}/review", json={}) == "no-judge"
            for wrong in ({"seat": 0}, {"hindsight": None}):
                assert await ann.refused("POST", at, json=wrong) == "malformed"

    reviewing(tmp_path, story)


def test_the_deal_of_the_day_is_reviewed_for_those_alone_who_have_finished_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Clock(monkeypatch, "2026-11-16 12:00:00")
    monkeypatch.setattr("omnibus.server.daily.games_of_the_day", lambda: [ALONE])

    async def story(services: Services) -> None:
        async with Visitor(services, "Ann") as ann, Visitor(services, "Bob") as bob:
            table = (await ann.begin(ALONE, "2026-11-16"))["id"]
            at = f"/tables/{table}/review"
            assert await ann.refused("POST", at, json={}) == "not-over"
            await ann.play_out(table, 0)
            await ann.post(at)
            assert (await review_done(ann, table))["state"] == "done"
            theirs = (await bob.begin(ALONE, "2026-11-16"))["id"]
            for path in (at, f"{at}/1", f"{at}?hindsight=true"):
                assert await bob.refused("GET", path) == "no-such-table"
            await bob.play_out(theirs, 0)
            assert (await bob.get(at))["state"] == "done", "both have played it"
            assert await bob.refused("POST", at, json={"hindsight": True}) == "review-not-yours"

    reviewing(tmp_path, story)


# ---- How much


def test_nobody_lets_others_wait_for_many_reviews(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_WAITING_EACH", 0.002)  # of which a test server allows a thousand times as many
    monkeypatch.setattr(reviews, "MOST_WAITING", 0.003)

    async def story(services: Services) -> None:
        async with Visitor(services, "Ann") as ann, Visitor(services, "Bob") as bob:
            tables = [(await ann.post("/records", record=RECORD))["id"] for _ in range(4)]
            for table in tables[:2]:
                await ann.post(f"/tables/{table}/review")
            assert await ann.refused("POST", f"/tables/{tables[2]}/review", json={}) == "too-many-reviews"
            await ann.post(f"/tables/{tables[0]}/review")  # on its way already
            assert (await bob.post(f"/tables/{tables[2]}/review"))["ahead"] <= 2
            full = await bob.ask("POST", f"/tables/{tables[3]}/review", json={})
            assert (full.status_code, full.json()["code"]) == (503, "reviews-full")

    reviewing(tmp_path, story, runner=Studying(most=0))


def test_asking_is_limited(tmp_path: Path) -> None:
    async def story(services: Services) -> None:
        async with Visitor(services) as person:
            tables = [(await person.post("/records", record=RECORD))["id"] for _ in range(3)]
            codes = [(await person.ask("POST", f"/tables/{table}/review", json={})).status_code for table in tables]
            assert codes == [200, 429, 429]
            assert (await person.ask("POST", f"/tables/{tables[0]}/review", json={})).status_code == 200

    reviewing(tmp_path, story, runner=Studying(most=0), OMNIBUS_LIMITS="0.4")


def test_who_asks_for_one_review_does_not_wait_for_who_asked_for_many(tmp_path: Path) -> None:
    async def story(services: Services) -> None:
        work = services._review_work
        await work.close()  # so that nobody takes one but the test
        async with Visitor(services, "Ann") as ann, Visitor(services, "Bob") as bob:
            tables = [(await ann.post("/records", record=RECORD))["id"] for _ in range(4)]
            for person, table in zip((ann, ann, ann, bob), tables, strict=True):
                await person.post(f"/tables/{table}/review")
            assert (await bob.get(f"/tables/{tables[3]}/review"))["ahead"] == 3
            taken = [await services.store.write(work._take) for _ in range(5)]
            assert [row and row.table_id for row in taken] == [tables[0], tables[3], tables[1], tables[2], None]

    reviewing(tmp_path, story)


# ---- What may go wrong


def test_a_review_that_fails_is_given_up_and_can_be_asked_for_again(tmp_path: Path) -> None:
    class Failing(Studying):
        broken = True

        async def study(self, question: Study) -> Study:
            if self.broken and question["do"] == "decision" and len(self.weighed) == 3:
                raise BotFailed("too slow")
            return await super().study(question)

    failing = Failing()

    async def story(services: Services) -> None:
        async with Visitor(services) as person:
            table = (await person.post("/records", record=RECORD))["id"]
            await person.post(f"/tables/{table}/review")
            status = await review_done(person, table)
            assert (status["state"], status["refusal"]) == ("failed", None)
            failing.broken = False
            await person.post(f"/tables/{table}/review")
            assert (await review_done(person, table))["state"] == "done"

    reviewing(tmp_path, story, runner=failing)


def test_a_better_judge_is_offered_and_half_a_review_by_another_is_begun_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(services: Services) -> None:
        async with Visitor(services) as person:
            table = await played_alone(services, person)
            at = f"/tables/{table}/review"
            await person.post(at)
            first = await review_done(person, table)
            assert not first["better_judge"]
            monkeypatch.setattr(type(judge_of(ALONE)), "name", "nextstation 999")
            assert (await person.get(at))["better_judge"]
            assert (await person.post(at))["review"]["judge"] == first["review"]["judge"], "nobody asked for it again"
            await person.post(at, again=True)
            again = await review_done(person, table)
            assert again["review"]["judge"] == "nextstation 999"
            assert not again["better_judge"]
            half = update(REVIEWS).values(judge="nextstation 0", finished_at=None, held_until=0, done=1)
            await services.store.write(lambda connection: connection.execute(half))
            services._review_work.wake()
            anew = await review_done(person, table)
            assert (anew["review"]["judge"], anew["done"]) == ("nextstation 999", anew["of"])

    reviewing(tmp_path, story)


def test_hindsight_is_a_second_opinion_beside_it(tmp_path: Path) -> None:
    async def story(services: Services) -> None:
        async with Visitor(services) as person:
            table = (await person.post("/records", record=RECORD))["id"]
            for hindsight in (True, False):
                await person.post(f"/tables/{table}/review", hindsight=hindsight)
            known, unknown = [await review_done(person, table, hindsight=each) for each in (True, False)]
            for decision in known["review"]["decisions"]:
                assert sum(seat["share"] for seat in decision["everyone"]) == pytest.approx(1)
            assert all(decision["everyone"] is None for decision in unknown["review"]["decisions"])
            assert known["review"]["seats"] != unknown["review"]["seats"]
            open_to_all = (await person.post("/records", record=OPEN))["id"]
            wish = {"hindsight": True}
            assert await person.refused("POST", f"/tables/{open_to_all}/review", json=wish) == "nothing-hidden"

    reviewing(tmp_path, story)


# ---- What is kept


def test_figures_are_of_what_one_decided_oneself(tmp_path: Path) -> None:
    async def story(services: Services) -> None:
        async with Visitor(services, "Ann") as ann, Visitor(services, "Bob") as bob:
            table = await ann.open("terminus", ["me", "open"], options={"target": 10})
            await bob.post(f"/tables/{table}/join")
            await ann.post(f"/tables/{table}/start")
            luck = Random("figures")
            for _ in range(12):
                (seat,) = (await ann.get(f"/tables/{table}"))["turn"][:1]
                mover = (ann, bob)[seat]
                sight = await mover.see(table, seat)
                await mover.play(table, seat, sight["n"], luck.choice(texts(sight["view"])))
            await bob.post(f"/tables/{table}/seats/1/resign")
            await ann.play_out(table, 0)
            await ann.post(f"/tables/{table}/review")
            told = (await review_done(ann, table))["review"]
            (games,) = (await ann.get("/me/study"))["games"]
            (own,) = games["games"]
            mine = [each for each in told["decisions"] if each["seat"] == 0]
            assert (games["game"], own["table"], own["unit"]) == ("terminus", table, "share")
            assert own["decisions"] == len(mine) == sum(kind["decisions"] for kind in own["kinds"])
            assert own["loss"]["share"] == pytest.approx(sum(each["loss"]["share"] for each in mine))
            does = {each["n"]: GAMES["terminus"](2).move(each["move"]).data["do"] for each in mine}
            assert {kind["asks"] for kind in own["kinds"]} == {f"{each['asks']}.{does[each['n']]}" for each in mine}
            bobs = (await bob.get("/me/study"))["games"][0]["games"][0]
            standing = [each for each in told["decisions"] if each["seat"] == 1]
            assert 0 < bobs["decisions"] < len(standing), "a bot played on for Bob"
            exported = (await bob.ask("GET", "/me/export")).json()
            assert [json.loads(each["figures"])["decisions"] for each in exported["study"]] == [bobs["decisions"]]
            assert [each["table_id"] for each in (await ann.ask("GET", "/me/export")).json()["reviews"]] == [table]
            await ann.post("/me/deletion")
            rows = await services.store.rows(select(STUDY_FIGURES.c.table_id))
            assert len(rows) == 1, "Bob's are left"
            (row,) = await services.store.rows(select(REVIEWS))
            assert row.asked_by is None
            assert (await bob.get(f"/tables/{table}/review"))["state"] == "done"
            await services.store.write(lambda connection: connection.execute(TABLES.delete()))
            for kept in (REVIEWS, REVIEWED_DECISIONS, STUDY_FIGURES):
                assert not await services.store.rows(select(kept))

    reviewing(tmp_path, story)


# ---- The study board


async def forked(person: Visitor, game: str = "terminus", at: int = 6) -> Answer:
    table = await person.open(game, ["me", "random"])
    await person.post(f"/tables/{table}/start")
    luck = Random(game)
    while (await person.see(table, 0))["n"] < at:
        await person.play_while(table, 0, lambda view: luck.choice(texts(view)) if view["n"] < at else None)
    seats = [{"who": "me"}, {"who": "me"}]
    fork = await person.post(f"/tables/{table}/fork", at=at, seats=seats)
    return await person.post(f"/tables/{fork['id']}/start")


def test_the_worth_of_moves_is_told_in_a_fork_that_one_plays_alone(tmp_path: Path) -> None:
    studying = Studying()

    async def story(services: Services) -> None:
        async with Visitor(services) as person:
            table = await forked(person)
            assert table["study"]
            (seat,) = table["turn"]
            sight = await person.see(table["id"], seat)
            at = f"/tables/{table['id']}/worth"
            told = await person.post(at, seat=seat, n=sight["n"])
            assert {each["move"] for each in told["candidates"]} == set(texts(sight["view"]))
            shares = [each["share"] for each in told["candidates"]]
            assert shares == sorted(shares, reverse=True)
            assert (told["unit"], told["n"], told["seat"]) == ("share", sight["n"], seat)
            (question,) = studying.questions
            assert question.keys() == {"do", "view", "budget", "seed"}, "nothing of what is hidden"
            assert json.loads(json.dumps(question["view"])) == sight["view"]
            assert await person.refused("POST", at, json={"seat": 1 - seat, "n": sight["n"]}) == "not-your-turn"
            assert await person.refused("POST", at, json={"seat": seat, "n": sight["n"] + 1}) == "stale"

    reviewing(tmp_path, story, runner=studying)


def test_what_moves_are_worth_is_told_nowhere_else(tmp_path: Path) -> None:
    async def story(services: Services) -> None:
        async with Visitor(services, "Ann") as ann, Visitor(services, "Bob") as bob:

            async def code(person: Visitor, table: str, seat: int = 0) -> str:
                n = (await person.get(f"/tables/{table}"))["n"]
                return await person.refused("POST", f"/tables/{table}/worth", json={"seat": seat, "n": n})

            usual = await ann.open("terminus", ["me", "me"])
            assert await code(ann, usual) == "not-running"
            assert not (await ann.post(f"/tables/{usual}/start"))["study"]
            assert await code(ann, usual) == "not-for-study"
            strict = await ann.open("terminus", ["me", "me"], hints=False)
            await ann.post(f"/tables/{strict}/start")
            assert await code(ann, strict) == "hints-off"
            own = await forked(ann)
            assert await code(bob, own["id"]) == "not-your-seat"
            spoilt = {"day": ("2026-11-16", None), "challenge": ("x", None), "counts": (True, False)}
            for name, (spoiled, usual_value) in spoilt.items():
                for value in (spoiled, usual_value):
                    changed = update(TABLES).where(TABLES.c.id == own["id"])
                    async with services.store.writing() as connection:
                        await connection.execute(changed.values(changes=TABLES.c.changes + 1, **{name: value}))
                    await services.cache.reload(own["id"])
                    assert (await ann.get(f"/tables/{own['id']}"))["study"] is (value is usual_value), name
                    if value is spoiled:
                        assert await code(ann, own["id"]) == "not-for-study"
            finished = await played_alone(services, ann)
            alone = await ann.post(f"/tables/{finished}/fork", at=3, seats=[{"who": "me"}])
            assert (await ann.post(f"/tables/{alone['id']}/start"))["study"]
            two = await ann.open("terminus", ["me", "open"])
            await bob.post(f"/tables/{two}/join")
            await ann.post(f"/tables/{two}/start")
            await bob.post(f"/tables/{two}/seats/1/resign")
            await ann.post(f"/tables/{two}/end")
            together = await ann.post(f"/tables/{two}/fork", at=0, seats=[{"who": "me"}, {"who": "open"}])
            await bob.post(f"/tables/{together['id']}/join")
            assert not (await ann.post(f"/tables/{together['id']}/start"))["study"]
            assert await code(ann, together["id"]) == "not-for-study"

    reviewing(tmp_path, story)


def test_a_position_that_was_left_is_no_longer_weighed(tmp_path: Path) -> None:
    class Slow(Studying):
        def __init__(self) -> None:
            super().__init__()
            self.positions: list[int] = []
            self.go_on = asyncio.Event()

        async def study(self, question: Study) -> Study:
            self.positions.append(question["view"]["n"])
            await self.go_on.wait()
            return await super().study(question)

    slow = Slow()

    async def story(services: Services) -> None:
        async with Visitor(services) as person:
            tables = [await forked(person, at=at) for at in (4, 6, 8)]
            asked = []
            for table in tables:
                (seat,) = table["turn"][:1]
                question = {"seat": seat, "n": table["n"]}
                asked.append(asyncio.create_task(person.ask("POST", f"/tables/{table['id']}/worth", json=question)))
                await asyncio.sleep(0.1)
            slow.go_on.set()
            first, second, third = await asyncio.gather(*asked)
            assert (first.status_code, third.status_code) == (200, 200)
            assert (second.status_code, second.json()["code"]) == (409, "asked-again")
            assert slow.positions == [4, 8]

    reviewing(tmp_path, story, runner=slow)


# ---- The workers


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is only `nice`")
def test_a_study_gets_what_nobody_else_wants_of_the_processor() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        bot_workers.give_way_to_all(process.pid)
        assert os.sched_getscheduler(process.pid) == os.SCHED_IDLE
        process.kill()


@pytest.mark.slow
def test_a_worker_of_its_own_weighs_and_gives_way_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    gave_way: list[int] = []  # it does not here: beside other tests it would starve
    monkeypatch.setattr(bot_workers, "give_way_to_all", gave_way.append)

    async def study() -> None:
        workers = BotWorkers(workers=1, seconds=20)
        try:
            course = await workers.study({"do": "course", "record": RECORD})
            n, seat = course["decisions"][3]
            question = {"do": "decision", "record": RECORD, "n": n, "budget": 10, "seed": kept_reviews.SEED}
            weighed = await workers.study({**question, "hindsight": False})
            assert (weighed["n"], weighed["seat"]) == (n, seat)
            with pytest.raises(BotFailed):
                await workers.study({"do": "course", "record": "nothing"})
            assert len((await workers.study({"do": "course", "record": RECORD}))["plies"]) == len(course["plies"])
            assert len(gave_way) == 1, "one process for all of them"
        finally:
            await workers.close()

    run(study())


@pytest.mark.soak
@pytest.mark.slow
def test_two_server_processes_share_the_work_and_do_none_of_it_twice(tmp_path: Path) -> None:
    async def visit(servers: list[RunningServer]) -> None:
        async with Player(servers[0].url) as ann, Player(servers[1].url) as bob:
            table = (await ann.post("/records", record=RECORD))["id"]
            await asyncio.gather(*(person.post(f"/tables/{table}/review") for person in (ann, bob)))
            first, second = await asyncio.gather(*(review_done(person, table) for person in (ann, bob)))
            assert first["review"] == second["review"]
            plain = review(read_record(RECORD), int(TRIES))
            assert first["review"]["seats"] == plain["seats"]
            half = (await ann.post("/records", record=RECORD))["id"]
            await ann.post(f"/tables/{half}/review")
            await ann.get(f"/tables/{half}/review", known=0, wait=10)
            servers[0].kill()
            assert (await review_done(bob, half))["review"]["seats"] == plain["seats"], "the other has gone on"

    with postgresql() as database, redis() as wire:
        more = {"OMNIBUS_DATABASE": database, "OMNIBUS_REDIS": wire, "OMNIBUS_REVIEW_TRIES": TRIES}
        servers = [RunningServer(tmp_path / "data", **more) for _ in range(2)]
        try:
            run(visit(servers))
        finally:
            for server in servers:
                server.kill()
