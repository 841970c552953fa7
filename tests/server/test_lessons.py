"""Lessons over the wire: what is tried is answered, and who has been through one is remembered."""

import pytest

from omnibus.learn import LessonRun, course
from omnibus.rules.shelf import OURS
from tests.server.player import Player, run
from tests.server.running import RunningServer


@pytest.mark.parametrize("game", OURS)
def test_a_whole_course(server: RunningServer, game: str) -> None:
    async def learn() -> None:
        found = course(game)
        assert found is not None
        async with Player(server.url) as player:
            for lesson in found.lessons:
                path = f"/games/{game}/lessons/{lesson.id}"
                alone = LessonRun(lesson)
                done: list[str | None] = []
                sight = await player.post(path, done=done)
                while (step := alone.step) is not None:
                    assert (sight["step"], sight["say"]) == (len(done), step.say.texts)
                    assert sight["to_do"] == bool(step.wanted)
                    move = next((each.text for each in alone.state.legal(0) if step.is_meant(each)), None)
                    if step.wanted and move is not None:
                        sight = await player.post(path, done=done, move=move)
                        assert sight["right"]
                        assert sight["events"]
                        alone.attempt(move)
                        done.append(move)
                    else:
                        alone.read_on()
                        done.append(None)
                        sight = await player.post(path, done=done)
                assert sight["say"] is None
            listed = (await player.get(f"/games/{game}/lessons"))["lessons"]
            assert [each["id"] for each in listed] == [lesson.id for lesson in found.lessons]
            assert all(each["taken"] for each in listed)
        async with Player(server.url) as other:
            assert not any(each["taken"] for each in (await other.get(f"/games/{game}/lessons"))["lessons"])

    run(learn())


def test_what_is_wrong_is_said(server: RunningServer) -> None:
    async def learn() -> None:
        path = "/games/london/lessons/tickets"
        async with Player(server.url, language="fr") as player:
            begun = await player.post(path, done=[None])
            wrong = await player.post(path, done=[None], move="keep T20")
            assert (wrong["right"], wrong["step"], wrong["view"]) == (False, 1, begun["view"])
            assert "11 points" in wrong["answer"]["fr"]
            illegal = await player.post(path, done=[None], move="draw deck")
            assert illegal["right"] is None
            assert illegal["refused"]["rule"] in illegal["refused"]["reason"]
            why = await player.post(f"{path}/why", done=[None], about={"do": "tickets"})
            assert why["rule"].startswith("L")
            assert (await player.post(f"{path}/why", done=[None], about={"do": "keep"}))["rule"] is None
            for answer in (
                await player.ask("POST", path, json={"done": ["keep T20"]}),
                await player.ask("POST", path, json={"done": [], "move": "keep T01"}),
            ):
                assert (answer.status_code, answer.json()["code"]) == (409, "lesson-changed")
            missing = await player.ask("POST", "/games/london/lessons/none", json={"done": []})
            assert (missing.status_code, missing.json()["code"]) == (404, "no-such-lesson")

    run(learn())
