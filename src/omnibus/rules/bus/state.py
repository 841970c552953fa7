"""The position in a game of Bus: whose turn, what is legal, playing a move."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

from omnibus.rules.bus.board import HOUSE, KINDS, OFFICE
from omnibus.rules.bus.extending import Reach, open_streets, stroll
from omnibus.rules.bus.moves import (
    ACTIONS,
    ARRIVING,
    BUILDING,
    BUILDINGS,
    BUS,
    CHOOSING,
    CLOCK,
    DOUBLING,
    EXTENDING,
    EXTENSION,
    FIRST,
    FOUNDING,
    LAYING,
    PASSENGERS,
    PHASES,
    RIDING,
    SINGLE,
    TIMING,
    VRROOOMM,
    Arrive,
    Build,
    BusMove,
    Choose,
    Decision,
    Extend,
    Lay,
    Ride,
    Stop,
)
from omnibus.rules.bus.scoring import final_result
from omnibus.rules.bus.view import BusView, fill, look
from omnibus.rules.game import Event, IllegalMove, Move, State
from omnibus.rules.keeping import AS_IT_IS, LIST, LISTS, Keeping, each, named_by

if TYPE_CHECKING:
    from omnibus.rules.bus import Bus

NO_BUILDING = -1
NOT_YET = -1
FOUNDED_BY_EACH = 2
LEAST_CUBES = 2

# What to say to a move of another phase.
NOW = {
    FOUNDING: "now-founding",
    LAYING: "now-laying",
    DOUBLING: "now-doubling",
    CHOOSING: "now-choosing",
    EXTENDING: "now-extending",
    ARRIVING: "now-arriving",
    BUILDING: "now-building",
    TIMING: "now-timing",
    RIDING: "now-riding",
}


# How it is written in a dump.
KIND = named_by(lambda _game: KINDS)


class BusState(State[BusView]):
    """The full truth of a game of Bus, all of it open."""

    kept: ClassVar[Mapping[str, Keeping]] = {
        "phase": named_by(lambda _game: PHASES),
        "round": AS_IT_IS,
        "first": AS_IT_IS,
        "cubes": LIST,
        "spent": LIST,
        "buses": LIST,
        "sticks": LIST,
        "points": LIST,
        "reached": LIST,
        "stones": LIST,
        "trails": each(each(named_by(lambda game: game.board.junctions))),
        "must_turn_off": LISTS,
        "built": each(KIND),
        "people": LIST,
        "carried": LIST,
        "supply": AS_IT_IS,
        "clock": KIND,
        "stones_left": AS_IT_IS,
        "spaces": LISTS,
        "passed": AS_IT_IS,
        "space": AS_IT_IS,
        "left": AS_IT_IS,
    }
    __slots__ = (*kept, "kinds_at", "streets", "touched", "vacant")

    game: "Bus"
    phase: int
    round: int  # from 1; 0 while setting up
    first: int  # the first player of this round
    cubes: list[int]  # left for actions
    spent: list[int]  # used and out of the game
    buses: list[int]  # cubes in the parking
    sticks: list[int]
    points: list[int]
    reached: list[int]  # the ride, counted over the whole game, that brought a seat to its points; 0 for none
    stones: list[int]
    trails: list[list[int]]  # the junctions of each line from end to end; the end laid last stands last
    must_turn_off: list[list[bool]]  # of the two ends: whether its last stick lies along a used street (B19)
    streets: list[int]  # the streets of each line, as bits
    touched: list[int]  # the junctions of each line, as bits
    built: list[int]  # the kind of building on each lot
    vacant: int  # the lots without one, as bits
    kinds_at: list[list[int]]  # for each kind how many buildings stand at each junction
    people: list[int]  # passengers at each junction
    carried: list[int]  # how many of them came there by bus this round
    supply: int  # passengers yet to arrive
    clock: int  # the kind it shows
    stones_left: int
    spaces: list[list[int]]  # for each action whose cubes lie on its spaces a, b, c …
    passed: int  # the seats that have passed this round, as bits
    space: int  # the space being carried out
    left: int  # how much of it is left to do

    # ---- Setting up

    def _set_up(self) -> None:
        """B1 to B4: the pieces, and a random first player."""
        game, board = self.game, self.game.board
        seats = range(game.seats)
        self.phase = FOUNDING
        self.round = 0
        self.first = self.luck.pick(0, game.seats)  # B4
        self.buses = [1 for _ in seats]  # B2
        self.cubes = [game.cubes - 1 for _ in seats]
        self.spent = [0 for _ in seats]
        self.sticks = [game.sticks[game.seats] for _ in seats]  # B1
        self.points = [0 for _ in seats]
        self.reached = [0 for _ in seats]
        self.stones = [0 for _ in seats]
        self.trails = [[] for _ in seats]
        self.must_turn_off = [[False, False] for _ in seats]
        self.streets = [0 for _ in seats]
        self.touched = [0 for _ in seats]
        self.built = [NO_BUILDING for _ in board.lots]
        self.vacant = (1 << len(board.lots)) - 1
        self.kinds_at = [[0 for _ in board.junctions] for _ in KINDS]
        # B3: one passenger on each centre junction; the clock shows houses.
        self.people = [int(junction in board.centre) for junction in range(len(board.junctions))]
        self.carried = [0 for _ in board.junctions]
        self.supply = game.passengers - len(board.centre)
        self.clock = HOUSE
        self.stones_left = game.stones[game.seats]
        self.spaces = [[] for _ in ACTIONS]
        self.passed = 0
        self.space = 0
        self.left = FOUNDED_BY_EACH
        self.turn = (self.first,)

    def _after(self, seat: int) -> int:
        """B6: clockwise and to the left is the next higher seat number."""
        return (seat + 1) % self.game.seats

    def _found(self, seat: int, move: Build) -> list[Event]:
        """B5: everyone in turn builds twice."""
        events = [self._put_building(seat, move)]
        self.left -= 1
        if not self.left:
            self.left = FOUNDED_BY_EACH
            self.turn = (self._after(seat),)
            if self.turn[0] == self.first:
                self.phase, self.left = LAYING, 0
        return events

    def _lay_first_stick(self, seat: int, move: Lay) -> list[Event]:
        """B6: from the first player clockwise; then the last one begins with the second sticks."""
        street = self.game.board.streets[move.street]
        self.trails[seat] = [street.one, street.other]
        self.streets[seat] = 1 << move.street
        self.touched[seat] = 1 << street.one | 1 << street.other
        self.sticks[seat] -= 1
        events = [Event("line", {"seat": seat, "street": street.name})]
        if self._after(seat) != self.first:
            self.turn = (self._after(seat),)
            return events
        self.phase = DOUBLING
        return events + self._next_second_stick(seat)

    def _next_second_stick(self, seat: int) -> list[Event]:
        """B6: from the last player back to the first; who can lay none is not asked (B21)."""
        while not self._can_extend(seat):
            if seat == self.first:
                return self._begin_round()
            seat = (seat - 1) % self.game.seats
        self.turn = (seat,)
        return []

    def _lay_second_stick(self, seat: int, move: Extend) -> list[Event]:
        events = self._lay_stick(seat, move)
        if seat == self.first:
            return events + self._begin_round()
        return events + self._next_second_stick((seat - 1) % self.game.seats)

    # ---- What is legal

    def legal(self, seat: int) -> list[Move]:
        """All that the seat may do now, in the order of `game.moves`."""
        if seat not in self.turn:
            return []
        phase, table = self.phase, self.game.book
        if phase == CHOOSING:
            return self._choices(seat)
        if phase in (EXTENDING, DOUBLING):
            return self._extensions(seat)
        if phase == RIDING:
            return self._rides(seat)
        if phase in (BUILDING, FOUNDING):
            return [move for lot in self._open_lots() for move in table.build[lot]]
        if phase == ARRIVING:
            return table.arrive[:]
        if phase == TIMING:
            return [table.stop, table.tick]
        # B6: the first stick goes on any street, used or not.
        return table.lay[:]

    def asks(self, seat: int) -> Decision | None:
        """The decision that the seat is asked for now."""
        return PHASES[self.phase] if seat in self.turn else None

    def _choices(self, seat: int) -> list[Move]:
        """B8: what takes one cube a round can be taken. B9: who has placed enough may pass."""
        table, spaces = self.game.book, self.spaces
        moves = [move for action, move in enumerate(table.choose) if action not in SINGLE or not spaces[action]]
        if self.placed(seat) >= LEAST_CUBES:
            moves.append(table.stop_choosing)
        return moves

    def placed(self, seat: int) -> int:
        """How many cubes of the seat lie on the action board."""
        return sum([cubes.count(seat) for cubes in self.spaces if cubes])

    def _extensions(self, seat: int) -> list[Move]:
        """B15: from either end. B11: of the sticks of an extension, none that leaves fewer for the others."""
        front, back = self.trails[seat][0], self.trails[seat][-1]
        moves: list[Move] = []
        for junction in sorted({front, back}):
            allowed = self._open_streets(seat, junction)
            if allowed:
                moves += [move for street, move in self.game.book.extend_from[junction] if allowed & street]
        more = self._sticks_after_this(seat)
        if more and len(moves) > 1 and self._doubtful(seat, moves, more):
            reach = Reach(self, seat)
            further = [reach.after(cast(Extend, move), more) for move in moves]
            most = max(further)
            return [move for move, sticks in zip(moves, further, strict=True) if sticks == most]
        return moves

    def _sticks_after_this(self, seat: int) -> int:
        """B11: how many more sticks the space allows after this one, and the stock; each of the set-up is a whole.

        Ruleset 1 judged every stick by itself.
        """
        if self.phase != EXTENDING or self.game.ruleset == 1:
            return 0
        return min(self.left, self.sticks[seat]) - 1

    def _doubtful(self, seat: int, moves: Iterable[Move], more: int) -> bool:
        """Whether B11 has to be looked at: nearly always each end finds enough streets that nobody uses."""
        board = self.game.board
        front, back = self.trails[seat][0], self.trails[seat][-1]
        unused = board.all_streets
        for line in self.streets:
            unused &= ~line
        from_front = from_back = NOT_YET
        for move in moves:
            extend = cast(Extend, move)
            street = 1 << extend.street
            # First from the end that stays.
            if extend.start == back:
                strolled = from_front = stroll(board, front, unused, more) if from_front == NOT_YET else from_front
            else:
                strolled = from_back = stroll(board, back, unused, more) if from_back == NOT_YET else from_back
            if (not strolled or strolled & street) and not stroll(board, extend.end, unused & ~street, more):
                return True
        return False

    def _open_streets(self, seat: int, junction: int) -> int:
        """The streets, as bits, that the seat's end at that junction may take (B14 to B20)."""
        used, running_on = self.used_by_others(seat, junction)
        bound = self._bound_to_turn_off(seat, junction)
        return open_streets(self.game.board.streets_at[junction], self.streets[seat], used, running_on, bound)

    def used_by_others(self, seat: int, junction: int) -> tuple[int, int]:
        """The streets at a junction, as bits, that other lines use, and those of them where a line runs on."""
        here = self.game.board.streets_at[junction]
        used = running_on = 0
        for other, line in enumerate(self.streets):
            if line & here and other != seat:
                used |= line & here
                # B17: only the last street of an end that lies here may be shared.
                running_on |= line & here & ~self._last_streets(other, junction)
        return used, running_on

    def _last_streets(self, seat: int, junction: int) -> int:
        """The last streets, as bits, of those ends of a line that lie at the junction (B17); two after a loop (B20)."""
        trail = self.trails[seat]
        between = self.game.board.street_between
        last = 0
        if trail[0] == junction:
            last |= 1 << between[trail[0], trail[1]]
        if trail[-1] == junction:
            last |= 1 << between[trail[-1], trail[-2]]
        return last

    def _bound_to_turn_off(self, seat: int, junction: int) -> bool:
        """B19, for the end that would move. B20: after a loop that is the end laid last, which stands last."""
        return self.must_turn_off[seat][1 if self.trails[seat][-1] == junction else 0]

    def _can_extend(self, seat: int) -> bool:
        """B21: a stick is left, and a street to lay it on."""
        trail = self.trails[seat]
        return bool(self.sticks[seat] and (self._open_streets(seat, trail[-1]) or self._open_streets(seat, trail[0])))

    def _open_lots(self) -> list[int]:
        """B24: the free lots of the first zone that has any. B5: at first that is zone A."""
        board, vacant = self.game.board, self.vacant
        for mask, lots in zip(board.zone_masks, board.zone_lots, strict=True):
            if mask & vacant:
                return [lot for lot in lots if vacant >> lot & 1]
        return []

    def _rides(self, seat: int) -> list[Move]:
        """B28: from where someone waits to where a building is free, both on the own line."""
        ride = self.game.book.ride
        starts, ends = self.waiting_and_free(seat)
        return [ride[start][end] for start in starts for end in ends]

    def waiting_and_free(self, seat: int) -> tuple[list[int], list[int]]:
        """The junctions of the seat's line where passengers wait, and those with a free building of the clock's kind.

        B27: as many as there are buildings of the kind are content, the others wait. Who is carried fills a
        building that was free and never waits again this round (B29), so that comparing the numbers of people and of
        buildings tells both at any moment.
        """
        all_people, kinds_at = self.people, self.kinds_at[self.clock]
        waiting: list[int] = []
        free: list[int] = []
        for junction in sorted(set(self.trails[seat])):
            people, buildings = all_people[junction], kinds_at[junction]
            if people > buildings:
                waiting.append(junction)
            elif people < buildings:
                free.append(junction)
        return waiting, free

    def could_carry(self, seat: int, kind: int) -> int:
        """B28: how many passengers all buses of the seat would carry if the clock showed that kind."""
        waiting = free = 0
        for junction in set(self.trails[seat]):
            more = self.people[junction] - self.kinds_at[kind][junction]
            waiting += max(0, more)
            free += max(0, -more)
        return min(self.buses[seat], waiting, free)

    # ---- Why a move is refused

    def _forbid(self, seat: int, move: Move) -> IllegalMove | None:
        if not isinstance(move, BusMove) or self.phase not in move.phases:
            return self.game.rulebook.refuse(NOW[self.phase])
        if isinstance(move, Choose):
            # B8
            if move.action in SINGLE and self.spaces[move.action]:
                return self.game.rulebook.refuse("taken", action=ACTIONS[move.action])
            return None
        if isinstance(move, Extend):
            return self._forbid_extension(seat, move)
        if isinstance(move, Ride):
            return self._forbid_ride(seat, move)
        if isinstance(move, Build):
            return self._forbid_building(move)
        if move is self.game.book.stop_choosing and self.placed(seat) < LEAST_CUBES:
            return self.game.rulebook.refuse("place-more")  # B9
        return None

    def _forbid_extension(self, seat: int, move: Extend) -> IllegalMove | None:
        refuse, board = self.game.rulebook.refuse, self.game.board
        name = board.junctions[move.start]
        if move.start not in (self.trails[seat][0], self.trails[seat][-1]):
            return refuse("not-an-end", junction=name)
        street = 1 << move.street
        if self.streets[seat] & street:
            return refuse("own-street", street=board.streets[move.street].name)
        if not street & self._open_streets(seat, move.start):
            if self._bound_to_turn_off(seat, move.start):
                return refuse("turn-off", junction=name)  # B19
            return refuse("street-in-use", street=board.streets[move.street].name, junction=name)  # B16, B17
        return self._forbid_waste(seat, move)

    def _forbid_waste(self, seat: int, move: Extend) -> IllegalMove | None:
        """B11: an extension counts as a whole, so nobody may lock the own line in to lose sticks."""
        more = self._sticks_after_this(seat)
        if not more or not self._doubtful(seat, (move,), more):
            return None
        reach = Reach(self, seat)
        sticks = reach.after(move, more)
        if sticks == more or sticks + 1 == reach.now(more + 1):
            return None
        return self.game.rulebook.refuse("sticks-lost", left=sticks, most=reach.now(more + 1) - 1)

    def _is_used(self, street: int) -> bool:
        return any(line & street for line in self.streets)

    def _forbid_building(self, move: Build) -> IllegalMove | None:
        refuse, lots = self.game.rulebook.refuse, self.game.board.lots
        if self.built[move.lot] != NO_BUILDING:
            return refuse("lot-taken", lot=lots[move.lot].name)
        earlier = self.game.board.zone_masks[: lots[move.lot].zone]
        if any(mask & self.vacant for mask in earlier):
            return refuse("zone-shut", lot=lots[move.lot].name)  # B5, B24
        return None

    def _forbid_ride(self, seat: int, move: Ride) -> IllegalMove | None:
        refuse, names = self.game.rulebook.refuse, self.game.board.junctions
        for junction in (move.start, move.end):
            if not self.touched[seat] >> junction & 1:
                return refuse("not-on-your-line", junction=names[junction])
        wanted = self.kinds_at[self.clock]
        if self.people[move.start] <= wanted[move.start]:
            return refuse("nobody-waits", junction=names[move.start])  # B27
        if self.people[move.end] >= wanted[move.end]:
            return refuse("no-free-building", junction=names[move.end])
        return None

    # ---- Playing a move

    def _carry_out(self, seat: int, move: Move) -> list[Event]:
        if isinstance(move, Choose):
            return self._place_cube(seat, move.action)
        if isinstance(move, Extend):
            return self._lay_second_stick(seat, move) if self.phase == DOUBLING else self._extend(seat, move)
        if isinstance(move, Ride):
            return self._ride(seat, move)
        if isinstance(move, Build):
            return self._found(seat, move) if self.phase == FOUNDING else self._build(seat, move)
        if isinstance(move, Arrive):
            return self._arrive(seat, move)
        if isinstance(move, Lay):
            return self._lay_first_stick(seat, move)
        if self.phase == TIMING:
            return self._stop_time(seat) if isinstance(move, Stop) else self._move_hand()
        self.passed |= 1 << seat
        return [Event("pass", {"seat": seat}), *self._next_to_choose(seat)]

    # ---- Choosing

    def _begin_round(self) -> list[Event]:
        """B7: the first player begins; B30: if out of cubes, the next who has some."""
        self.phase = CHOOSING
        self.round += 1
        self.space = 0
        self.left = 0
        self.passed = 0
        self.carried = [0] * len(self.carried)
        events = [Event("round", {"seat": self.first, "round": self.round})]
        return events + self._next_to_choose(self.first - 1)

    def _place_cube(self, seat: int, action: int) -> list[Event]:
        """B8: on the next space of the action."""
        place = len(self.spaces[action])
        self.spaces[action].append(seat)
        self.cubes[seat] -= 1
        return [self._tell_choice(seat, action, place), *self._next_to_choose(seat)]

    def _next_to_choose(self, seat: int) -> list[Event]:
        """B9: the next clockwise who has cubes and has not passed; when there is none, all is carried out."""
        seats = self.game.seats
        for other in range(seat + 1, seat + 1 + seats):
            if self.cubes[other % seats] and not self.passed >> other % seats & 1:
                self.turn = (other % seats,)
                return []
        return self._begin_extensions()

    # ---- Carrying out (B10, B11)

    def worth(self, action: int, space: int) -> int:
        """B12: what a space of extension, passengers or buildings is worth now; space a is 0."""
        most = max(self.buses)
        if action == EXTENSION and self.game.seats == 5:
            most += 1  # B13
        return max(0, most - space)

    def _begin_extensions(self) -> list[Event]:
        self.phase = EXTENDING
        self.space = len(self.spaces[EXTENSION])
        return self._next_extension()

    def _next_extension(self) -> list[Event]:
        """B10: the last to choose acts first and space a last."""
        events: list[Event] = []
        while self.space:
            self.space -= 1
            seat = self.spaces[EXTENSION][self.space]
            self.left = self.worth(EXTENSION, self.space)
            if self.left:
                if self._can_extend(seat):
                    self.turn = (seat,)
                    return events
                events.append(Event("lost-sticks", {"seat": seat, "left": self.left}))
        return events + self._buy_bus() + self._begin_arrivals()

    def _extend(self, seat: int, move: Extend) -> list[Event]:
        """B21: stick by stick, until the action is used up or nothing more can be laid."""
        events = self._lay_stick(seat, move)
        self.left -= 1
        if self.left:
            if self._can_extend(seat):
                return events
            events.append(Event("lost-sticks", {"seat": seat, "left": self.left}))
        return events + self._next_extension()

    def _lay_stick(self, seat: int, move: Extend) -> list[Event]:
        """B15: the line goes on from an end. B20: if both are there, from the one laid last, which stands last."""
        trail = self.trails[seat]
        ends = self.must_turn_off[seat]
        if trail[-1] != move.start:
            trail.reverse()
            ends.reverse()
        street = 1 << move.street
        ends[1] = self._is_used(street)  # B19
        trail.append(move.end)
        self.streets[seat] |= street
        self.touched[seat] |= 1 << move.end
        self.sticks[seat] -= 1
        names = self.game.board.junctions
        events = [Event("extend", {"seat": seat, "start": names[move.start], "end": names[move.end]})]
        if trail[0] == move.end:
            events.append(Event("loop", {"seat": seat, "junction": names[move.end]}))
        return events

    def _buy_bus(self) -> list[Event]:
        """B22: the cube goes to the parking for good."""
        if not self.spaces[BUS]:
            return []
        seat = self.spaces[BUS].pop()
        self.buses[seat] += 1
        return [Event("bus", {"seat": seat, "buses": self.buses[seat]})]

    def _begin_arrivals(self) -> list[Event]:
        self.phase = ARRIVING
        self.space = -1
        return self._next_arrival()

    def _next_arrival(self) -> list[Event]:
        """B10: space a acts first. B23: without supply nothing happens."""
        events: list[Event] = []
        while self.space + 1 < len(self.spaces[PASSENGERS]):
            self.space += 1
            seat = self.spaces[PASSENGERS][self.space]
            self.left = self.worth(PASSENGERS, self.space)
            if self.left:
                if self.supply:
                    self.turn = (seat,)
                    return events
                events.append(Event("lost-passengers", {"seat": seat, "left": self.left}))
        return events + self._begin_buildings()

    def _arrive(self, seat: int, move: Arrive) -> list[Event]:
        """B23: from the supply to a station."""
        self.supply -= 1
        self.people[move.station] += 1
        events = [Event("arrive", {"seat": seat, "station": self.game.board.junctions[move.station]})]
        self.left -= 1
        if self.left:
            if self.supply:
                return events
            events.append(Event("lost-passengers", {"seat": seat, "left": self.left}))
        return events + self._next_arrival()

    def _begin_buildings(self) -> list[Event]:
        self.phase = BUILDING
        self.space = len(self.spaces[BUILDINGS])
        return self._next_building()

    def _next_building(self) -> list[Event]:
        """B10: the last to choose acts first. B24: without a free lot the rest is lost and the round goes on."""
        events: list[Event] = []
        while self.space:
            self.space -= 1
            seat = self.spaces[BUILDINGS][self.space]
            self.left = self.worth(BUILDINGS, self.space)
            if self.left:
                if self.vacant:
                    self.turn = (seat,)
                    return events
                events.append(Event("lost-buildings", {"seat": seat, "left": self.left}))
        return events + self._begin_clock()

    def _build(self, seat: int, move: Build) -> list[Event]:
        """B24: building by building; the zone can change in between."""
        events = [self._put_building(seat, move)]
        self.left -= 1
        if self.left:
            if self.vacant:
                return events
            events.append(Event("lost-buildings", {"seat": seat, "left": self.left}))
        return events + self._next_building()

    def _put_building(self, seat: int, move: Build) -> Event:
        lot = self.game.board.lots[move.lot]
        self.built[move.lot] = move.kind
        self.vacant &= ~(1 << move.lot)
        self.kinds_at[move.kind][lot.junction] += 1
        if move.kind == HOUSE:
            return Event("house", {"seat": seat, "lot": lot.name})
        if move.kind == OFFICE:
            return Event("office", {"seat": seat, "lot": lot.name})
        return Event("pub", {"seat": seat, "lot": lot.name})

    def _begin_clock(self) -> list[Event]:
        """B25: only who chose the clock is asked; B11: it is the one choice."""
        self.phase = TIMING
        self.space = 0
        self.left = 0
        if not self.spaces[CLOCK]:
            return self._move_hand()
        self.turn = (self.spaces[CLOCK][0],)
        return []

    def _stop_time(self, seat: int) -> list[Event]:
        """B25: the hand stays, the player takes a stone. B26: the last one ends the game at once."""
        self.stones_left -= 1
        self.stones[seat] += 1
        events = [Event("stop", {"seat": seat, "left": self.stones_left})]
        if not self.stones_left:
            return [*events, Event("over-stones", self._end())]
        return events + self._begin_rides()

    def _move_hand(self) -> list[Event]:
        """B25: house, office, pub, house …"""
        self.clock = self.hour_after()
        if self.clock == HOUSE:
            told = Event("clock-house", {})
        elif self.clock == OFFICE:
            told = Event("clock-office", {})
        else:
            told = Event("clock-pub", {})
        return [told, *self._begin_rides()]

    def hour_after(self) -> int:
        """B25: the kind that the clock shows when its hand moves on."""
        return (self.clock + 1) % len(KINDS)

    def _begin_rides(self) -> list[Event]:
        self.phase = RIDING
        self.space = -1
        return self._next_ride()

    def _next_ride(self) -> list[Event]:
        """B10: space a acts first. B29: every cube runs all buses of its player once more."""
        events: list[Event] = []
        while self.space + 1 < len(self.spaces[VRROOOMM]):
            self.space += 1
            seat = self.spaces[VRROOOMM][self.space]
            self.left = self.buses[seat]
            if all(self.waiting_and_free(seat)):
                self.turn = (seat,)
                return events
            events.append(Event("idle-buses", {"seat": seat, "left": self.left}))
        return events + self._end_round()

    def _ride(self, seat: int, move: Ride) -> list[Event]:
        """B28: a point for every passenger, as many as possible. B29: a carried passenger stays there."""
        self.people[move.start] -= 1
        self.people[move.end] += 1
        self.carried[move.end] += 1
        self.points[seat] += 1
        self.reached[seat] = sum(self.points)  # B33
        names = self.game.board.junctions
        told = {"seat": seat, "start": names[move.start], "end": names[move.end], "points": self.points[seat]}
        events = [Event("ride", told)]
        self.left -= 1
        if self.left:
            if all(self.waiting_and_free(seat)):
                return events
            events.append(Event("idle-buses", {"seat": seat, "left": self.left}))
        return events + self._next_ride()

    def _end_round(self) -> list[Event]:
        """B30: the next first player; used cubes leave the game. B31: the game may be over."""
        events: list[Event] = []
        if self.spaces[FIRST]:
            self.first = self.spaces[FIRST][0]
            events.append(Event("first", {"seat": self.first}))
        else:
            self.first = self._after(self.first)
        for cubes in self.spaces:
            for seat in cubes:
                self.spent[seat] += 1
        self.spaces = [[] for _ in ACTIONS]
        if not self.vacant:
            return [*events, Event("over-lots", self._end())]
        if sum(map(bool, self.cubes)) <= 1:
            return [*events, Event("over-cubes", self._end())]
        return events + self._begin_round()

    def _end(self) -> dict[str, Any]:
        """B32, B33: the score; what is told of it."""
        self.turn = ()
        self.space = 0
        self.left = 0
        self.result = final_result(self.points, self.stones, self.reached)
        return {"winners": list(self.result.winners), "scores": list(self.result.scores)}

    def _tell_choice(self, seat: int, action: int, place: int) -> Event:
        told: dict[str, Any] = {"seat": seat, "space": space_name(place)}
        if action == EXTENSION:
            return Event("choose-extension", told)
        if action == PASSENGERS:
            return Event("choose-passengers", told)
        if action == BUILDINGS:
            return Event("choose-buildings", told)
        if action == VRROOOMM:
            return Event("choose-vrrooomm", told)
        if action == BUS:
            return Event("choose-bus", {"seat": seat})
        if action == CLOCK:
            return Event("choose-clock", {"seat": seat})
        return Event("choose-first", {"seat": seat})

    # ---- Looking at it, and keeping it

    def view(self, seat: int | None) -> BusView:
        """All that the seat may know; None is a spectator."""
        return look(self, seat)

    def open_view(self) -> BusView:
        """A spectator's view: nothing is hidden anyway."""
        return look(self, None)

    def copy(self) -> Self:
        """An independent copy."""
        twin = type(self)(self.game)
        twin.luck = self.luck.copy()
        twin.n = self.n
        twin.turn = self.turn
        twin.result = self.result
        twin.phase = self.phase
        twin.round = self.round
        twin.first = self.first
        twin.cubes = self.cubes[:]
        twin.spent = self.spent[:]
        twin.buses = self.buses[:]
        twin.sticks = self.sticks[:]
        twin.points = self.points[:]
        twin.reached = self.reached[:]
        twin.stones = self.stones[:]
        twin.trails = [trail[:] for trail in self.trails]
        twin.must_turn_off = [ends[:] for ends in self.must_turn_off]
        twin.streets = self.streets[:]
        twin.touched = self.touched[:]
        twin.built = self.built[:]
        twin.vacant = self.vacant
        twin.kinds_at = [counts[:] for counts in self.kinds_at]
        twin.people = self.people[:]
        twin.carried = self.carried[:]
        twin.supply = self.supply
        twin.clock = self.clock
        twin.stones_left = self.stones_left
        twin.spaces = [cubes[:] for cubes in self.spaces]
        twin.passed = self.passed
        twin.space = self.space
        twin.left = self.left
        return twin

    def _fill(self, view: BusView, rng: Random) -> None:  # noqa: ARG002 (nothing is hidden)
        fill(self, view)

    def _work_out(self) -> None:
        board = self.game.board
        self.streets = [board.street_mask(trail) for trail in self.trails]
        self.touched = [sum(1 << junction for junction in set(trail)) for trail in self.trails]
        self.vacant = sum(1 << lot for lot, kind in enumerate(self.built) if kind == NO_BUILDING)
        self.kinds_at = [[0 for _ in board.junctions] for _ in KINDS]
        for lot, kind in enumerate(self.built):
            if kind != NO_BUILDING:
                self.kinds_at[kind][board.lots[lot].junction] += 1
        self.result = None if self.turn else final_result(self.points, self.stones, self.reached)


def space_name(place: int) -> str:
    """B8: a, b, c …; after z comes aa."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return (space_name(place // len(letters) - 1) if place >= len(letters) else "") + letters[place % len(letters)]
