"""The table of Terminus: three lines growing, the players with their hands and secrets, the pile."""

from collections import Counter
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from omnibus.rules.terminus.cards import LINE_LETTERS, PLACES
from omnibus.rules.terminus.view import TerminusSeatView, TerminusView
from omnibus.terminal.voice import Voice

COLOURS = {"M": "red", "T": "green", "B": "blue"}
STATION_WIDTH = 9
FACE_DOWN = "▒▒"
WORTH_KNOWING = 20


def draw(view: TerminusView, names: Sequence[str], voice: Voice) -> RenderableType:
    """The whole table as someone sees it."""
    return Group(_lines(view, voice), Text(), _players(view, names, voice), Text(), _heaps(view, names, voice))


def card(name: str) -> Text:
    """A card in the colour of its line."""
    return Text(name, style=f"bold {COLOURS.get(name[0], 'magenta')}")


def cards(names: Sequence[str]) -> Text:
    """Cards side by side."""
    return Text(" ").join(card(name) for name in names)


def _lines(view: TerminusView, voice: Voice) -> Text:
    picture = Text(" " * 11)
    for place in range(1, PLACES + 1):
        picture.append(str(place).center(STATION_WIDTH), style="dim")
    for letter in LINE_LETTERS:
        places = view["lines"][letter]
        colour = COLOURS[letter]
        picture.append(f"\n {letter} ", style=f"bold {colour}")
        picture.append(voice.text(f"line-{letter}").ljust(8))
        for stack in places:
            station = _station(stack)
            picture.append(
                station.center(STATION_WIDTH, "━" if stack else "─"), style=f"bold {colour}" if stack else "dim"
            )
        value = view["worth"][letter]
        picture.append("  " + voice.text("worth", points=value), style="" if value else "dim")
    return picture


def _station(stack: list[str]) -> str:
    """A place of a line: how many cards lie there, and the joker if there is one at the bottom."""
    if not stack:
        return " ○ "
    if stack[0].endswith("*"):
        return f" {stack[0]} " if len(stack) == 1 else f" {stack[0]}+{len(stack) - 1} "
    return " ● " if len(stack) == 1 else f" ●×{len(stack)} "


def _players(view: TerminusView, names: Sequence[str], voice: Voice) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    table.add_column(voice.text("column-player"))
    table.add_column(voice.text("column-score"), justify="right")
    table.add_column(voice.text("column-round"), justify="right")
    table.add_column(voice.text("column-hand"))
    table.add_column(Text(voice.text("column-secrets")))
    for seat, place in enumerate(view["table"]):
        name = Text(names[seat], style="bold" if seat == view["seat"] else "")
        table.add_row(
            "▶" if seat in view["turn"] else "",
            name,
            str(place["score"]),
            f"+{place['taken'] + _counted(view, seat)}",
            _hand(place),
            _secrets(place),
        )
    return table


def _counted(view: TerminusView, seat: int) -> int:
    """What the cards left cost a player in the round that ended the game."""
    return view["sheet"][-1]["cards"][seat] if view["result"] is not None else 0


def _hand(place: TerminusSeatView) -> Text:
    if place["hand"] is not None:
        return cards(place["hand"])
    hand = Text(f"{FACE_DOWN} × {place['hand_size']}", style="dim")
    known = [entry["joker"] + ("" if entry["sure"] else "?") for entry in place["taken_back"]]
    if known:
        hand.append(f" ({', '.join(known)})", style="not dim magenta")
    return hand


def _secrets(place: TerminusSeatView) -> Text:
    """The stack from the bottom to the top; what everyone knows stands in brackets."""
    shown = [
        Text.assemble("[", card(name), "]") if known and name else card(name) if name else Text(FACE_DOWN, style="dim")
        for name, known in zip(place["stack"], place["shown"], strict=True)
    ]
    return Text(" ").join(shown)


def _heaps(view: TerminusView, names: Sequence[str], voice: Voice) -> Text:
    """Round and target, the pile and what may be in it once that is worth knowing, the discards, what is set aside."""
    told = {"round": view["round"], "starter": names[view["starter"]], "target": view["options"]["target"]}
    heaps = Text(" " + voice.text("round", **told))
    heaps.append(" · " + voice.text("pile", size=view["pile"]["size"]))
    may_hold = view["pile"]["may_hold"]
    if view["pile"]["size"] and len(may_hold) <= WORTH_KNOWING:
        heaps.append(" " + voice.text("pile-of") + " ")
        heaps.append_text(_heap(may_hold))
    if view["discards"]:
        heaps.append("\n " + voice.text("discards", size=len(view["discards"])) + " ")
        heaps.append_text(_heap(view["discards"]))
    if view["aside"]:
        heaps.append("\n " + voice.text("aside", points=view["aside_worth"]) + " ")
        heaps.append_text(_heap(view["aside"]))
    return heaps


def _heap(names: Sequence[str]) -> Text:
    """Cards in a heap, equal ones together."""
    return Text(" ").join(
        Text.assemble(card(name), f"×{times}" if times > 1 else "") for name, times in Counter(names).items()
    )
