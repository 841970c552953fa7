"""Who sits at a table: people, bots, and bots that stand in for people."""

from collections.abc import Sequence
from typing import NamedTuple

from omnibus.rules.game import ranked
from omnibus.rules.record import EarlyEnd
from omnibus.table.trouble import TableTrouble


class Seated(NamedTuple):
    """A seat and who plays there. A bot beside a person plays in the person's place."""

    seat: int
    name: str | None = None
    person: str | None = None
    bot: str | None = None
    resigned_at: int | None = None  # the ply after which the person resigned
    hints: int = 0  # for how many decisions the person took advice
    kept_for: str | None = None  # before the start: who may sit down there, having played before
    declined: bool = False  # whether that person does not want to

    @property
    def free(self) -> bool:
        """Whether nobody sits there."""
        return self.person is None and self.bot is None

    def free_for(self, person: str) -> bool:
        """Whether a person may sit down there: nobody does, and it is kept for nobody else."""
        return self.free and (self.declined or self.kept_for in (None, person))

    @property
    def in_person(self) -> bool:
        """Whether a person plays there, neither resigned nor away."""
        return self.person is not None and self.bot is None


class TableSeats(tuple[Seated, ...]):
    """All seats of a table, in their order."""

    __slots__ = ()

    def of(self, person: str) -> list[int]:
        """The seats that a person holds, or held before resigning."""
        return [seated.seat for seated in self if seated.person == person]

    def kept_for(self, person: str) -> list[int]:
        """The seats that are kept for a person who has not declined."""
        return [seated.seat for seated in self if seated.kept_for == person and not seated.declined]

    def people(self) -> set[str]:
        """The people who are playing: neither resigned nor away."""
        return {seated.person for seated in self if seated.person is not None and seated.in_person}

    def away(self, person: str) -> bool:
        """Whether bots stand in for a person who has not resigned, so that nobody can be asked."""
        own = [seated for seated in self if seated.person == person]
        return all(seated.bot is not None and seated.resigned_at is None for seated in own)

    def name_of(self, person: str) -> str:
        """What a person is called at this table."""
        return next((seated.name for seated in self if seated.person == person and seated.name), "?")

    def expect_player(self, person: str) -> None:
        """Refuse whoever is not playing."""
        if person not in self.people():
            raise TableTrouble("not-at-the-table")

    def at(self, seat: int) -> Seated:
        """That seat, if there is one."""
        if not 0 <= seat < len(self):
            raise TableTrouble("no-such-seat", seat=seat, last=len(self) - 1)
        return self[seat]

    def own(self, person: str | None, seat: int) -> Seated:
        """That seat, if it is the person's."""
        if person is None or seat not in self.of(person):
            raise TableTrouble("not-your-seat", seat=seat)
        return self[seat]

    def to_play(self, person: str, seat: int) -> Seated:
        """That seat, if the person plays there now."""
        seated = self.own(person, seat)
        if seated.resigned_at is not None:
            raise TableTrouble("resigned")
        if seated.bot is not None:
            raise TableTrouble("bot-plays-for-you")
        return seated

    def awaits(self, person: str, turn: Sequence[int]) -> bool:
        """Whether it is the person who moves in one of the seats whose turn it is."""
        return any(self[seat].person == person and self[seat].in_person for seat in turn)

    # ---- Stand-ins

    def abandoned(self, seat: int, turn: Sequence[int], waited: float, patience: float) -> bool:
        """Whether a person's seat has kept the others waiting for so long that a bot may stand in."""
        return seat in turn and self.at(seat).in_person and waited > patience

    def to_take_back(self, person: str, seat: int) -> Seated:
        """That seat, if the person may take it back from the bot that stands in."""
        seated = self.own(person, seat)
        if seated.resigned_at is not None:
            raise TableTrouble("resigned")
        return seated

    # ---- Ending early

    def remaining(self) -> set[str]:
        """The people who have not resigned, here or away."""
        return {seated.person for seated in self if seated.person is not None and seated.resigned_at is None}

    def alone(self, person: str) -> bool:
        """Whether of several people who began only this one has not resigned."""
        began = {seated.person for seated in self if seated.person is not None}
        return len(began) > 1 and self.remaining() == {person}

    def expect_alone(self, person: str) -> None:
        """Refuse to end the game for others."""
        if not self.alone(person):
            raise TableTrouble("not-alone")

    def forsaken(self) -> bool:
        """Whether nobody of the people who began plays any more, but some may come back: bots wait for them."""
        return bool(self.remaining()) and not self.people()

    def early_end(self, why: str) -> EarlyEnd:
        """Who counts as what in a game that people end now: the one who stayed first, the first to resign last."""
        if why == "deserted":
            return EarlyEnd(why)
        people = [seated for seated in self if seated.person is not None or seated.bot is None]
        resigned_at = {seated.seat: seated.resigned_at for seated in people}
        stayed = tuple(seat for seat, moment in resigned_at.items() if moment is None)
        moments = sorted({moment for moment in resigned_at.values() if moment is not None}, reverse=True)
        resigned = (tuple(seat for seat, at in resigned_at.items() if at == moment) for moment in moments)
        return EarlyEnd(why, (stayed, *resigned))

    def counted_ranks(self, ranks: Sequence[int]) -> list[int]:
        """The ranks with those who resigned last, the first to resign at the very end."""
        merits = [
            (1, -rank) if seated.resigned_at is None else (0, seated.resigned_at)
            for rank, seated in zip(ranks, self, strict=True)
        ]
        return ranked(merits)
