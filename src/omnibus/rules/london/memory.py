"""What a seat remembers of the tickets it put back (L23).

For each such ticket it knows a set of places where it may be, an integer with a bit for each place. A place of the
ticket deck has a number for ever: the first ticket ever dealt lay at 0, and a ticket put under the deck gets the
number after the last. Two tickets drawn keep their places until the player has chosen. In a hand the places are
numbered in the order in which the tickets came.
"""

_HANDS = 64  # the numbers below are places of the deck
_HAND = 32


def in_deck(number: int) -> int:
    """The place of the deck with that number."""
    return 1 << number


def in_hand(seat: int, number: int) -> int:
    """The place of that number in the hand of a seat."""
    return 1 << _HANDS + _HAND * seat + number


def deck_numbers(places: int) -> list[int]:
    """Those of the places that are in the deck, or drawn from it and not yet chosen."""
    return [number for number in range(_HANDS) if places >> number & 1]


def hand_numbers(places: int) -> list[tuple[int, int]]:
    """Those of the places that are in hands: the seat, and the number in its hand."""
    held = places >> _HANDS
    return [divmod(number, _HAND) for number in range(held.bit_length()) if held >> number & 1]


def follow(memory: dict[int, int], before: int, after: int) -> None:
    """Tickets went from some places to others, and nobody saw which went where."""
    for ticket, places in memory.items():
        if places & before:
            memory[ticket] = places & ~before | after


def look_at(memory: dict[int, int], tickets: list[int], places: int) -> None:
    """The seat sees which tickets lie in some places: they need no remembering, and all others lie elsewhere."""
    for ticket in tickets:
        memory.pop(ticket, None)
    for ticket in memory:
        memory[ticket] &= ~places
