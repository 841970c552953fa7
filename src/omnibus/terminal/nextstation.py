"""The table of Next Station: the score sheets, the cards, and next to where one types the map with its lines and the
Thames.

Every line has its colour and its number, ¹ ² ³ ⁴; a drawn section carries the number of its line.
"""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from omnibus.rules.nextstation import NextStation
from omnibus.rules.nextstation.board import LONDON, SIGNS, SWITCH, SYMBOL_NAMES
from omnibus.rules.nextstation.view import LineView, NextStationSheetView, NextStationView
from omnibus.terminal.voice import Voice

STYLES = {"green": "green", "pink": "magenta", "purple": "purple3", "blue": "dodger_blue1"}
NUMBERS = {"green": "¹", "pink": "²", "purple": "³", "blue": "⁴"}
DEPARTURE = {station: colour for colour, station in zip(LONDON.colours, LONDON.departures, strict=True)}
POWER_TEXTS = {
    "second": "power-second",
    "joker": "power-joker",
    "switch": "power-switch",
    "double": "power-double",
}
SITE = "✶"
RIVER = "~"

# A station takes seven characters and two lines: a mark, its symbol, number and district, and room for a section.
ACROSS, DOWN = 7, 2
SIGN_AT, MIDDLE = 1, 2
MAP_WIDTH, MAP_HEIGHT = ACROSS * LONDON.columns - 2, DOWN * (LONDON.rows - 1) + 1
PANEL_WIDTH = 29  # of what lies beside the map, where there is room for it
HALF_WIDTH = 39  # of what lies above the map, in two columns, where there is not
LONGEST_NAME = 16  # of a player

Canvas = dict[tuple[int, int], tuple[str, str]]


def draw(view: NextStationView, names: Sequence[str], voice: Voice) -> RenderableType:
    """The whole table as someone sees it; a spectator sees all maps, a player the own one."""
    seats = range(view["seats"]) if view["seat"] is None else [view["seat"]]
    others = [seat for seat in range(view["seats"]) if seat not in seats]
    parts: list[RenderableType] = [_scores(view, names, voice), Text()]
    if others and view["round"]:
        parts += [*(_lines_in_words(names[seat], view["table"][seat], voice) for seat in others), Text()]
    parts += [_legend(voice), Text()]
    for seat in seats:
        if seat:
            parts.append(Text())
        if len(seats) > 1:
            parts.append(Text(f" {names[seat]}", style="bold"))
        first = seat == seats[0]
        cards = (_cards(view, voice) if first else []) + _objectives(view, seat, voice)
        pencils = (_powers(view, voice) if first else []) + _hand(view, seat, voice)
        parts.append(_with_map(_map(view["table"][seat]), cards, pencils, voice))
    return Group(*parts)


def word(key: str, voice: Voice) -> str:
    """The game's own word for a colour, a card, a power or an objective."""
    return NextStation.rulebook.words[key].say(voice.language)


def _with_map(picture: Text, cards: list[Text], pencils: list[Text], voice: Voice) -> RenderableType:
    """The map, and at its side all that one looks at while one chooses; above it where the terminal is narrow."""
    table = Table.grid(padding=(0, 1, 0, 0))
    if voice.console.width > MAP_WIDTH + PANEL_WIDTH:
        table.add_column(width=MAP_WIDTH, no_wrap=True)
        table.add_column(width=PANEL_WIDTH)
        table.add_row(picture, Group(*cards, *([Text()] if cards and pencils else []), *pencils))
        return table
    table.add_column(width=HALF_WIDTH)
    table.add_column(width=HALF_WIDTH)
    table.add_row(Group(*cards), Group(*pencils))
    return Group(table, picture)


# ---- The map


def _map(sheet: NextStationSheetView) -> Text:
    canvas: Canvas = {}
    _paint_river(canvas)
    for line in _drawn_lines(sheet):
        for a, b in line["sections"]:
            _paint_section(canvas, a, b, line["colour"])
    ends = sheet["ends"] if sheet["line"] is not None else []
    for number in range(len(LONDON.stations)):
        _paint_station(canvas, number, number in ends)
    rows = [
        Text.assemble(*(canvas.get((row, column), (" ", "")) for column in range(MAP_WIDTH)))
        for row in range(MAP_HEIGHT)
    ]
    return Text("\n").join(rows)


