"""Random players of London who reach its corners, and what a seat cannot know changed: for tests alone."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from random import Random

from omnibus.rules.chance import Seeded
from omnibus.rules.game import Event, Move
from omnibus.rules.london.board import NO_CARD, ROW
from omnibus.rules.london.invariants import may_be_in_deck
from omnibus.rules.london.memory import deck_numbers, hand_numbers, in_deck, in_hand
from omnibus.rules.london.moves import Claim, DrawDeck, DrawFaceUp, Keep, PassTurn, TakeTickets
from omnibus.rules.london.state import LAST_BUSES, OFFERED, LondonState
from omnibus.testing.insider import Habit

Taste = Callable[[Move], bool]


def _liking(*tastes: Taste, firmness: float = 0.9) -> Habit[LondonState]:
    """Takes what the first taste finds, else the second and so on, else anything; sometimes anything at once."""

    def choose(_state: LondonState, _seat: int, legal: list[Move], rng: Random) -> Move:
        if rng.random() < firmness:
            for taste in tastes:
                liked = [move for move in legal if taste(move)]
                if liked:
                    return rng.choice(liked)
        return rng.choice(legal)

    return choose


def _is_card(move: Move) -> bool:
    return isinstance(move, DrawDeck | DrawFaceUp)


def _is_colour(move: Move) -> bool:
    return isinstance(move, DrawDeck) or (isinstance(move, DrawFaceUp) and not move.text.endswith("bus"))


def _is_ticket(move: Move) -> bool:
    return isinstance(move, TakeTickets)


def _keeps_one(move: Move) -> bool:
    return isinstance(move, Keep) and len(move.tickets) == 1


def _is_short_claim(move: Move) -> bool:
    return isinstance(move, Claim) and move.coloured + move.buses <= 2


def _is_long_claim(move: Move) -> bool:
    return isinstance(move, Claim) and move.coloured + move.buses > 2


def _hoard_then_build(state: LondonState, seat: int, legal: list[Move], rng: Random) -> Move:
    """Takes cards until there are none, and only then builds."""
    cards = [move for move in legal if _is_card(move)]
    hoarded = sum(state.hands[seat])
    if cards and (hoarded < 40 // state.game.seats or rng.random() < 0.5):
        return rng.choice(cards)
    return rng.choice(legal)


HABITS: Mapping[str, Habit[LondonState]] = {
    "uniform": _liking(),
    "building long": _liking(_is_long_claim, _is_card),
    "building short": _liking(_is_short_claim, _is_card),
    "hoarding cards": _liking(_is_card, firmness=0.99),
    "hoarding colours": _liking(_is_colour, firmness=0.99),
    "hoarding, then building": _hoard_then_build,
    "greedy for tickets": _liking(_is_ticket, firmness=0.7),
    "picky about tickets": _liking(_keeps_one, _is_ticket, _is_card, firmness=0.8),
}


LANDMARKS = frozenset(
    {
        "the row is flushed",
        "three flushes in a row",
        "a flush in the middle of which the deck is renewed",
        "the deck is renewed",
        "the deck is renewed while turning up a card",
        "the deck is empty",
        "a gap in the row",
        "a claim fills the gaps",
        "the only card there is is taken",
        "no second card to take",
        "a pass",
        "a route is paid with Bus cards alone",
        "a grey route of four is claimed",
        "the other route of a double is claimed",
        "the last ticket is drawn",
        "a ticket that was put back is drawn by another",
        "a ticket that was put back comes back",
        "the last bus is placed",
        "the last round ends with another below three buses",
        "a district is linked by way of others",
        "a negative total",
        "completed tickets break a tie",
        "a shared victory",
    }
)


def twin(state: LondonState, seat: int | None, rng: Random, thorough: bool) -> LondonState:
    """Cards and tickets that the seat cannot tell apart change places, and others' first choices are otherwise.

    This is as thorough as it gets every time.
    """
    del thorough
    twin = state.copy()
    twin.luck = Seeded(f"{rng.getrandbits(128):032x}")
    for other in range(twin.game.seats):
        if other != seat:
            twin.drawn[other] = [0] * len(twin.board.kinds)
            twin.put_back[other] = {}
            if twin.choices[other]:
                twin.choices[other] = rng.choice((0b01, 0b10, 0b11))
    # After the end only the orders of the decks are hidden.
    hidden = [other for other in range(twin.game.seats) if other != seat and state.result is None]
    _mix_cards(twin, hidden, rng, may_be_in_deck(state, seat))
    _mix_tickets(twin, hidden, rng, {} if seat is None or state.result else twin.put_back[seat])
    return twin


def _mix_cards(twin: LondonState, others: list[int], rng: Random, possible: list[int]) -> None:
    """All hidden cards in one heap, back at random: first into the deck those that may be there."""
    heap = twin.deck[:]
    for other in others:
        for card, held in enumerate(twin.hands[other]):
            heap += [card] * (held - twin.known[other][card])
    rng.shuffle(heap)
    left = possible[:]
    deck: list[int] = []
    hands: list[int] = []
    for card in heap:
        if left[card] > 0:
            left[card] -= 1
            deck.append(card)
        else:
            hands.append(card)
    rng.shuffle(deck)
    hands += deck[len(twin.deck) :]
    rng.shuffle(hands)
    twin.deck = deck[: len(twin.deck)]
    for other in others:
        free = sum(twin.hands[other]) - sum(twin.known[other])
        twin.hands[other] = twin.known[other][:]
        for card in hands[:free]:
            twin.hands[other][card] += 1
        del hands[:free]


def _mix_tickets(twin: LondonState, others: list[int], rng: Random, memory: dict[int, int]) -> None:
    """All hidden tickets in one heap, back at random; those the seat put back only where they may be."""
    heaps = [twin.ticket_deck]
    for other in others:
        twin.offers[other] = twin.offers[other][:]
        heaps += [twin.tickets[other], twin.offers[other]]
    hidden = [ticket for heap in heaps for ticket in heap]
    allowed = {ticket: _all_places(places) for ticket, places in memory.items()}
    while True:
        lots = {ticket: rng.choice(places) for ticket, places in allowed.items()}
        if len(set(lots.values())) == len(lots):
            break
    bound = {place: ticket for ticket, place in lots.items()}
    free = [ticket for ticket in hidden if ticket not in lots]
    rng.shuffle(free)
    for heap, places in [(heap, _places_of_heap(twin, heap)) for heap in heaps]:
        heap[:] = [bound[place] if place in bound else free.pop() for place in places]


def passed(before: LondonState, move: Move, events: Sequence[Event], after: LondonState) -> set[str]:
    """The landmarks that a move passed."""
    marks = _passed_by_cards(before, move, [event.kind for event in events], after)
    if isinstance(move, Claim):
        marks |= _passed_on_board(before, move)
    if isinstance(move, TakeTickets):
        marks |= _passed_by_tickets(before)
    if after.result is not None:
        marks |= _passed_at_the_end(after)
    return marks


def _passed_by_cards(before: LondonState, move: Move, kinds: list[str], after: LondonState) -> set[str]:
    cards_left = len(before.deck) + ROW - before.row.count(NO_CARD)
    reached = {
        "the row is flushed": "flush" in kinds,
        "three flushes in a row": "row-stays" in kinds,
        "a flush in the middle of which the deck is renewed": ("flush", "reshuffle") in pairwise(kinds),
        "the deck is renewed": "reshuffle" in kinds,
        "the deck is renewed while turning up a card": ("reshuffle", "turn-up") in pairwise(kinds),
        "the deck is empty": not after.deck,
        "a gap in the row": NO_CARD in after.row,
        "a claim fills the gaps": NO_CARD in before.row and isinstance(move, Claim),
        "the only card there is is taken": _is_card(move) and not before.took_one and cards_left == 1,
        "no second card to take": "no-second" in kinds,
        "a pass": isinstance(move, PassTurn),
    }
    return {mark for mark, passed in reached.items() if passed}


def _passed_on_board(before: LondonState, move: Claim) -> set[str]:
    marks = set()
    route = before.board.routes[move.route]
    if not move.coloured:
        marks.add("a route is paid with Bus cards alone")
    if route.colour < 0 and route.length == 4:
        marks.add("a grey route of four is claimed")
    if route.partner >= 0 and any(owned >> route.partner & 1 for owned in before.owned):
        marks.add("the other route of a double is claimed")
    if before.buses[before.active] == route.length:
        marks.add("the last bus is placed")
    return marks


def _passed_by_tickets(before: LondonState) -> set[str]:
    marks = set()
    if len(before.ticket_deck) == 1:
        marks.add("the last ticket is drawn")
    for seat, memory in enumerate(before.put_back):
        if memory.keys() & set(before.ticket_deck[:OFFERED]):
            own = seat == before.active
            marks.add(
                "a ticket that was put back comes back" if own else "a ticket that was put back is drawn by another"
            )
    return marks


def _passed_at_the_end(after: LondonState) -> set[str]:
    marks = set()
    sheets = after.sheets()
    if sum(buses <= LAST_BUSES for buses in after.buses) > 1:
        marks.add("the last round ends with another below three buses")
    if any(sheet.total < 0 for sheet in sheets):
        marks.add("a negative total")
    for owned, sheet in zip(after.owned, sheets, strict=True):
        if any(value not in _linked_within(after, owned) for value in sheet.districts):
            marks.add("a district is linked by way of others")
    best = max(sheet.total for sheet in sheets)
    leaders = [sheet for sheet in sheets if sheet.total == best]
    if len({sheet.completed for sheet in leaders}) > 1:
        marks.add("completed tickets break a tie")
    if after.result is not None and len(after.result.winners) > 1:
        marks.add("a shared victory")
    return marks


def _all_places(places: int) -> list[int]:
    return [in_deck(number) for number in deck_numbers(places)] + [in_hand(*place) for place in hand_numbers(places)]


def _places_of_heap(state: LondonState, heap: list[int]) -> list[int]:
    """The place of each ticket of a heap."""
    if heap is state.ticket_deck:
        return [in_deck(state.ticket_top + number) for number in range(len(heap))]
    for seat in range(state.game.seats):
        if heap is state.tickets[seat]:
            return [in_hand(seat, number) for number in range(len(heap))]
    return [in_deck(state.ticket_top - len(heap) + number) for number in range(len(heap))]


def _linked_within(state: LondonState, owned: int) -> list[int]:
    """The values of the districts that are linked by routes inside them alone."""
    values = []
    for district in state.board.districts:
        inside = [
            route.ends
            for index, route in enumerate(state.board.routes)
            if owned >> index & 1 and not route.ends & ~district.locations
        ]
        reached = inside[0] if inside else 0
        for _ in inside:
            for ends in inside:
                if ends & reached:
                    reached |= ends
        if reached == district.locations:
            values.append(district.value)
    return values
