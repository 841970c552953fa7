"""Pages with plots: one HTML file each that needs nothing else."""

import json
from collections.abc import Iterator, Sequence
from html import escape
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

from omnibus.arena.intervals import Share
from omnibus.arena.match import Match
from omnibus.arena.statistics.section import Cell, StatisticsSection
from omnibus.arena.trouble import ArenaTrouble
from omnibus.rules import GAMES

STYLE = """
:root { color-scheme: light }
body { font: 16px/1.5 system-ui, sans-serif; color: #1c2430; background: #fff; max-width: 60rem; margin: 2rem auto;
  padding: 0 1rem }
h1 { font-size: 1.7rem; margin-bottom: .2rem } h2 { font-size: 1.2rem; margin-top: 2.2rem }
table { border-collapse: collapse; margin: .8rem 0 } th { text-align: left; font-weight: 600 }
th, td { padding: .2rem .9rem .2rem 0; border-bottom: 1px solid #e2e6ea; font-variant-numeric: tabular-nums }
td + td, th + th { text-align: right } code, pre { background: #f3f5f7; padding: .1rem .3rem; border-radius: 3px }
pre { padding: .6rem; overflow-x: auto } svg { max-width: 100%; height: auto } .note { color: #56616e }
"""
INK, BLUE, GREY = "#1c2430", "#2f6f9f", "#9aa5b1"


def _bars(
    names: Sequence[str],
    values: Sequence[float],
    bounds: Sequence[tuple[float, float]],
    axis: str,
    mark: float | None = None,
) -> str:
    """Horizontal bars with their intervals, as SVG; a mark shows what chance would give."""
    matplotlib = import_module("matplotlib")
    figure_module = import_module("matplotlib.figure")
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "omnibus", "font.size": 10}):
        figure = figure_module.Figure(figsize=(8, 0.7 + 0.3 * len(names)), layout="constrained")
        axes = figure.add_subplot()
        places = range(len(names))
        axes.barh(places, values, color=BLUE, height=0.65)
        off = [(value - low, high - value) for value, (low, high) in zip(values, bounds, strict=True)]
        if any(map(any, off)):
            axes.errorbar(values, places, xerr=list(zip(*off, strict=True)), fmt="none", ecolor=INK)
        axes.set_yticks(places, names)
        axes.invert_yaxis()
        axes.set_xlabel(axis)
        axes.spines[["top", "right"]].set_visible(False)
        if mark is not None:
            axes.axvline(mark, color=GREY, linestyle="--", linewidth=1)
        drawn = StringIO()
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(drawn, format="svg", metadata=nothing)
    return drawn.getvalue()[drawn.getvalue().index("<svg") :]


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>\n" for row in rows)
    return f"<table>\n<tr>{head}</tr>\n{body}</table>"


def _written(path: Path, title: str, parts: Iterator[str]) -> Path:
    lines = [
        "<!doctype html>",
        '<html lang="en">',
        '<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">',
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>",
        f"<body>\n<h1>{escape(title)}</h1>",
        *parts,
        "</body>\n</html>\n",
    ]
    _write(path, "\n".join(lines))
    return path


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ArenaTrouble("cannot-write", path=path, reason=error.strerror or error) from None


# ---- Ladders


def write_ladder(folder: Path, report: dict[str, Any]) -> tuple[Path, Path]:
    """The page of a ladder and its data; where they are."""
    data = folder / f"{report['game']}.json"
    _write(data, json.dumps(report, indent=1, ensure_ascii=False) + "\n")
    title = f"{GAMES[report['game']].rulebook.name.say()}: the ladder"
    return _written(folder / f"{report['game']}.html", title, _ladder_parts(report)), data


def _ladder_parts(report: dict[str, Any]) -> Iterator[str]:
    options = ", ".join(f"{name} {value}" for name, value in report["options"].items()) or "none"
    closest, games = report["games_of_neighbours"], report["games"]
    more = f", {closest} where neighbours in strength meet at the smallest table" if closest != games else ""
    yield (
        f'<p class="note">{games} games for each pairing{more}, on mirrored deals with rotated seats; every ± is a '
        "95&nbsp;% interval that takes the games on one deal for one observation, and so are the bounds in brackets. "
        f"Options: {escape(options)}. "
        f"Python {report['python']}, code {report['code']}.</p>"
    )
    yield f"<p>Again, with the same bots and budgets:</p>\n<pre>{escape(report['command'])}</pre>"
    yield from _ratings_part(report)
    for seats, cells in report["matrix"].items():
        yield from _matrix_part(int(seats), cells, list(report["budgets"]))
    yield from _seats_part(report)
    yield from _control_part(report)
    yield from _scores_part(report)


def _ratings_part(report: dict[str, Any]) -> Iterator[str]:
    ratings = report["ratings"]
    yield "<h2>Ratings</h2>"
    yield (
        '<p class="note">Plackett and Luce’s model (openskill), everyone beginning at 25; the intervals come from '
        "resampling the deals. All tables count, a bot against itself does not.</p>"
    )
    names = [each["bot"] for each in ratings]
    bounds = [(each["rating"] - each["interval"], each["rating"] + each["interval"]) for each in ratings]
    yield _bars(names, [each["rating"] for each in ratings], bounds, "rating", 25.0)
    rows = []
    for each in ratings:
        budget, times = report["budgets"][each["bot"]], each["times"]
        milliseconds = [f"{times[key] * 1000:.2f}" for key in ("mean", "p50", "p99")]
        rating = f"{each['rating']:.1f} ± {each['interval']:.1f}"
        rows.append([each["bot"], rating, _budget(budget), *milliseconds, f"{times['decisions']:,}"])
    yield _table(["bot", "rating", "budget", "mean ms", "p50 ms", "p99 ms", "decisions"], rows)


