"""The page of a review: one HTML file that needs nothing else, for bright rooms and dark ones."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from omnibus.rules.shelf import GAMES
from omnibus.study.review import Review
from omnibus.study.trouble import StudyTrouble
from omnibus.study.words import Words

WIDTH, HEIGHT = 860, 360
LEFT, RIGHT, TOP, BOTTOM = 46, 130, 14, 34
BAR, GAP = 22, 58
LABEL_HEIGHT = 17
# A colour is never the only sign: every seat has a way of being dashed too.
DASHES = ("", "9 4", "2 4", "12 4 2 4", "5 3", "1 3 6 3")

STYLE = """
:root { color-scheme: light dark; --ink: #1c2430; --soft: #56616e; --line: #d5dbe1; --paper: #fff; --plate: #f3f5f7;
  --s0: #0b62a4; --s1: #a63c06; --s2: #2b7a2b; --s3: #7d3c98; --s4: #8a6100; --s5: #00707a;
  --good: #1f7a4d; --bad: #b3261e; --base: #8b95a1; --unlucky: #9a6700 }
@media (prefers-color-scheme: dark) { :root { --ink: #e7ebef; --soft: #a4afba; --line: #3a434d; --paper: #14181d;
  --plate: #1f252c; --s0: #6db7f2; --s1: #ff9a62; --s2: #7fd07f; --s3: #d0a2ea; --s4: #e6bd55; --s5: #5fcfd9;
  --good: #63c796; --bad: #ff8a80; --base: #77828e; --unlucky: #e3b341 } }
* { box-sizing: border-box }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 62rem;
  margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem; line-height: 1.25; margin-bottom: .2rem } h2 { font-size: 1.2rem; margin: 2.2rem 0 .3rem }
.note { color: var(--soft); margin: .2rem 0 .8rem; max-width: 46rem }
.wide { overflow-x: auto } svg { display: block; width: 100%; min-width: 34rem; height: auto }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif } svg .soft { fill: var(--soft) }
table { border-collapse: collapse; width: 100% } th { text-align: left; font-weight: 600; color: var(--soft) }
th, td { padding: .3rem .9rem .3rem 0; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums;
  white-space: nowrap } .number { text-align: right } td.move { white-space: normal; min-width: 9rem }
ul { padding-left: 1.2rem } li { margin: .3rem 0 }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap;
  gap: .2rem 1.4rem } .legend svg { display: inline-block; width: 26px; min-width: 0; vertical-align: middle }
.mark { display: inline-block; padding: 0 .5rem; border-radius: 1rem; border: 1px solid;
  color: var(--bad) }
.mark.inaccuracy { border-style: dotted } .mark.mistake { border-style: dashed } .mark.blunder { font-weight: 600 }
code { font: .92em ui-monospace, monospace }
"""


class Point(NamedTuple):
    """A point of a curve."""

    n: int
    value: float
    lost: bool


def write_review(path: Path, reviews: Sequence[Review], language: str) -> None:
    """Write the page: a review, and below it the one with hindsight if there is one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(_page(reviews, language)), encoding="utf-8")
    except OSError as error:
        raise StudyTrouble("cannot-write", path=path, reason=error.strerror or error) from None


def _page(reviews: Sequence[Review], language: str) -> Iterator[str]:
    words = Words(language, reviews[0])
    title = escape(words.text("page-title", game=GAMES[reviews[0]["game"]].rulebook.name.say(language)))
    yield f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">'
    yield f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>'
    yield f"<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>"
    for review in reviews:
        yield from _opinion(review, Words(language, review))
    yield "</main>\n</body>\n</html>\n"


def _opinion(review: Review, words: Words) -> Iterator[str]:
    if review["hindsight"]:
        yield f'<hr>\n<h1>{words.text("page-hindsight")}</h1>\n<p class="note">{words.text("page-hindsight-note")}</p>'
    yield f'<p class="note">{escape(words.head())}</p>'
    kind = "chances" if review["unit"] == "share" else "points"
    what = words.text(f"page-{kind}")
    yield f"<h2>{what}</h2>"
    together = kind == "chances" and any("everyone" in each for each in review["decisions"])
    yield f'<p class="note">{words.text(f"page-{kind}-note" + ("-together" if together else ""))}</p>'
    yield from _legend(words)
    yield f'<div class="wide" tabindex="0" role="region" aria-label="{what}">'
    yield from _curves(review, words, what)
    yield "</div>"
    yield from _moments(review, words)
    yield from _sums(review, words)
    yield from _decisions(review, words)


# ---- The curves


def _curve_of(review: Review, seat: int) -> list[Point]:
    """What a seat could expect at each of its decisions, where all is known at everyone's, and what it got."""
    unit, last = review["unit"], max((each["n"] for each in review["decisions"]), default=0) + 1
    points = []
    for each in review["decisions"]:
        own = each["seat"] == seat
        if own or "everyone" in each:
            value = each["value"] if own else each["everyone"][seat]
            points.append(Point(each["n"], value[unit], own and each["mark"] is not None))
    return [*points, Point(last, review["seats"][seat]["result"][unit], False)] if review["complete"] else points


