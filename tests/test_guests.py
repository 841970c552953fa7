"""Bots of others: in a file, in a package, as a program; and ours as a program."""

import json
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random
from typing import Any

import pytest

from omnibus import GAMES, State, View
from omnibus.arena.match import play_match
from omnibus.bots import bot_named, bots_for, guests, program
from omnibus.bots.bot import Budget, Kind, texts
from omnibus.bots.faults import BadGuest, BotFault, NoSuchBot
from omnibus.bots.guests import Guests
from omnibus.bots.line import Listener
from omnibus.bots.program import Program, answer_in, apart, question
from tests.somebody import thinker
from tests.starting import PATIENCE

ITERATIONS = Budget(iterations=3)


def opening(game: str = "terminus") -> tuple[State, View]:
    state = GAMES[game]().start("7")
    return state, state.view(state.turn[0])


def code(path: Path, text: str) -> Guests:
    path.write_text(text, encoding="utf-8")
    return Guests(code=(str(path),))


# ---- A file


def test_the_public_functions_of_a_file_are_bots(tmp_path: Path) -> None:
    text = """
from random import Random
def last(view, rng): return view["legal"][-1]["text"]
def thinker(view, rng, budget): return view["legal"][0]["text"] if budget.seconds == 1.0 else "?"
def _hidden(view, rng): return "?"
def helper(cards): return cards
"""
    brought = code(tmp_path / "mine.py", text)
    assert list(brought.kinds()) == ["last", "thinker"]
    _, view = opening()
    assert bot_named("last", "terminus", brought).seated()(view, Random(1)) == texts(view)[-1]
    assert bot_named("thinker", "bus", brought).seated()(view, Random(1)) == texts(view)[0]
    with pytest.raises(NoSuchBot):
        bot_named("last", "terminus")


def test_a_table_of_bots_names_them_as_it_likes(tmp_path: Path) -> None:
    text = """
from omnibus.bots.bot import Answer, Budget, remembering
def counting(view, rng, budget, memory):
    asked = (memory or 0) + 1
    return Answer(str(asked * budget.iterations), asked)
BOTS = {"counts": remembering(counting, Budget(iterations=10)), "first": lambda view, rng: view["legal"][0]["text"]}
"""
    brought = code(tmp_path / "mine.py", text)
    assert list(brought.kinds()) == ["counts", "first"]
    one, other = (bot_named("counts", "terminus", brought).seated() for _ in range(2))
    _, view = opening()
    later: View = {**view, "n": 5}
    assert [one(view, Random()), one(later, Random()), other(later, Random())] == ["10", "20", "10"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def f(:", "cannot be used as bots: SyntaxError"),
        ("1 / 0", "cannot be used as bots: ZeroDivisionError: division by zero"),
        ("x = 1", "has no bots"),
        ("BOTS = {}", "has no bots"),
        ("BOTS = {'one': 1}", "“one” is no bot"),
        ("BOTS = {'one': lambda view: 'end'}", "“one” is no bot"),
        ("def random(view, rng): return ''", "there is a bot “random” already"),
    ],
)
def test_a_file_that_has_no_bots_is_told_in_one_line(text: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(BadGuest, match=reason) as refused:
        bots_for("terminus", code(tmp_path / "mine.py", text))
    assert "\n" not in refused.value.text("fr")


def test_a_file_that_is_not_there_is_told_too() -> None:
    with pytest.raises(BadGuest, match=r"nowhere\.py cannot be used as bots: FileNotFoundError"):
        bots_for("terminus", Guests(code=("nowhere.py",)))


# ---- A package


def test_installed_packages_offer_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("terminus.wild", "omnibus.bots.random_player:play_at_random", "omnibus.bots"),
        EntryPoint("terminus.broken", "omnibus.nowhere:bot", "omnibus.bots"),
        EntryPoint("terminus.random", "omnibus.nowhere:bot", "omnibus.bots"),
        EntryPoint("bus.mild", "omnibus.bots.random_player:play_at_random", "omnibus.bots"),
    ]
    monkeypatch.setattr(guests, "entry_points", lambda group: points if group == "omnibus.bots" else [])
    guests.installed.cache_clear()
    try:
        offered = bots_for("terminus")
        assert {"wild", "broken"} <= set(offered)
        assert "mild" not in offered
        _, view = opening()
        assert offered["wild"].seated()(view, Random(1)) in texts(view)
        assert offered["random"].seated()(view, Random(1)) in texts(view), "ours keep their names"
        with pytest.raises(BadGuest, match=r"omnibus\.nowhere:bot cannot be used as bots: ModuleNotFoundError"):
            offered["broken"].seated()
    finally:
        guests.installed.cache_clear()


# ---- A program


def script(path: Path, text: str) -> Kind:
    path.write_text(f"import sys, json, time\n{text}", encoding="utf-8")
    return Guests(programs=(f"mine={sys.executable} {path}",)).kinds()["mine"]


