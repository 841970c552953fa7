"""The table of Ticket to Ride: London: the map with its routes, the face-up cards, the players, your own cards."""

import re
from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from omnibus.rules.london import London
from omnibus.rules.london.board import GREY, LONDON, Ticket
from omnibus.rules.london.view import LondonSeatView, LondonView, PutBackView, TicketView
from omnibus.terminal.voice import Voice

# Every route stands between its ends, its number and a dot for each of its spaces; every location behind the value of
# its district.
MAP = """\
            5◉Regent’s Park     02...     5◉King’s Cross
       01..               03...            04..       05...
 5◉Baker Street                                4◉The Charterhouse   41...
               06....      1◉British Museum    09....  37.         4◉Brick Lane
 08....   07....        10..    11. 12.                       38...     42...
                                                43...
                         13.   1◉Covent Garden   44...  4◉St Paul’s   39...
       2◉Piccadilly Circus  14.   17. 18.                35. 36.   40...
     19..       23..   15. 16.                          3◉Globe Theatre  33...
   20..                2◉Trafalgar Square  27..      31..     4◉Tower of London
 5◉Hyde Park      24..         26.         3◉Waterloo     32..      34....
      21. 22.                 2◉Big Ben   28.      30..
  2◉Buckingham Palace   25..            29...      3◉Elephant & Castle"""

STYLES = {
    "blue": "bright_blue",
    "green": "green",
    "black": "bold bright_black",
    "pink": "magenta",
    "yellow": "bright_yellow",
    "orange": "dark_orange",
    "bus": "bold red",
    "grey": "white",
}
MARKS = "▲●■◆"
MARK_STYLES = ("bold black on cyan", "bold black on bright_red", "bold black on bright_green", "bold black on white")
_PIECE = re.compile(r"(?P<route>\d\d)(?P<spaces>\.+)|(?P<district>\d)◉(?P<place>\S+(?: \S+)*)")


def draw(view: LondonView, names: Sequence[str], voice: Voice) -> RenderableType:
    """The whole table as someone sees it."""
    parts: list[RenderableType] = [_map(view), _legend(voice), _cards(view, voice), _players(view, names, voice)]
    over = view["result"] is not None
    for seat, place in enumerate(view["table"]):
        if place["tickets"] is not None:
            parts += _open_tickets(place, seat, over, voice)
    parts += _remembered(view, names, voice)
    return Group(*parts)


# ---- The map


def _map(view: LondonView) -> Text:
    owners = {route: seat for seat, place in enumerate(view["table"]) for route in place["routes"]}
    goals = _goals(view)
    picture = Text()
    for number, line in enumerate(MAP.splitlines()):
        at = 0
        picture.append("\n" if number else "")
        for piece in _PIECE.finditer(line):
            picture.append(line[at : piece.start()])
            at = piece.end()
            if piece["route"]:
                picture.append_text(_route(view, piece["route"], len(piece["spaces"]), owners))
            else:
                picture.append(piece["district"], style="dim")
                wanted = piece["place"] in goals
                picture.append("◎" if wanted else "◉", style="bold")
                picture.append(piece["place"], style="bold underline" if wanted else "bold")
    return picture


def _goals(view: LondonView) -> set[str]:
    """The ends of the viewer's own tickets that are not complete."""
    if view["seat"] is None:
        return set()
    place = view["table"][view["seat"]]
    tickets = [ticket for ticket in (*(place["tickets"] or []), *(place["offer"] or [])) if not ticket["complete"]]
    ends = [LONDON.tickets[LONDON.ticket_numbered[ticket["ticket"]]] for ticket in tickets]
    return {LONDON.locations[end] for ticket in ends for end in (ticket.a, ticket.b)}


def _route(view: LondonView, number: str, spaces: int, owners: Mapping[str, int]) -> Text:
    """A route: its number, and for each space its colour's letter, its owner's mark, or a cross if it is closed."""
    name = f"R{number}"
    if name in owners:
        return Text(number + MARKS[owners[name]] * spaces, style=MARK_STYLES[owners[name]])
    if name in view["closed"]:
        return Text(number + "×" * spaces, style="dim")
    route = LONDON.routes[LONDON.route_numbered[name]]
    colour = "grey" if route.colour == GREY else LONDON.colours[route.colour]
    return Text(number + _letter(colour) * spaces, style=STYLES[colour])


def _letter(colour: str) -> str:
    """The letter that stands for a colour on the map: that of the notation, but k for black and - for grey."""
    return {"black": "k", "grey": "-"}.get(colour, colour[0])


def _legend(voice: Voice) -> Text:
    legend = Text(" ")
    for colour in (*LONDON.colours, "grey"):
        legend.append(_letter(colour), style=STYLES[colour])
        word = _word(colour, voice)
        # The notation is what one types: where the word is another, both are shown.
        typed = "" if word == colour or colour == "grey" else f" ({colour})"
        legend.append(f" {word}{typed} ", style="dim")
    legend.append("× " + voice.text("closed") + " ◎ " + voice.text("goal"), style="dim")
    return legend


# ---- Cards


