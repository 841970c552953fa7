"""The result of a game as a table."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from omnibus.rules.game import Game, State
from omnibus.rules.shelf import texts
from omnibus.terminal.voice import Voice


def print_result(state: State, names: Sequence[str], voice: Voice) -> None:
    """Ranks and scores, with what the scores are made of."""
    result = state.result
    if result is None:
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(voice.text("column-rank"), justify="right")
    table.add_column(voice.text("column-player"))
    for part in result.parts[0]:
        table.add_column(_part_name(state.game, part, voice), justify="right")
    table.add_column(voice.text("column-score"), justify="right")
    for seat in sorted(range(len(names)), key=lambda seat: (result.ranks[seat], seat)):
        table.add_row(
            str(result.ranks[seat]),
            Text(names[seat]),
            *(str(points) for points in result.parts[seat].values()),
            str(result.scores[seat]),
            style="bold" if result.ranks[seat] == 1 else "",
        )
    voice.console.print(table)
    voice.say("won" if len(result.winners) == 1 else "shared", names=[names[seat] for seat in result.winners])


def _part_name(game: Game, part: str, voice: Voice) -> str:
    """What a part of a score is called: at the game's table, or else in its rulebook."""
    phrase = texts(game.id, "terminal").get(f"part-{part}") or game.rulebook.words.get(part)
    return phrase.say(voice.language) if phrase else part