def test_a_program_plays_a_whole_match(tmp_path: Path) -> None:
    kind = script(
        tmp_path / "first.py",
        "for line in sys.stdin: print(json.loads(line)['view']['legal'][0]['text'], flush=True)",
    )
    game = GAMES["terminus"](2, target=10)
    match = list(play_match(game, [kind, bot_named("random", "terminus")], 2, "program"))
    assert [sum(outcome.wins) for outcome in match] == [1, 1]


def test_a_program_is_told_its_name_its_budget_and_its_luck(tmp_path: Path) -> None:
    told = tmp_path / "told"
    text = f"""
line = sys.stdin.readline()
open({str(told)!r}, "w").write(line)
print(json.loads(line)["view"]["legal"][0]["text"], flush=True)
"""
    _, view = opening()
    script(tmp_path / "once.py", text).seated(Budget(seconds=0.5, iterations=9))(view, Random(5))
    question = json.loads(told.read_text(encoding="utf-8"))
    assert question["bot"] == "mine"
    assert question["view"] == view
    assert question["budget"] == {"seconds": 0.5, "iterations": 9}
    assert question["seed"] == f"{Random(5).getrandbits(64):016x}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("print('fly away', flush=True); sys.stdin.read()", "answered “fly away” at move 0 of terminus"),
        ("print('x' * 5000, flush=True); sys.stdin.read()", "answered “xxxx"),
        ("print('!too hard', flush=True); sys.stdin.read()", "has no answer at move 0 of terminus: too hard"),
        ("sys.exit(3)", r"ended without an answer at move 0 of terminus \(exit code 3\)"),
        ("sys.stdin.close(); time.sleep(0.1)", "ended without an answer at move 0 of terminus"),
        ("time.sleep(60)", "gave no answer within 0.3 s at move 0 of terminus, and was stopped"),
        ("print('end', end='', flush=True); time.sleep(60)", "gave no answer within 0.3 s"),
    ],
)
def test_a_program_that_does_not_play_is_stopped_and_named(
    text: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Enough for Python to start, unless the program is to be waited for in vain.
    monkeypatch.setattr(program, "TO_START", 0.2 if "0.3" in reason else PATIENCE)
    monkeypatch.setattr(program, "GRACE", PATIENCE)
    _, view = opening()
    kind = script(tmp_path / "bad.py", text)
    bot = kind.sit()
    assert isinstance(bot, Program)
    with pytest.raises(BotFault, match=f"the program “.*bad.py” {reason}") as fault:
        bot(view, Random(1), Budget(seconds=0.1), None)
    assert "\n" not in fault.value.text("fr")
    bot.stop()
    assert bot.process.returncode is not None


def test_a_program_that_cannot_be_started_is_named() -> None:
    with pytest.raises(BotFault, match=r"the program “\./nowhere --deep” cannot be started: No such file"):
        Guests(programs=("mine=./nowhere --deep",)).kinds()["mine"].sit()
    for text in ("mine", "=ls", "my bot=ls", "mine=", "mine='"):
        with pytest.raises(BadGuest, match="NAME=COMMAND"):
            Guests(programs=(text,)).kinds()


def test_a_program_ends_when_its_game_does(tmp_path: Path) -> None:
    bot = script(tmp_path / "patient.py", "sys.stdin.read(); time.sleep(60)").sit()
    assert isinstance(bot, Program)
    process = bot.process
    del bot
    assert process.wait(PATIENCE) is not None


# ---- Ours as a program


def ask(view: Any, **changes: Any) -> str:
    return json.dumps({**question("random", view, ITERATIONS, Random(1)), **changes})


def test_a_line_is_answered_by_the_bot_it_names() -> None:
    for game in GAMES:
        _, view = opening(game)
        listener = Listener()
        for bot in bots_for(game):
            kind, line = bot_named(bot, game), ask(view, bot=bot, seed="s")
            assert answer_in(listener.answer(line)).move == kind.seated(ITERATIONS)(view, Random("s"))
        assert listener.answer(ask(view, budget=None)) in texts(view)


def asking(view: str, rest: str = '"seed": ""') -> str:
    """A line written by somebody else."""
    return f'{{"protocol": 2, "view": {{{view}}}, {rest}}}'


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "!JSONDecodeError"),
        ("fly", "!JSONDecodeError"),
        ("[" * 100_000, "!RecursionError"),
        ("[]", "!the line is not a JSON object"),
        ("{}", "!protocol 1 is not spoken here: send “protocol”: 2, with legal moves as data"),
        ('{"protocol": 3}', "!protocol 3 is not spoken here: send “protocol”: 2"),
        ('{"protocol": "two"}', '!protocol "two" is not spoken here'),
        ('{"protocol": 2}', "!“view” must be what a seat sees"),
        (asking('"game": "terminus", "legal": []'), "!the view has no legal moves"),
        (asking('"game": "chess", "legal": [{"text": "e4"}]', '"bot": "hal"'), "!no bot “hal” plays chess"),
        (asking('"game": "bus", "legal": [{"text": "x"}]', '"bot": "random"'), "!“seed” must be a text"),
        (asking('"game": "bus", "legal": [{"text": "x"}]', '"bot": 7'), "!“bot” must be a text"),
        (asking('"game": "bus", "legal": [{"text": "x"}]', '"bot": "broken", "seed": ""'), "!no bot “broken”"),
    ],
)
def test_a_line_that_cannot_be_answered_gets_a_reason(line: str, reason: str) -> None:
    listener = Listener()
    answer = listener.answer(line)
    assert answer.startswith(reason)
    assert "\n" not in answer
    _, view = opening()
    assert listener.answer(ask(view)) in texts(view), "and the next line is answered"