def _word(kind: str, voice: Voice) -> str:
    """What a colour or the Bus is called."""
    if kind == "grey":
        return voice.text("grey")
    return London.rulebook.words[kind].say(voice.language)


def _kind(kind: str, voice: Voice, number: int | None = None) -> Text:
    return Text(("" if number is None else f"{number} ") + _word(kind, voice), style=STYLES[kind])


def _heap(cards: Mapping[str, int], voice: Voice) -> Text:
    """Cards of several kinds, as `3 orange, 1 Bus`."""
    return Text(", ").join(_kind(kind, voice, number) for kind, number in cards.items() if number)


def _cards(view: LondonView, voice: Voice) -> Text:
    text = Text(" " + voice.text("row") + " ")
    for slot, kind in enumerate(view["row"], start=1):
        text.append(f" {slot} ", style="dim")
        text.append_text(Text("—", style="dim") if kind is None else _kind(kind, voice))
    text.append("\n " + voice.text("deck", size=view["deck"]["size"]))
    text.append(" · " + voice.text("tickets-left", size=view["ticket_deck"]))
    text.append(" · " + voice.text("discards", size=sum(view["discards"].values())))
    if any(view["discards"].values()):
        text.append("  ")
        text.append_text(_heap(view["discards"], voice))
    if view["last_turns"] and view["result"] is None:
        text.append("\n " + voice.text("last-turns", turns=view["last_turns"]), style="bold")
    return text


# ---- Players


def _players(view: LondonView, names: Sequence[str], voice: Voice) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    table.add_column(voice.text("column-player"))
    for column in ("points", "buses", "tickets", "districts"):
        table.add_column(voice.text(f"column-{column}"), justify="right")
    table.add_column(voice.text("column-cards"))
    for seat, place in enumerate(view["table"]):
        name = Text(f"{MARKS[seat]} ", style=MARK_STYLES[seat])
        name.append(
            f" {names[seat]}", style="not reverse default on default" + (" bold" if seat == view["seat"] else "")
        )
        table.add_row(
            "▶" if seat in view["turn"] else "",
            name,
            str(place["points"]),
            str(place["buses"]),
            f"{place['ticket_count']}" + (f"+{place['offer_size']}?" if place["offer_size"] else ""),
            " ".join(str(value) for value in place["districts"]) or "—",
            _hand_of(place, voice),
        )
    return table


def _hand_of(place: LondonSeatView, voice: Voice) -> Text:
    """How many cards somebody holds, and which, as far as the viewer knows."""
    text = Text(str(place["hand_size"]))
    if place["hand"] is not None:
        text.append(": " if place["hand_size"] else "").append_text(_heap(place["hand"], voice))
    elif any(place["known"].values()):
        text.append(" " + voice.text("among-them") + " ", style="dim")
        text.append_text(_heap(place["known"], voice))
    return text


def _open_tickets(place: LondonSeatView, seat: int, over: bool, voice: Voice) -> list[Text]:
    """Tickets that the viewer may see; after the end those of all, each with its owner's mark."""
    mark = MARKS[seat] if over else " "
    chosen = place["choice"]
    lines = [_ticket(ticket, mark, over, voice) for ticket in place["tickets"] or []]
    for ticket in place["offer"] or []:
        key = "offered" if chosen is None else "kept" if ticket["ticket"] in chosen else "returned"
        lines.append(_ticket(ticket, mark, over, voice).append(" " + voice.text(key), style="italic"))
    return lines


def _ticket(ticket: TicketView, mark: str, over: bool, voice: Voice) -> Text:
    printed = LONDON.tickets[LONDON.ticket_numbered[ticket["ticket"]]]
    text = Text(f"{mark}{ticket['ticket']} {_ends(printed):<37}{ticket['points']:>3} ")
    if ticket["complete"]:
        return text.append("✓ " + voice.text("complete"), style="green")
    if over:
        return text.append("✗ " + voice.text("incomplete", points=ticket["points"]), style="red")
    if ticket["missing"] is None:
        return text.append("✗ " + voice.text("impossible"), style="red")
    return text.append("· " + voice.text("missing", spaces=ticket["missing"]), style="yellow")


def _ends(ticket: Ticket) -> str:
    return f"{LONDON.locations[ticket.a]} – {LONDON.locations[ticket.b]}"


def _remembered(view: LondonView, names: Sequence[str], voice: Voice) -> list[Text]:
    """The tickets that the viewer put back, and where they may be."""
    return [
        Text(
            "   " + voice.text("put-back", ticket=entry["ticket"], places=_where(entry, view, names, voice)),
            style="dim",
        )
        for entry in view["put_back"]
    ]


def _where(entry: PutBackView, view: LondonView, names: Sequence[str], voice: Voice) -> str:
    places = [voice.text("in-deck", place=place + 1) for place in entry["deck"]]
    places += [voice.text("with", name=names[view["active"]]) for _ in entry["offer"]]
    places += [voice.text("with", name=names[seat]) for seat in sorted({seat for seat, _ in entry["hands"]})]
    either = voice.text("or")
    return f" {either} ".join(places)
