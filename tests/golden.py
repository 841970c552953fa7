"""The golden games: recorded once, replayed by the tests for ever.

Run as a program it plays them all anew, which is right only after a rule's behaviour, and with it the ruleset
version, has changed on purpose.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from omnibus import GAMES, Game, Record, State
from omnibus.testing import insider
from tests.scenes import scenes_of

FOLDER = Path(__file__).parent / "golden"
GAMES_PER_SEAT_COUNT = 10
PLAYERS = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")


def golden_game(game_id: str, seats: int, number: int) -> Game:
    """The game of a golden record, set up."""
    return GAMES[game_id](seats, **scenes_of(game_id).golden(number))


def golden_paths() -> Iterator[tuple[str, int, int, Path]]:
    """The game, seat count, number and file of every golden record there should be."""
    for game_id, box in GAMES.items():
        for seats in box.seat_counts:
            for number in range(GAMES_PER_SEAT_COUNT):
                yield game_id, seats, number, FOLDER / game_id / f"{seats}-{number:02}.omnibus"


def play_golden(game: Game, number: int) -> Record:
    """A game between random players of the habits that reach every corner."""
    record = Record(game, PLAYERS[: game.seats], f"golden {game.id} {game.seats} {number}")
    rng = Random(f"{game.id} {game.seats} {number}")
    habits = [rng.choice(list(insider(game).HABITS.values())) for _ in range(game.seats)]
    state = record.opening()
    while state.turn:
        seat = rng.choice(state.turn)
        move = habits[seat](state, seat, state.legal(seat), rng)
        state.play(seat, move)
        record.add(seat, move, state)
    return record


def transcript(record: Record) -> Iterator[str]:
    """The game in words, with all that could have been done instead."""
    game = record.game
    options = ", ".join(f"{name} {value}" for name, value in game.options.items())
    yield f"{game.rulebook.name.say()}, {game.seats} seats{', ' if options else ''}{options}"
    state = record.opening()
    yield from _hands_dealt(state)
    for n, (seat, text) in enumerate(record.plies, start=1):
        yield ""
        yield f"{n}. {record.players[seat]}: {text}   of {', '.join(move.text for move in state.legal(seat))}"
        for event in state.play(seat, text):
            yield f"    {game.rulebook.tell(event.opened(), record.players)}"
    yield ""
    if state.result is not None:
        for seat, name in enumerate(record.players):
            parts = ", ".join(f"{part} {points}" for part, points in state.result.parts[seat].items())
            yield f"{state.result.ranks[seat]}. {name}: {state.result.scores[seat]} ({parts})"


def _hands_dealt(state: State) -> Iterator[str]:
    for seat in range(state.game.seats):
        yield f"seat {seat} may: {', '.join(move.text for move in state.legal(seat)) or 'wait'}"


def main() -> None:
    for game_id, seats, number, path in golden_paths():
        record = play_golden(golden_game(game_id, seats, number), number)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(record.write(), encoding="utf-8")
        path.with_suffix(".txt").write_text("\n".join(transcript(record)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
