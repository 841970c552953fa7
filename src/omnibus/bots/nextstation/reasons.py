"""Why a move of Next Station is good: what the section brings at once, and what is hoped for."""

from random import Random

from omnibus.bots.bot import Answer, Weighed
from omnibus.bots.nextstation.hard import PENCILS, favourite_pencil
from omnibus.bots.nextstation.sheet import COUNT_BITS, EVERY_MOVE, FULL_COUNT, Drawing, SeatSheet
from omnibus.bots.reasons import Reason, next_best
from omnibus.rules.nextstation.board import LONDON
from omnibus.rules.nextstation.moves import Double, Draw
from omnibus.rules.nextstation.view import NextStationView


def say_why(view: NextStationView, text: str, weighed: Weighed, _rng: Random) -> list[Reason]:
    """What a section brings, or why it is better to draw none."""
    seat, move = view["seat"], EVERY_MOVE.move(text)
    if seat is None:
        return []
    if view["asks"] == "pencil":
        return [_pencil(view, text, weighed)]
    sheet = SeatSheet(view, view["table"][seat])
    if isinstance(move, Double):
        counted = sheet.drawing.counts >> COUNT_BITS * LONDON.stations[move.station].district & FULL_COUNT
        return [{"reason": "double", "stations": counted}]
    if not isinstance(move, Draw):
        return [{"reason": "nothing"}] if len(view["legal"]) > 1 else []
    reasons = _what_it_brings(sheet, sheet.after(sheet.drawing, move))
    if type(move) is not Draw:
        reasons.append({"reason": "power"})
    return reasons + _against_drawing_nothing(view, text, weighed)


def _pencil(view: NextStationView, text: str, weighed: Weighed) -> Reason:
    """The order that the bot follows, or the usual one if it does as that says."""
    pencils = weighed.get("plan", {}).get("pencils")
    if not isinstance(pencils, list):
        pencils = list(PENCILS) if text == favourite_pencil(view) else None
    return {"reason": "pencils", "pencils": pencils} if pencils else {"reason": "learnt"}


def _what_it_brings(sheet: SeatSheet, after: Drawing) -> list[Reason]:
    """What the line has with the section that it had not before."""
    before = sheet.drawing
    gains = [
        gain
        for gain, more in (
            ("a-district", after.districts > before.districts),
            ("a-fuller-district", after.most > before.most),
            ("the-thames", after.thames > before.thames),
            ("a-site", after.marks > before.marks),
            ("an-interchange", after.interchanges > before.interchanges),
        )
        if more
    ]
    points = sheet.points(after) - sheet.points(before)
    if gains:
        return [{"reason": "brings", "gains": gains, "points": points}]
    return [{"reason": "goes-on"}]


def _against_drawing_nothing(view: NextStationView, text: str, weighed: Weighed) -> list[Reason]:
    """What the line should have in the end besides what it would have without the section."""
    worths = {candidate["move"]: candidate["worth"] for candidate in weighed.get("candidates", [])}
    nothing = next((move for move in worths if not isinstance(EVERY_MOVE.move(move), Draw)), None)
    other = next_best(view, Answer(text, weighed=weighed))
    if nothing is None or other is None or other.move == nothing or text not in worths:
        return []
    more = round(worths[text] - worths[nothing])
    return [{"reason": "in-the-end", "points": more}] if more > 0 else []
