"""Next Station: London, looked into."""

from omnibus.study.nextstation.judge import JUDGE as JUDGE
from omnibus.study.nextstation.last_turns import question, solve
from omnibus.study.proof import PuzzleSource, SetUp

PUZZLES = PuzzleSource(
    set_ups=tuple(
        SetUp(1, {"objectives": objectives, "powers": powers})
        for powers in (False, True)
        for objectives in (False, True)
    ),
    question=question,
    solve=solve,
)
