"""Whose bot thinks next, without any process that thinks."""

import asyncio
from collections import deque
from collections.abc import Mapping
from typing import Any

from omnibus.bots.bot import Answer, Memory
from omnibus.server.bot_scheduler import (
    MOST_UNATTENDED_WAITING,
    BotClient,
    BotScheduler,
    NoLongerWanted,
    StudyClient,
)
from omnibus.server.bot_workers import Study
from tests.server.player import run


class _Runner:
    """Bots that answer when they are told to, in the order in which they were asked."""

    studies = 1

    def __init__(self, size: int = 1):
        self.size = size
        self.asked: list[str] = []
        self._thinking: deque[asyncio.Event] = deque()
        self._studying: deque[asyncio.Event] = deque()

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def think(self, bot: str, view: Mapping[str, Any], luck: str, memory: Memory = None) -> Answer:
        del bot, view
        self.asked.append(luck)
        answered = asyncio.Event()
        self._thinking.append(answered)
        await answered.wait()
        return Answer("a move", memory)

    async def study(self, question: Study) -> Study:
        self.asked.append(question["name"])
        answered = asyncio.Event()
        self._studying.append(answered)
        await answered.wait()
        return {"answer": question["name"]}

    async def end_study(self) -> None:
        await _settled()
        self._studying.popleft().set()
        await _settled()

    async def answer(self, often: int = 1) -> None:
        for _ in range(often):
            await _settled()
            self._thinking.popleft().set()
        await _settled()


async def _settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def _ask(
    bots: BotScheduler, name: str, owner: str, people: set[str], bot: str = "hard", hint: bool = False
) -> "asyncio.Task[Answer]":
    """A question, known by its luck, for those people as long as they are in the set."""
    client = BotClient(owner, lambda: people, hint)
    return asyncio.create_task(bots.think(client, bot, {"game": "bus"}, name))


def test_people_take_turns_however_many_tables_one_has() -> None:
    async def story() -> None:
        runner = _Runner()
        bots = BotScheduler(runner)
        tasks = [_ask(bots, f"flood {number}", "Mallory", {"Mallory"}) for number in range(100)]
        await _settled()
        tasks += [_ask(bots, name, name, {name}) for name in ("Ann", "Bob")]
        tasks.append(_ask(bots, "Ann again", "Ann", {"Ann"}))
        await runner.answer(5)
        assert runner.asked[:6] == ["flood 0", "Ann", "Bob", "flood 1", "Ann again", "flood 2"]
        await runner.answer(len(tasks) - 5)
        assert len(await asyncio.gather(*tasks)) == len(tasks)

    run(story())


def test_a_question_of_two_people_comes_in_the_turn_of_either() -> None:
    async def story() -> None:
        runner = _Runner()
        bots = BotScheduler(runner)
        tasks = [_ask(bots, f"flood {number}", "Mallory", {"Mallory"}) for number in range(3)]
        tasks.append(_ask(bots, "with Ann", "Mallory", {"Mallory", "Ann"}))
        await runner.answer(4)
        assert runner.asked == ["flood 0", "with Ann", "flood 1", "flood 2"]
        await asyncio.gather(*tasks)

    run(story())


def test_advice_comes_first_and_then_what_is_short() -> None:
    async def story() -> None:
        runner = _Runner()
        bots = BotScheduler(runner)
        measured = _ask(bots, "measured", "Ann", {"Ann"}, "hard")
        await _settled()
        await asyncio.sleep(0.02)
        await runner.answer()
        await measured
        measured = _ask(bots, "measured too", "Ann", {"Ann"}, "easy")
        await runner.answer()
        await measured
        tasks = [
            _ask(bots, name, "Ann", {"Ann"}, bot, hint)
            for name, bot, hint in (
                ("now", "hard", False),
                ("long", "hard", False),
                ("short", "easy", False),
                ("hint", "hard", True),
            )
        ]
        await runner.answer(4)
        assert runner.asked[2:] == ["now", "hint", "short", "long"]
        await asyncio.gather(*tasks)

    run(story())