def _budget(budget: dict[str, Any]) -> str:
    """A budget in words."""
    if budget == {"seconds": None, "iterations": 1}:
        return "answers at once"
    words = [f"{budget['iterations']} iterations"] if budget["iterations"] is not None else []
    words += [f"{budget['seconds']:g} s"] if budget["seconds"] is not None else []
    return " or ".join(words)


def _matrix_part(seats: int, cells: list[dict[str, Any]], bots: list[str]) -> Iterator[str]:
    yield f"<h2>Victories, {seats} seats</h2>"
    among = "the one named above" if seats == 2 else f"{seats - 1} of the one named above"
    yield f'<p class="note">How often the bot at the left wins against {among}; chance is {1 / seats:.1%}.</p>'
    share = {(each["bot"], each["against"]): str(_share(each)) for each in cells}
    against = [bot for bot in bots if any(bot == other for _, other in share)]
    rows = [[bot, *(share.get((bot, other), "") for other in against)] for bot in bots]
    yield _table(["", *against], [row for row in rows if any(row[1:])])


def _seats_part(report: dict[str, Any]) -> Iterator[str]:
    for seats, shares in report["seats"].items():
        yield f"<h2>By seat, {seats} seats</h2>"
        names = [f"seat {each['seat']}" for each in shares]
        wins = [100 * each["wins"] for each in shares]
        bounds = [(100 * each["wins_from"], 100 * each["wins_to"]) for each in shares]
        yield _bars(names, wins, bounds, "victories, %", 100 / int(seats))


def _share(told: dict[str, Any]) -> Share:
    return Share(told["wins"], told["wins_from"], told["wins_to"])


def _control_part(report: dict[str, Any]) -> Iterator[str]:
    control = report["control"]
    if not control:
        return
    outside = sum(not each["within"] for each in control)
    yield "<h2>Control: every bot against itself</h2>"
    yield (
        f'<p class="note">Of {len(control)} shares, {len(control) - outside} are within chance and {outside} are not, '
        "judged by intervals that all of them together keep with 95&nbsp;%.</p>"
    )
    rows: dict[tuple[str, int], list[str]] = {}
    for each in control:
        cell = f"{_share(each)}{'' if each['within'] else ' (!)'}"
        rows.setdefault((each["bot"], each["seats"]), []).append(cell)
    most = max(len(cells) for cells in rows.values())
    lines = [[bot, str(seats), *cells, *[""] * (most - len(cells))] for (bot, seats), cells in rows.items()]
    yield _table(["bot", "seats", *(f"seat {seat}" for seat in range(most))], lines)


def _scores_part(report: dict[str, Any]) -> Iterator[str]:
    yield "<h2>Scores among their like</h2>"
    bots = list(report["budgets"])
    by_size = {seats: {each["bot"]: each for each in scores} for seats, scores in report["scores"].items()}
    rows = []
    for bot in bots:
        found = [scores.get(bot) for scores in by_size.values()]
        rows.append([bot, *("" if each is None else f"{each['score']:.1f} ± {each['interval']:.1f}" for each in found)])
    yield _table(["bot", *(f"{seats} seats" if seats != "1" else "alone" for seats in by_size)], rows)


# ---- Statistics


def write_statistics(folder: Path, match: Match, games: int, sections: Sequence[StatisticsSection]) -> Path:
    """The page of a game's statistics; where it is."""
    title = f"{GAMES[match.game].rulebook.name.say()}: statistics"
    return _written(folder / f"{match.game}-statistics.html", title, _statistics_parts(match, games, sections))


def _statistics_parts(match: Match, games: int, sections: Sequence[StatisticsSection]) -> Iterator[str]:
    options = "".join(f", {name} {value}" for name, value in match.options.items())
    players = f"{len(match.bots)} seats, {match.bots[0]} at each" if len(match.bots) > 1 else f"{match.bots[0]} alone"
    yield f'<p class="note">{games} games, {players}{options}, seed {escape(match.seed)}.</p>'
    for section in sections:
        yield f"<h2>{escape(section.title())}</h2>"
        rows = [section.words(row) for row in section.rows]
        headings = section.headings()
        yield _section_plot(section, [row[0] for row in rows], headings[section.plotted])
        yield _table(headings, rows)


def _section_plot(section: StatisticsSection, names: Sequence[str], heading: str) -> str:
    scale = 100 if section.columns[section.plotted].form == "share" else 1
    values = [scale * float(row[section.plotted] or 0) for row in section.rows]
    bounds = [_bounds(section, row, scale) for row in section.rows]
    return _bars(names, values, bounds, f"{heading}, %" if scale == 100 else heading)


def _bounds(section: StatisticsSection, row: list[Cell], scale: int) -> tuple[float, float]:
    value = float(row[section.plotted] or 0)
    if section.bounds is not None:
        low, high = (float(row[column] or 0) for column in section.bounds)
        return scale * low, scale * high
    margin = float(row[section.margins] or 0) if section.margins else 0.0
    return scale * (value - margin), scale * (value + margin)
