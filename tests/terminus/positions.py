"""Small positions of Terminus, written as one would lay them out."""

from collections.abc import Sequence

from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.cards import COPIES, LINE_LETTERS, counted, named
from omnibus.rules.terminus.state import TerminusState


def position(
    *hands: str,
    secrets: Sequence[str],
    lines: str = "",
    draw: str = "",
    rest: str = "pile",
    aside: str = "",
    scores: Sequence[int] | None = None,
    target: int = 500,
    active: int = 0,
    shown: Sequence[int] | None = None,
) -> TerminusState:
    """A position at the moment when the active player has drawn and may do anything.

    Lines are written `M1 M2+M2 3* / T1`, stacked cards joined by a plus, each line by itself. `draw` are the next
    cards of the pile, the next one first. All other cards go where `rest` says: pile, discards or aside.
    """
    seats = len(hands)
    laid, jokers = [0] * 15, [None] * 15  # type: list[int], list[str | None]
    for line in filter(None, (line.split() for line in lines.split("/"))):
        letter = next(card[0] for place in line for card in place.split("+") if card[0] in LINE_LETTERS)
        for place, stack in enumerate(line, start=LINE_LETTERS.index(letter) * 5):
            for card in stack.split("+"):
                if card.endswith("*"):
                    jokers[place] = card
                else:
                    laid[place] += 1
    on_lines = named([*laid, *[0] * 9]) + [joker for joker in jokers if joker]
    used = " ".join([*hands, *secrets, *on_lines, draw, aside]).split()
    left = named([copies - taken for copies, taken in zip(COPIES, counted(used), strict=True)])
    heaps = {"pile": [], "discards": [], "aside": aside.split()}  # type: dict[str, list[str]]
    heaps[rest] = heaps[rest] + left
    state = Terminus(seats, target=target).load(
        {
            "n": 0,
            "turn": [active],
            "seed": "position",
            "chances": 2,
            "starter": 0,
            "active": active,
            "line": -1,
            "joker_laid": False,
            "hands": [hand.split() for hand in hands],
            "taken_back": [[] for _ in hands],
            "stacks": [stack.split() for stack in secrets],
            "shown": list(shown or [0] * seats),
            "laid": laid,
            "jokers": jokers,
            "pile": heaps["pile"] + draw.split()[::-1],
            "pile_source": named(list(COPIES)),
            "drawn": [[] for _ in hands],
            "discards": heaps["discards"],
            "aside": heaps["aside"],
            "scores": [0] * seats,
            "taken": [0] * seats,
            "sheet": [[None, list(scores), [0] * seats, [[]] * seats, [[]] * seats]] if scores else [],
        }
    )
    state.scores = list(scores or state.scores)
    assert list(Terminus.broken_laws(state)) == []
    return state


def legal(state: TerminusState, kind: str = "") -> list[str]:
    """What the player whose turn it is may do, of one kind or of all."""
    return [move.text for move in state.legal(state.turn[0]) if move.text.startswith(kind)]


def play(state: TerminusState, *moves: str) -> list[str]:
    """Let whoever's turn it is make each move; the kinds of events of the last one."""
    kinds: list[str] = []
    for move in moves:
        kinds = [event.kind for event in state.play(state.turn[0], move)]
    return kinds


def hand(state: TerminusState, seat: int) -> list[str]:
    """The cards in a player's hand."""
    return named(state.hands[seat])