def test_tables_where_nobody_is_share_one_worker_and_one_turn() -> None:
    async def story() -> None:
        runner = _Runner(size=3)
        bots = BotScheduler(runner)
        away: set[str] = set()
        tasks = [_ask(bots, f"{owner} {number}", owner, away) for owner in ("Ann", "Bob") for number in range(2)]
        await _settled()
        assert runner.asked == ["Ann 0"], "one at a time, though two more workers are free"
        tasks.append(_ask(bots, "Eve", "Eve", {"Eve"}))
        await _settled()
        assert runner.asked == ["Ann 0", "Eve"]
        await runner.answer()
        assert runner.asked == ["Ann 0", "Eve", "Bob 0"], "the owners take turns"
        away.add("Ann")
        await runner.answer()
        assert runner.asked == ["Ann 0", "Eve", "Bob 0", "Ann 1", "Bob 1"], "somebody has come"
        await runner.answer(3)
        await asyncio.gather(*tasks)

    run(story())


def test_there_is_an_end_to_waiting_where_nobody_is() -> None:
    async def story() -> None:
        runner = _Runner()
        bots = BotScheduler(runner)
        tasks = [_ask(bots, "", "Ann", set()) for _ in range(MOST_UNATTENDED_WAITING)]
        await _settled()
        assert not bots.unattended_full, "one of them is being thought about"
        tasks.append(_ask(bots, "", "Ann", set()))
        await _settled()
        assert bots.unattended_full
        await runner.answer(len(tasks))
        await asyncio.gather(*tasks)

    run(story())


def test_whoever_gives_up_makes_room() -> None:
    async def story() -> None:
        runner = _Runner()
        bots = BotScheduler(runner)
        thinking, waiting, last = (_ask(bots, name, name, {name}) for name in ("Ann", "Bob", "Eve"))
        await _settled()
        waiting.cancel()
        thinking.cancel()
        await _settled()
        assert runner.asked == ["Ann", "Eve"]
        runner._thinking[-1].set()
        assert (await last).move == "a move"

    run(story())


def _study(bots: BotScheduler, name: str, person: str, **more: Any) -> "asyncio.Task[Study]":
    return asyncio.create_task(bots.study(StudyClient(person, **more), {"do": "decision", "name": name}))


def test_no_move_waits_for_a_study_and_no_study_begins_while_somebody_waits_for_a_move() -> None:
    async def story() -> None:
        runner = _Runner()
        bots = BotScheduler(runner)
        studies = [_study(bots, f"study {number}", "Eve") for number in range(3)]
        await _settled()
        moves = [_ask(bots, "first move", "Ann", {"Ann"})]
        await _settled()
        assert runner.asked == ["study 0", "first move"], "the move found its worker free"
        moves.append(_ask(bots, "second move", "Bob", {"Bob"}))
        moves.append(_ask(bots, "nobody's move", "Bob", set()))
        await runner.end_study()
        assert runner.asked == ["study 0", "first move"], "Bob waits for his move"
        await runner.answer()
        assert runner.asked == ["study 0", "first move", "second move", "study 1"], "now nobody waits"
        await runner.end_study()
        assert runner.asked[4:] == ["study 2"], "a table where nobody is does not keep studies waiting"
        await runner.end_study()
        await runner.answer(2)
        await asyncio.gather(*moves, *studies)

    run(story())


def test_people_take_turns_with_studies_and_who_waits_for_an_answer_comes_first() -> None:
    async def story() -> None:
        runner = _Runner()
        bots = BotScheduler(runner)
        tasks = [_study(bots, f"Mallory {number}", "Mallory") for number in range(3)]
        await _settled()
        tasks += [_study(bots, "Ann", "Ann"), _study(bots, "Mallory at once", "Mallory", at_once=True)]
        await _settled()
        assert bots.studies_waiting == 4
        for _ in range(5):
            await runner.end_study()
        assert runner.asked == ["Mallory 0", "Mallory at once", "Ann", "Mallory 1", "Mallory 2"]
        assert [(await task)["answer"] for task in tasks][3:] == ["Ann", "Mallory at once"]

    run(story())


def test_what_nobody_wants_any_more_is_not_studied() -> None:
    async def story() -> None:
        runner = _Runner()
        bots = BotScheduler(runner)
        looked_at = "first"
        tasks = [_study(bots, name, "Ann", wanted=lambda name=name: looked_at == name) for name in ("first", "second")]
        await _settled()
        looked_at = "third"
        tasks.append(_study(bots, "third", "Ann", wanted=lambda: looked_at == "third"))
        given_up = _study(bots, "given up", "Bob")
        await _settled()
        given_up.cancel()
        await runner.end_study()
        await runner.end_study()
        first, second, third = await asyncio.gather(*tasks, return_exceptions=True)
        assert runner.asked == ["first", "third"]
        assert isinstance(second, NoLongerWanted)
        assert (first, third) == ({"answer": "first"}, {"answer": "third"})

    run(story())
