"""Puzzles over the wire: what moves are worth is told after an answer and never before, and tries are counted."""

import sqlite3
from contextlib import closing

import pytest

from omnibus.learn import puzzles
from omnibus.rules.shelf import OURS
from tests.puzzle_moves import best_and_worst
from tests.server.player import Answer, Player, run
from tests.server.running import RunningServer

PASSWORD = "correct horse"


async def fared(player: Player, game: str) -> dict[str, Answer]:
    """What the list says of each puzzle."""
    grades = (await player.get(f"/games/{game}/puzzles"))["grades"]
    return {each["id"]: each for grade in grades for each in grade["puzzles"]}


@pytest.mark.parametrize("game", OURS)
def test_nothing_is_told_of_the_answer_before_one_was_given(server: RunningServer, game: str) -> None:
    async def look() -> None:
        async with Player(server.url) as player:
            listed = (await player.get(f"/games/{game}/puzzles"))["grades"]
            found = [each for grade in listed for each in grade["puzzles"]]
            assert [each["id"] for each in found] == [puzzle.id for puzzle in puzzles(game)]
            assert all(each.keys() == {"id", "solved", "tries"} for each in found)
            assert [grade["grade"] for grade in listed] == sorted({puzzle.grade for puzzle in puzzles(game)})
            infos = {each["id"]: each for each in (await player.get("/games"))["games"]}
            assert infos[game]["puzzles"] == len(found)
            for puzzle in puzzles(game)[::7]:
                path = f"/games/{game}/puzzles/{puzzle.id}"
                answer = await player.ask("GET", path)
                position = answer.json()
                assert position.keys() == {"task", "log", "view"}
                assert position["task"] == [sentence.texts for sentence in puzzle.task]
                _, log = puzzle.play_up()
                assert position["log"] == [[event.seen_by(puzzle.seat) for event in events] for events in log]
                assert position["view"] == puzzle.view()
                assert puzzle.seed not in answer.text
                illegal = next(move.text for move in puzzle.game.moves if move.text not in puzzle.values)
                refused = await player.post(path, move=illegal)
                assert (refused["right"], refused["worths"]) == (None, [])
                assert refused["refused"]["rule"] in puzzle.game.rulebook.rules
            assert not any(each["tries"] for each in (await fared(player, game)).values())

    run(look())


@pytest.mark.parametrize("game", OURS)
def test_tries_are_counted_until_it_is_solved(server: RunningServer, game: str) -> None:
    async def solve() -> None:
        puzzle, other = puzzles(game)[:2]
        best, worst = best_and_worst(puzzle)
        path = f"/games/{game}/puzzles/{puzzle.id}"
        async with Player(server.url) as player, Player(server.url, None) as stranger:
            wrong = await player.post(path, move=worst)
            assert (wrong["right"], wrong["counts"]) == (False, puzzle.counts)
            told = {each["move"]: each["worth"] for each in wrong["worths"]}
            assert told == {move: float(value) for move, value in puzzle.values.items()}
            assert [each["worth"] for each in wrong["worths"]] == sorted(told.values(), reverse=True)
            assert (await fared(player, game))[puzzle.id] == {"id": puzzle.id, "solved": False, "tries": 1}
            assert (await player.post(path, move=best))["right"]
            await player.post(path, move=worst)
            assert (await fared(player, game))[puzzle.id] == {"id": puzzle.id, "solved": True, "tries": 2}
            assert (await fared(player, game))[other.id]["tries"] == 0
            assert (await stranger.post(path, move=best))["right"]
            assert not any(each["tries"] for each in (await fared(stranger, game)).values())

    run(solve())


def test_what_cannot_be_done_is_said(server: RunningServer) -> None:
    async def ask() -> None:
        game = OURS[0]
        puzzle = puzzles(game)[0]
        path = f"/games/{game}/puzzles/{puzzle.id}"
        legal = {move.data["do"] for move in puzzle.begin().legal(puzzle.seat)}
        other = next(move.data["do"] for move in puzzle.game.moves if move.data["do"] not in legal)
        async with Player(server.url, language="fr") as player:
            why = await player.post(f"{path}/why", about={"do": other})
            assert why["reason"].startswith(f"{why['rule']} : ")
            assert (await player.post(f"{path}/why", about={"do": next(iter(legal))}))["rule"] is None
            nonsense = await player.post(path, move="nonsense")
            assert "nonsense" in nonsense["refused"]["reason"]
            for missing in (f"/games/{game}/puzzles/none", f"/games/{OURS[1]}/puzzles/{puzzle.id}"):
                assert await player.refused("GET", missing) == "no-such-puzzle"
                assert await player.refused("POST", missing, json={"move": "pass"}) == "no-such-puzzle"

    run(ask())


def test_what_was_tried_is_taken_home_and_vanishes(server: RunningServer) -> None:
    async def leave() -> None:
        game = OURS[0]
        puzzle = puzzles(game)[0]
        async with Player(server.url, "Solver") as player:
            await player.post("/account", name="Solver of puzzles", password=PASSWORD)
            await player.post(f"/games/{game}/puzzles/{puzzle.id}", move=best_and_worst(puzzle)[0])
            data = await player.get("/me/export")
            (taken,) = data["puzzles"]
            assert taken.pop("at") > 0
            assert taken == {"game": game, "puzzle": puzzle.id, "solved": True, "tries": 1}
            await player.post("/me/deletion", password=PASSWORD)
        query = "SELECT count(*) FROM puzzles_tried WHERE person = ?"
        with closing(sqlite3.connect(server.data / "omnibus.db")) as database:
            left = database.execute(query, [data["profile"]["id"]]).fetchone()
        assert left == (0,)

    run(leave())
