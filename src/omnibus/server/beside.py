"""Two games with the same deal, decision by decision."""

from itertools import zip_longest

from omnibus.server.daily import standing_of
from omnibus.server.live_table import LiveTable
from omnibus.server.messages.daily import Beside, BesideGame, BesideMove, BesideStep
from omnibus.server.trouble import ServerTrouble


def beside(here: LiveTable, there: LiveTable) -> Beside:
    """Two finished games beside each other, seen from the seat in which a person played the same deal."""
    seat = _seat_of_both(here, there)
    steps = [
        BesideStep(mine, theirs, mine is not None and theirs is not None and mine.move == theirs.move)
        for mine, theirs in zip_longest(_decisions(here, seat), _decisions(there, seat))
    ]
    parted = next((number for number, step in enumerate(steps) if not step.same), None)
    return Beside(here.game.id, seat, _game(here, seat), _game(there, seat), steps, parted)


def _seat_of_both(here: LiveTable, there: LiveTable) -> int:
    for live in (here, there):
        if live.status != "finished":
            raise ServerTrouble("not-over")
    rows = here.row, there.row
    same = all(len({getattr(row, name) for row in rows}) == 1 for name in ("game", "ruleset", "options", "seed"))
    seats = {seated.seat for live in (here, there) for seated in live.seats if seated.person is not None}
    if not same or len(here.seats) != len(there.seats) or len(seats) != 1:
        raise ServerTrouble("other-deal")
    return seats.pop()


def _decisions(live: LiveTable, seat: int) -> list[BesideMove]:
    moves = enumerate(live.table.standing, start=1)
    return [BesideMove(at, standing.move.text) for at, standing in moves if standing.seat == seat]


def _game(live: LiveTable, seat: int) -> BesideGame:
    seated = live.seats[seat]
    place, points = standing_of(live.result, seat)
    return BesideGame(
        table=live.id,
        name=None if seated.person is None else seated.name,
        bot=seated.bot if seated.person is None else None,
        resigned=seated.resigned_at is not None,
        place=place,
        points=points,
        last=len(live.table.standing),
    )
