"""The table of Bus: the players, the action board, the clock, and next to where one types the city with its lines."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from omnibus.rules.bus import Bus
from omnibus.rules.bus.board import CITY, KINDS
from omnibus.rules.bus.moves import ACTIONS
from omnibus.rules.bus.view import BusSeatView, BusView
from omnibus.terminal.voice import Voice

SIGNS = "abcde"  # a line is drawn in the letter of its seat
COLOURS = ("cyan", "yellow", "magenta", "green", "red")
MAP_WIDTH, MAP_HEIGHT = 80, 22
LONGEST_NAME = 16  # of a player
VACANT, NOT_YET = "□", "-"
WAITING, SEATED = "●", "○"

Pieces = list[tuple[str, str]]  # texts with their styles

# Row and column where a junction's label begins, so that none covers another and each is near its place in the city.
SPOTS = {
    "E14": (0, 7), "E3": (0, 61), "M11": (1, 0), "E1": (1, 43), "E15": (2, 18), "E13": (3, 0), "M1": (3, 30),
    "E2": (3, 53), "G1": (4, 6), "M3": (5, 50), "I4": (6, 21), "M2": (6, 41), "E4": (6, 64), "M10": (7, 0),
    "I3": (8, 10), "C4": (9, 28), "E12": (10, 0), "M4": (10, 51), "M9": (11, 4), "C3": (12, 17), "C1": (12, 40),
    "M5": (12, 60), "I1": (14, 47), "E11": (15, 0), "C2": (15, 32), "E5": (15, 61), "M7": (16, 21), "M8": (17, 6),
    "I2": (17, 36), "G2": (18, 51), "E10": (19, 0), "E8": (20, 23), "E7": (20, 41), "M6": (20, 64), "E9": (21, 9),
    "E6": (21, 53),
}  # fmt: skip


def draw(view: BusView, names: Sequence[str], voice: Voice) -> RenderableType:
    """The whole table as someone sees it."""
    return Group(
        _players(view, names, voice),
        Text(),
        _action_board(view, voice),
        Text(),
        _clock(view, voice),
        _legend(voice),
        _city(view, voice),
    )


def _style(seat: int) -> str:
    return f"bold {COLOURS[seat]}"


# ---- The city


class _Sheet:
    """A sheet of characters, each with a style."""

    def __init__(self) -> None:
        self.cells = [[(" ", "")] * MAP_WIDTH for _ in range(MAP_HEIGHT)]

    def put(self, row: int, column: int, pieces: Pieces) -> None:
        """Write over what is there, as far as the sheet goes."""
        letters = [(character, style) for text, style in pieces for character in text][: MAP_WIDTH - column]
        self.cells[row][column : column + len(letters)] = letters

    def drawn(self) -> Text:
        """The sheet as text."""
        lines = [Text.assemble(*row) for row in self.cells]
        for line in lines:
            line.rstrip()
        return Text("\n").join(lines)


def _name(place: str, voice: Voice) -> str:
    """What a junction is called."""
    return Bus.rulebook.words[place].say(voice.language)


def _spot(junction: int, voice: Voice) -> tuple[int, int]:
    """Where the streets of a junction meet: in the middle of its name."""
    place = CITY.junctions[junction]
    row, column = SPOTS[place]
    return row, column + (len(place) + 1 + len(_name(place, voice))) // 2


def _city(view: BusView, voice: Voice) -> Text:
    sheet = _Sheet()
    lines = [set(zip(seat["line"], seat["line"][1:], strict=False)) for seat in view["table"]]
    for street in CITY.streets:
        pair = (CITY.junctions[street.one], CITY.junctions[street.other])
        users = [seat for seat, line in enumerate(lines) if pair in line or pair[::-1] in line]
        _draw_street(sheet, _spot(street.one, voice), _spot(street.other, voice), users)
    buildings = {lot["lot"]: lot["building"] for lots in view["lots"].values() for lot in lots}
    for junction in range(len(CITY.junctions)):
        row, column = SPOTS[CITY.junctions[junction]]
        label = _label(view, junction, buildings, voice)
        if column:
            sheet.put(row, column - 1, [(" ", "")])
        sheet.put(row, column, [*label, (" ", "")])
    return sheet.drawn()


def _draw_street(sheet: _Sheet, start: tuple[int, int], end: tuple[int, int], users: list[int]) -> None:
    """A straight of letters, one after the other for each line that uses the street; of dots if none does."""
    (top, left), (bottom, right) = start, end
    steps = max(abs(bottom - top), abs(right - left))
    for step in range(1, steps):
        row = round(top + (bottom - top) * step / steps)
        column = round(left + (right - left) * step / steps)
        if users:
            user = users[step % len(users)]
            sheet.put(row, column, [(SIGNS[user], _style(user))])
        else:
            sheet.put(row, column, [("·", "dim")])


def _label(view: BusView, junction: int, buildings: dict[str, str | None], voice: Voice) -> Pieces:
    """What a junction is called in the notation and by people, its lots, its people, and the lines that end there."""
    name = CITY.junctions[junction]
    pieces: Pieces = [(name, "bold reverse" if junction in CITY.stations else "bold"), (f" {_name(name, voice)}", "")]
    lots = [lot for lot in CITY.lots if lot.junction == junction]
    if lots:
        pieces.append((":", "dim"))
    for lot in lots:
        kind = buildings[lot.name]
        if kind is not None:
            pieces.append((voice.text(f"letter-{kind}"), "bold underline" if kind == view["clock"] else ""))
        else:
            pieces.append((VACANT, "") if "ABCD"[lot.zone] == view["zone"] else (NOT_YET, "dim"))
    if name in view["people"]:
        people = view["people"][name]
        for mark, count in ((WAITING, people["waiting"]), (SEATED, people["content"] + people["carried"])):
            if count:
                pieces.append((mark if count == 1 else f"{mark}{count}", "bold" if mark == WAITING else ""))
    ending = [seat for seat, place in enumerate(view["table"]) if name in [end["junction"] for end in place["ends"]]]
    if ending:
        pieces += [("(", "dim"), *[(SIGNS[seat], _style(seat)) for seat in ending], (")", "dim")]
    return pieces


def _legend(voice: Voice) -> Text:
    kinds = ", ".join(f"{voice.text(f'letter-{kind}')} {voice.text(f'kind-{kind}')}" for kind in KINDS)
    return Text(" " + voice.text("legend", kinds=kinds), style="dim")


# ---- The players and the action board


def _players(view: BusView, names: Sequence[str], voice: Voice) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    for column in ("", ""):
        table.add_column(column)
    table.add_column(voice.text("column-player"), max_width=LONGEST_NAME, no_wrap=True)
    for key in ("points", "stones", "buses", "cubes", "sticks"):
        table.add_column(voice.text(f"column-{key}"), justify="right")
    table.add_column(voice.text("column-ends"))
    table.add_column("")
    order = _order_of_points(view)
    for seat, place in enumerate(view["table"]):
        table.add_row(
            "▶" if seat in view["turn"] else "▷" if seat in view["then"][:1] else "",
            Text(SIGNS[seat], style=_style(seat)),
            Text(names[seat], style="bold" if seat == view["seat"] else ""),
            f"{place['points']}{order[seat]}",
            str(place["stones"]),
            str(place["buses"]),
            str(place["cubes"]),
            str(place["sticks"]),
            _ends(place),
            _remark(view, seat, voice),
        )
    return table


def _order_of_points(view: BusView) -> list[str]:
    """Among players with the same points, who reached them first (¹), second (²) …"""
    marks = []
    for place in view["table"]:
        level = sorted(other["reached"] for other in view["table"] if other["points"] == place["points"])
        alone = len(level) == 1 or not place["points"]
        marks.append("" if alone else "¹²³⁴⁵"[level.index(place["reached"])])
    return marks


def _ends(place: BusSeatView) -> str:
    """The ends of a line; `!` where the next stick must turn off."""
    return " ".join(end["junction"] + "!" * end["must_turn_off"] for end in place["ends"])


def _remark(view: BusView, seat: int, voice: Voice) -> str:
    remarks = []
    if seat == view["first"]:
        remarks.append(voice.text("is-first"))
    if view["table"][seat]["passed"]:
        remarks.append(voice.text("has-passed"))
    return ", ".join(remarks)


def _action_board(view: BusView, voice: Voice) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column(voice.text("column-action"))
    table.add_column(voice.text("column-what"))
    table.add_column(voice.text("column-next"), justify="right")
    table.add_column(voice.text("column-on-it"))
    for action in ACTIONS:
        seen = view["actions"][action]
        on_it = Text()
        for space in seen["order"]:
            cube = seen["cubes"][space]
            on_it.append(SIGNS[cube["seat"]], style=_style(cube["seat"]))
            on_it.append(f"×{cube['worth']} ")
        table.add_row(Text(action, style="bold"), voice.text(f"action-{action}"), _next_worth(view, action), on_it)
    return table


def _next_worth(view: BusView, action: str) -> str:
    worth = view["actions"][action]["next_worth"]
    if action in ("bus", "clock", "first"):
        return str(worth or "–")
    if action == "vrrooomm" and view["seat"] is None:
        return ""
    return str(worth)


def _clock(view: BusView, voice: Voice) -> Text:
    """Time and what is left, and below it what one builds and what one's buses are good for now."""
    after = KINDS[(KINDS.index(view["clock"]) + 1) % len(KINDS)]
    time = [voice.text("round", round=view["round"])] if view["round"] else []
    time.append(voice.text("clock", kind=voice.text(f"kind-{view['clock']}"), after=voice.text(f"kind-{after}")))
    time.append(voice.text("stones", left=view["stones_left"]))
    time.append(voice.text("supply", left=view["supply"]))
    chances = []
    if view["zone"]:
        district = Bus.rulebook.words[f"zone {view['zone']}"].say(voice.language)
        chances.append(voice.text("zone", zone=view["zone"], district=district))
    if view["left"]:
        chances.append(voice.text("left", left=view["left"]))
    if view["seat"] is not None and view["hours"]:
        rides = view["table"][view["seat"]]["rides"]
        now = ", ".join(f"{voice.text(f'kind-{hour}')} {rides[hour]}" for hour in view["hours"])
        chances.append(voice.text("rides", rides=now))
    return Text("\n".join(" " + " · ".join(parts) for parts in (time, chances)))
