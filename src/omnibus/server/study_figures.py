"""A person's own figures: what was lost in reviewed games, over time and by kind of decision."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import select

from omnibus.server.accounts import Person
from omnibus.server.live_table import LiveTable
from omnibus.server.messages.reviews import DecisionKindFigures, GameFigures, StudyFigures, StudyGame, Worth
from omnibus.server.schema import STUDY_FIGURES, TABLES
from omnibus.server.store import Store
from omnibus.study.review import Review

MOST_GAMES = 1000  # the latest

Decisions = Sequence[dict[str, Any]]


def figures_of(live: LiveTable, review: Review) -> list[dict[str, Any]]:
    """The rows of all people who played a game that is reviewed. What is only tried out tells nothing about anybody;
    nor do seats among which several people took turns on one device, or what a bot did for somebody."""
    if live.row.forked_from is not None or live.row.uploaded:
        return []
    rows = []
    for seat in live.seats:
        if seat.person is None or seat.name is None or len(live.seats.of(seat.person)) > 1:
            continue
        own = [each for each in review["decisions"] if live.table.standing[each["n"] - 1].person == seat.person]
        if own:
            figures = _figures(live, review["unit"], own)
            rows.append({"person": seat.person, "table_id": live.id, "figures": msgspec.json.encode(figures).decode()})
    return rows


def _figures(live: LiveTable, unit: Any, own: Decisions) -> StudyGame:
    by_kind: dict[str, list[dict[str, Any]]] = {}
    for each in own:
        does = live.table.game.move(each["move"]).data["do"]
        by_kind.setdefault(f"{each['asks']}.{does}", []).append(each)
    kinds = [DecisionKindFigures(kind, len(alike), _loss(alike)) for kind, alike in sorted(by_kind.items())]
    return StudyGame(live.id, live.moved_at, unit, len(own), _loss(own), kinds)


def _loss(decisions: Decisions) -> Worth:
    return Worth(
        sum(each["loss"]["share"] for each in decisions),
        sum(each["loss"]["points"] for each in decisions),
    )


async def own_figures(store: Store, person: Person) -> StudyFigures:
    """What is known of a person's own games, those of each game together, the earliest first."""
    own = select(TABLES.c.game, STUDY_FIGURES.c.figures).join(TABLES).where(STUDY_FIGURES.c.person == person.id)
    latest = own.order_by(TABLES.c.moved_at.desc(), TABLES.c.id).limit(MOST_GAMES)
    by_game: dict[str, list[StudyGame]] = {}
    for row in reversed(await store.rows(latest)):
        by_game.setdefault(row.game, []).append(msgspec.json.decode(row.figures, type=StudyGame))
    return StudyFigures([GameFigures(game, games) for game, games in sorted(by_game.items())])