def _curves(review: Review, words: Words, title: str) -> Iterator[str]:
    curves = [_curve_of(review, seat) for seat in range(len(words.names))]
    values = [point.value for curve in curves for point in curve]
    low, high = (0.0, 1.0) if review["unit"] == "share" else (min(values) - 5, max(values) + 5)
    last = max(point.n for curve in curves for point in curve)

    def x(n: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * n / last

    def y(value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - min(max(value, low), high)) / (high - low)

    yield f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">'
    for step in range(5):
        value = low + (high - low) * step / 4
        yield f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="var(--line)"/>'
        label = words.amount(value) if review["unit"] == "share" else f"{value:.0f}"
        yield f'<text class="soft" x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{label}</text>'
    for n in range(0, last, max(1, -(-last // 60) * 10)):
        yield f'<text class="soft" x="{x(n):.1f}" y="{HEIGHT - 12}" text-anchor="middle">{n}</text>'
    axis = words.text("page-axis")
    yield f'<text class="soft" x="{WIDTH - RIGHT + 8}" y="{HEIGHT - 12}">{axis}</text>'
    for seat, curve in enumerate(curves):
        yield from _curve(seat, curve, x, y, words)
    heights = _apart([y(curve[-1].value) if curve else 0.0 for curve in curves])
    for seat, height in enumerate(heights):
        name = escape(_short(words.names[seat]))
        start = WIDTH - RIGHT + 6
        yield f'{_stroke(seat, start, start + 20, height)}<text x="{start + 25}" y="{height + 4:.1f}">{name}</text>'
    yield "</svg>"


def _curve(seat: int, curve: list[Point], x: Any, y: Any, words: Words) -> Iterator[str]:
    """A seat's curve; what somebody points at says what it is."""
    colour = f"var(--s{seat % 6})"
    path = " ".join(f"{x(point.n):.1f},{y(point.value):.1f}" for point in curve)
    yield (
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.2" stroke-linejoin="round" '
        f'stroke-dasharray="{DASHES[seat % 6]}"/>'
    )
    for point in curve:
        told = f"<title>{point.n}. {escape(words.names[seat])}: {words.amount(point.value)}</title>"
        across, down = x(point.n), y(point.value)
        if point.lost:
            arms = f"M{across - 5:.1f} {down - 5:.1f}l10 10m0 -10l-10 10"
            yield f'<path d="{arms}" stroke="var(--bad)" stroke-width="2.2">{told}</path>'
        yield f'<circle cx="{across:.1f}" cy="{down:.1f}" r="6" fill="transparent">{told}</circle>'


def _legend(words: Words) -> Iterator[str]:
    """Whose curve is whose, where a phone shows only half of them."""
    yield '<ul class="legend">'
    for seat, name in enumerate(words.names):
        line = _stroke(seat, 0, 26, 5)
        yield f'<li><svg viewBox="0 0 26 10" aria-hidden="true">{line}</svg> {escape(name)}</li>'
    yield "</ul>"


def _stroke(seat: int, left: float, right: float, y: float) -> str:
    """A piece of a seat's curve."""
    return (
        f'<line x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}" stroke="var(--s{seat % 6})" stroke-width="2.5" '
        f'stroke-dasharray="{DASHES[seat % 6]}"/>'
    )


def _short(name: str) -> str:
    return name if len(name) <= 13 else name[:12] + "…"


def _apart(heights: Sequence[float]) -> list[float]:
    """Where labels stand that would like to stand at those heights, none upon another."""
    found = list(heights)
    order = sorted(range(len(found)), key=found.__getitem__)
    for above, below in pairwise(order):
        found[below] = max(found[below], found[above] + LABEL_HEIGHT)
    lowest = HEIGHT - BOTTOM
    for below, above in pairwise(order[::-1]):
        found[below] = min(found[below], lowest)
        found[above] = min(found[above], found[below] - LABEL_HEIGHT)
    return found


# ---- The moments


def _moments(review: Review, words: Words) -> Iterator[str]:
    if not review["moments"]:
        return
    yield f"<h2>{words.text('review-moments')}</h2>\n<ul>"
    for moment in review["moments"]:
        yield f"<li>{_text(words.moment(moment))}</li>"
    yield "</ul>"


# ---- Skill and luck as bars that add up


def _sums(review: Review, words: Words) -> Iterator[str]:
    whole = [(seat, told) for seat, told in enumerate(review["seats"]) if told["luck"] is not None]
    if not whole:
        return
    kind = words.luck_kind()
    luck = words.text(f"review-{kind}")
    title = words.text("page-sums-others" if kind == "others" else "page-sums")
    yield f'<h2>{title}</h2>\n<p class="note">{words.text("page-sums-note", luck=luck)}</p>'
    yield f'<div class="wide" tabindex="0" role="region" aria-label="{escape(title)}">'
    yield from _bars(review["unit"], whole, words, title, luck)
    yield "</div>"


def _bars(unit: str, whole: list[tuple[int, dict[str, Any]]], words: Words, title: str, luck: str) -> Iterator[str]:
    """For each seat from what it could expect over luck and losses to its result."""
    steps: list[tuple[int, float, float, float]] = []
    for seat, sums in whole:
        first = sums["expected"][unit]
        then = first + sums["luck"][unit]
        steps.append((seat, first, then, then - sums["loss"][unit]))
    everything = [value for _, *values in steps for value in (0.0, *values)]
    low, high = min(everything), max(everything)
    height = GAP * len(steps) + 8

    def x(value: float) -> float:
        return LEFT + 90 + (WIDTH - LEFT - 90 - 70) * (value - low) / (high - low or 1)

    yield f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
    yield (
        '<defs><pattern id="lost" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<rect width="3.5" height="7" fill="var(--bad)"/></pattern>'
        '<pattern id="unlucky" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" '
        'fill="var(--paper)"/><circle cx="3" cy="3" r="2.2" fill="var(--unlucky)"/></pattern></defs>'
    )
    for place, (seat, first, then, result) in enumerate(steps):
        top = GAP * place + 6
        half = BAR / 2
        yield f'<text x="0" y="{top + BAR - 3}">{escape(_short(words.names[seat]))}</text>'
        yield _bar(x(0), x(first), top, BAR, "var(--base)", f"{words.text('review-expected')}: {words.amount(first)}")
        told = words.amount(then - first, sign=True)
        fill = "var(--good)" if then >= first else "url(#unlucky)"
        yield _bar(x(first), x(then), top, half, fill, f"{luck}: {told}")
        lost = words.amount(result - then, sign=True)
        yield _bar(x(then), x(result), top + half, half, "url(#lost)", f"{words.text('review-loss')}: {lost}")
        yield _upright(x(result), top - 3, top + BAR + 3)
        begun = f"{words.text('review-expected')} {words.amount(first)}"
        said = f"{begun}, {luck} {told}, {words.text('review-loss')} {lost} = {words.amount(result)}"
        yield f'<text class="soft" x="{LEFT + 90}" y="{top + BAR + 16}">{_text(said)}</text>'
    yield "</svg>"


def _upright(x: float, top: float, bottom: float) -> str:
    return f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{bottom}" stroke="var(--ink)" stroke-width="2.5"/>'


def _bar(one: float, other: float, top: float, height: float, fill: str, told: str) -> str:
    left, width = min(one, other), abs(other - one)
    return (
        f'<rect x="{left:.1f}" y="{top}" width="{max(width, 0.5):.1f}" height="{height}" fill="{fill}">'
        f"<title>{escape(told)}</title></rect>"
    )


# ---- All decisions


def _decisions(review: Review, words: Words) -> Iterator[str]:
    unit = review["unit"]
    title = words.text("page-decisions")
    keys = ("page-move", "review-player", "page-worth", "page-best", "page-lost", "page-then", "page-mark")
    yield f'<h2>{title}</h2>\n<div class="wide" tabindex="0" role="region" aria-label="{escape(title)}">\n<table>'
    yield "<tr><th></th>" + "".join(f"<th>{words.text(key)}</th>" for key in keys) + "</tr>"
    for each in review["decisions"]:
        yield "<tr>" + "".join(_cells(each, unit, words)) + "</tr>"
    yield "</table>\n</div>"


def _cells(decision: dict[str, Any], unit: str, words: Words) -> Iterator[str]:
    lost, luck, mark = decision["loss"][unit], decision["luck"], decision["mark"]
    yield f'<td class="number">{decision["n"]}</td>{_move(decision["move"])}'
    yield f"<td>{escape(words.names[decision['seat']])}</td><td>{_with_error(decision['worth'], unit, words)}</td>"
    yield _move(decision["best"]) if decision["beyond_doubt"] else "<td></td>"
    yield f"<td>{words.amount(lost) if lost else ''}</td>"
    yield f"<td>{words.amount(luck[unit], sign=True) if luck else ''}</td>"
    named = words.text(f"review-one-{mark}") if mark else ""
    yield f'<td><span class="mark {mark}">{named}</span></td>' if mark else "<td></td>"


def _text(said: str) -> str:
    """A text whose numbers stay beside their signs."""
    return escape(said).replace(" %", "&nbsp;%")


def _move(move: str) -> str:
    return f'<td class="move"><code>{escape(move)}</code></td>'


def _with_error(worth: dict[str, float], unit: str, words: Words) -> str:
    return f"{words.amount(worth[unit])} ± {words.amount(1.96 * worth[f'{unit}_error'])}"