def _paint_river(canvas: Canvas) -> None:
    for (left, up), (right, down) in zip(LONDON.river, LONDON.river[1:], strict=False):
        for column in range(MAP_WIDTH):
            x = (column - MIDDLE) / ACROSS
            if left <= x < right:
                y = up + (down - up) * (x - left) / (right - left)
                canvas[round(DOWN * y), column] = (RIVER, "cyan")


def _paint_section(canvas: Canvas, a: int, b: int, colour: str) -> None:
    """A stroke from station to station with the number of its line at every step."""
    start, end = LONDON.stations[a], LONDON.stations[b]
    number, style = NUMBERS[colour], f"bold {STYLES[colour]}"
    steps = max(abs(end.x - start.x), abs(end.y - start.y))
    right, down = (end.x - start.x) // steps, (end.y - start.y) // steps
    if not down:
        for column in range(ACROSS * start.x + MIDDLE, ACROSS * end.x + MIDDLE):
            canvas[DOWN * start.y, column] = ("━", style)
        canvas[DOWN * start.y, ACROSS * end.x - 2] = (number, style)
        return
    stroke = "┃" if not right else "╲" if right == down else "╱"
    for half in range(1, 2 * steps):
        row = DOWN * start.y + down * half
        column = ACROSS * start.x + MIDDLE + (right * half * ACROSS) // 2
        canvas[row, column] = (stroke, style)
        canvas[row, column + 1] = (number, style)


def _paint_station(canvas: Canvas, number: int, is_end: bool) -> None:
    station = LONDON.stations[number]
    row, column = DOWN * station.y, ACROSS * station.x
    style = "bold reverse" if is_end else "bold"
    if number in DEPARTURE:
        colour = DEPARTURE[number]
        canvas[row, column] = (NUMBERS[colour], f"bold {STYLES[colour]}")
        style += f" {STYLES[colour]}"
    if station.site:
        canvas[row, column] = (SITE, "bold yellow")
    for place, character in enumerate(f"{SIGNS[station.symbol]}{number:<2}", start=column + SIGN_AT):
        canvas[row, place] = (character, style)
    canvas[row, column + SIGN_AT + 3] = (LONDON.districts[station.district].lower(), "dim")


# ---- Beside the map


def _heading(key: str, voice: Voice) -> Text:
    return Text(voice.text(key), style="dim")


def _card_sign(name: str) -> str:
    card = LONDON.deck[LONDON.card_named[name]]
    sign = "⇄" if card.symbol == SWITCH else SIGNS[card.symbol]
    return f"[{sign}]" if card.underground else sign


def _cards(view: NextStationView, voice: Voice) -> list[Text]:
    if view["round"] == 0 or view["card"] is None:
        return []
    lines = [Text(voice.text("round", round=view["round"], turn=view["turn_of_round"]), style="bold")]
    if view["result"] is None:
        lines.append(Text(word(view["card"], voice), style="bold reverse"))
    if view["switch"] and view["result"] is None:
        lines.append(Text(voice.text("switch"), style="bold"))
    if view["last_turn"] and view["result"] is None:
        lines.append(Text(voice.text("last-turn"), style="bold"))
    lines += [
        _heading("revealed", voice),
        Text(" " + " ".join(_card_sign(name) for name in view["revealed"])),
        _heading("left", voice),
        Text(" " + (" ".join(_card_sign(name) for name in view["pile"] or view["left"]) or "–")),
    ]
    if view["verdict"] is not None:
        lines.append(Text(word(f"verdict {view['verdict']}", voice), style="bold"))
    return lines


def _objectives(view: NextStationView, seat: int, voice: Voice) -> list[Text]:
    """The objectives, and how far the seat is with each."""
    if view["objectives"] is None:
        return []
    lines = [_heading("objectives", voice)]
    for entry in view["table"][seat]["objectives"]:
        met = entry["reached"] >= entry["needed"]
        so_far = "" if met else f" {entry['reached']}/{entry['needed']}"
        name = word(f"objective {entry['objective']}", voice)
        lines.append(Text(f" {'✓' if met else '·'} {name}{so_far}", style="bold" if met else ""))
    return lines


