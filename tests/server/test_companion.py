"""The companion over the wire: what is new to whom, told once, in the first games only."""

from random import Random

from omnibus.learn import LessonRun, course
from omnibus.learn.companion import FIRST_GAMES, explanations
from tests.server.player import Player, run
from tests.server.running import RunningServer

GAME = "terminus"
PATH = f"/games/{GAME}/companion"


def test_what_was_explained_is_not_explained_again(server: RunningServer) -> None:
    async def play() -> None:
        async with Player(server.url) as player, Player(server.url) as other, Player(server.url, None) as stranger:
            known = explanations(GAME)
            found = await player.get(PATH)
            assert [each["id"] for each in found["explanations"]] == [each.id for each in known]
            assert found["explanations"][0]["text"] == known[0].say.texts
            await player.ask("PUT", f"{PATH}/{known[0].id}")
            await player.ask("PUT", f"{PATH}/{known[0].id}")
            left = (await player.get(PATH))["explanations"]
            assert [each["id"] for each in left] == [each.id for each in known[1:]]
            assert len((await other.get(PATH))["explanations"]) == len(known), "to others it is new"
            assert len((await player.get("/games/bus/companion"))["explanations"]) == len(explanations("bus"))
            assert await player.refused("PUT", f"{PATH}/nothing") == "no-such-explanation"
            assert await player.refused("GET", "/games/chess/companion") == "not-possible"
            assert await stranger.refused("GET", PATH) == "not-signed-in"

    run(play())


def test_lessons_are_offered_once_to_who_knows_nothing_of_the_game(server: RunningServer) -> None:
    async def play() -> None:
        async with Player(server.url) as player, Player(server.url) as pupil:
            assert (await player.get(PATH))["offer_lessons"]
            await player.ask("PUT", f"{PATH}/lessons")
            assert not (await player.get(PATH))["offer_lessons"]
            assert (await player.get("/games/bus/companion"))["offer_lessons"], "of every game once"
            found = course(GAME)
            assert found is not None
            lesson = LessonRun(found.lessons[0])
            while (step := lesson.step) is not None:
                move = next((each.text for each in lesson.state.legal(0) if step.is_meant(each)), None)
                lesson.read_on() if move is None else lesson.attempt(move)
            await pupil.post(f"/games/{GAME}/lessons/{found.lessons[0].id}", done=lesson.done)
            assert not (await pupil.get(PATH))["offer_lessons"], "who has taken one knows that there are lessons"

    run(play())


def test_the_first_games_are_played_in_company(server: RunningServer) -> None:
    async def play() -> None:
        async with Player(server.url) as player:
            for finished in range(FIRST_GAMES):
                found = await player.get(PATH)
                assert found["explanations"]
                assert found["offer_lessons"] == (not finished), "who has played a game does not need them"
                table = await player.open(GAME, ["me", "random"], options={"target": 10})
                await player.post(f"/tables/{table}/start")
                async with player.watch(table) as window:
                    await window.play_on(Random(finished))
            assert (await player.get(PATH))["explanations"] == []

    run(play())


def test_what_was_explained_is_taken_home_and_deleted_with_the_person(server: RunningServer) -> None:
    async def play() -> None:
        async with Player(server.url) as player:
            await player.ask("PUT", f"{PATH}/lessons")
            data = (await player.ask("GET", "/me/export")).json()
            assert [(each["game"], each["explanation"]) for each in data["explained"]] == [(GAME, "lessons")]

    run(play())