@pytest.mark.parametrize("budget", [7, {"seconds": "1"}, {"seconds": -1}, {"iterations": 1.5}, {"seconds": True}])
def test_a_budget_that_is_none_gets_a_reason(budget: object) -> None:
    assert Listener().answer(ask(opening()[1], budget=budget)).startswith("!“")


COUNTING = """
from omnibus.bots.bot import Answer
def counting(view, rng, budget, memory):
    asked = (memory or {"asked": -1})["asked"] + 1
    return Answer(view["legal"][asked]["text"], {"asked": asked})
"""


def test_what_a_bot_remembers_goes_out_with_its_answer_and_comes_in_with_the_next_question(tmp_path: Path) -> None:
    listener = Listener("counting", code(tmp_path / "mine.py", COUNTING))
    _, view = opening()
    first = json.loads(listener.answer(ask(view)))
    assert first == {"move": texts(view)[0], "memory": {"asked": 0}}
    second = json.loads(listener.answer(ask(view, memory=first["memory"])))
    assert second == {"move": texts(view)[1], "memory": {"asked": 1}}
    assert json.loads(listener.answer(ask(view))) == first, "it keeps nothing in itself"


def test_a_program_that_remembers_gets_it_again(tmp_path: Path) -> None:
    text = """
for line in sys.stdin:
    asked = json.loads(line)
    number = (asked["memory"] or 0) + 1
    print(json.dumps({"move": asked["view"]["legal"][number]["text"], "memory": number}), flush=True)
"""
    bot = script(tmp_path / "counts.py", text).seated()
    _, view = opening()
    assert [bot({**view, "n": n}, Random(1)) for n in (0, 3, 1)] == [texts(view)[place] for place in (1, 2, 1)]


@pytest.mark.parametrize("answer", ['{"move": 7}', '{"memory": 1}', "{", '{"move": "fly", "memory": null}'])
def test_an_object_without_a_legal_move_is_no_answer(answer: str, tmp_path: Path) -> None:
    _, view = opening()
    bot = script(tmp_path / "bad.py", f"for line in sys.stdin: print({answer!r}, flush=True)").seated()
    with pytest.raises(BotFault, match="which is not a legal move"):
        bot(view, Random(1))


def test_the_process_answers_line_by_line_and_goes_on(tmp_path: Path) -> None:
    noisy = tmp_path / "noisy.py"
    code(noisy, "def noisy(view, rng):\n    print('thinking')\n    return view['legal'][0]['text']\n")
    _, view = opening()
    lines = [ask(view, bot="noisy"), "fly", "x" * 5_000_000, ask(view, bot="noisy")]
    done = subprocess.run(
        [sys.executable, "-m", "omnibus.bots.line", "--code", str(noisy)],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    first, fly, long, last = done.stdout.splitlines()
    assert first == last == texts(view)[0]
    assert fly.startswith("!JSONDecodeError")
    assert long == "!the line is longer than 4000000 characters"


def test_our_bots_can_think_in_a_process_of_their_own() -> None:
    _, view = opening()
    bot = thinker("terminus")
    kind = apart(bot, ITERATIONS)
    seed = f"{Random(4).getrandbits(64):016x}"
    assert kind.seated()(view, Random(4)) == bot_named(bot, "terminus").seated(ITERATIONS)(view, Random(seed))


def test_a_bot_that_breaks_gets_a_reason_too(tmp_path: Path) -> None:
    brought = code(
        tmp_path / "mine.py", "def broken(view, rng): return view['nothing']\ndef wild(view, rng): return 'fly'"
    )
    listener = Listener(None, brought)
    _, view = opening()
    assert listener.answer(ask(view, bot="broken")) == "!KeyError: 'nothing'"
    assert listener.answer(ask(view, bot="wild")).startswith("!bot “wild” answered “fly” at move 0 of terminus")