def _powers(view: NextStationView, voice: Voice) -> list[Text]:
    if view["powers"] is None:
        return []
    lines = [_heading("powers", voice)]
    for colour, power in view["powers"].items():
        lines.append(Text.assemble(_number(colour), " ", voice.text(POWER_TEXTS[power])))
    return lines


def _number(colour: str) -> Text:
    return Text(f" {NUMBERS[colour]}", style=f"bold {STYLES[colour]}")


def _hand(view: NextStationView, seat: int, voice: Voice) -> list[Text]:
    """The pencils of a seat, and what it may be asked for now."""
    sheet = view["table"][seat]
    lines = []
    if sheet["pencils"]:
        lines.append(_heading("pencils", voice))
        for place, colour in enumerate(sheet["pencils"], start=1):
            held = place == view["round"] and view["result"] is None
            name = Text(f" {word(colour, voice)}", style=f"bold {STYLES[colour]}" if held else "")
            lines.append(Text.assemble(Text(" ▶" if held else "  "), _number(colour), name, _sum(sheet, colour)))
    if sheet["line"] is not None:
        lines.append(Text(voice.text("ends", ends=sheet["ends"])))
    if sheet["power"] is not None:
        lines.append(Text(voice.text("power-used" if sheet["power_used"] else "power-ready")))
    if sheet["second"] is not None:
        lines.append(Text(voice.text("second", symbol=SIGNS[SYMBOL_NAMES.index(sheet["second"])]), style="bold"))
    if view["doubling"] and seat in view["turn"]:
        lines.append(Text(voice.text("doubling"), style="bold"))
    return lines


# ---- Below the map


def _lines_in_words(name: str, sheet: NextStationSheetView, voice: Voice) -> Padding:
    """What another player has drawn, section by section."""
    told = Text(voice.text("drawn-by", player=name), style="bold")
    for line in _drawn_lines(sheet):
        sections = " ".join(f"{a}–{b}" for a, b in line["sections"]) or voice.text("nothing")
        told = Text.assemble(told, " ", _number(line["colour"]), f" {sections}")
    return Padding(told, (0, 1))


def _scores(view: NextStationView, names: Sequence[str], voice: Voice) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("")
    table.add_column(voice.text("column-player"), max_width=LONGEST_NAME, no_wrap=True)
    for colour in LONDON.colours:
        table.add_column(_number(colour), justify="right")
    parts = list(view["table"][0]["points"])[1:]
    for part in parts:
        table.add_column(voice.text("interchanges" if part == "interchanges" else f"part-{part}"))
    table.add_column(voice.text("column-score"), justify="right")
    for seat, sheet in enumerate(view["table"]):
        mark = "▶" if seat in view["turn"] else ""
        name = Text(names[seat], style="bold" if seat == view["seat"] else "")
        points = {line["colour"]: str(line["points"]) for line in _drawn_lines(sheet)}
        lines = [points.get(colour, "") for colour in LONDON.colours]
        total = str(sum(sheet["points"].values()))
        table.add_row(mark, name, *lines, *(_part(sheet, part) for part in parts), Text(total, style="bold"))
    return table


def _drawn_lines(sheet: NextStationSheetView) -> list[LineView]:
    """The lines of a sheet, the one being drawn last."""
    return sheet["lines"] if sheet["line"] is None else [*sheet["lines"], sheet["line"]]


def _sum(sheet: NextStationSheetView, colour: str) -> str:
    """A line's column of the score sheet: districts × most stations + Thames = points, `…` while it is drawn."""
    line = next((line for line in _drawn_lines(sheet) if line["colour"] == colour), None)
    if line is None:
        return ""
    thames = f"+{NextStation.printed['points']['thames'] * line['crossings']}" if line["crossings"] else ""
    return f" {line['districts']}×{line['most']}{thames}={line['points']}{'…' if line is sheet['line'] else ''}"


def _part(sheet: NextStationSheetView, part: str) -> str:
    points = sheet["points"][part]
    if part == "sites":
        return f"{SITE}{sheet['site_marks']} = {points}"
    if part == "interchanges":
        two, three, four = sheet["interchanges"]
        return f"{two}/{three}/{four} = {points}"
    return str(points)


def _legend(voice: Voice) -> Text:
    return Text(voice.text("legend", site=SITE, river=RIVER), style="dim")
