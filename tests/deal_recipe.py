"""The deals of all four games, re-derived by the recipe in docs/records.md. Nothing of ours is imported here: the lists
of things, and the numbers of the chances where they are fixed, are read from that page.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

PAGE = (Path(__file__).parent.parent / "docs" / "records.md").read_text(encoding="utf-8")


def _table(heading: str) -> dict[str, list[str]]:
    """The rows of the table under a heading, by their first cell."""
    below = PAGE.split(f"### {heading}\n")[1]
    rows = [line.strip("|").split("|") for line in below.strip().split("\n\n")[0].splitlines()[2:]]
    return {cells[0].strip(): [cell.strip() for cell in cells[1:]] for cells in rows}


_THINGS = _table("The things, in the order before a shuffle")
_CHANCES = _table("The chances")


def things(name: str) -> list[str]:
    """The things of that name, in the order before a shuffle."""
    listed: list[str] = []
    for entry in _THINGS[name][0].split(", "):
        several = re.fullmatch(r"(\d+) (.+)", entry)
        listed += [several[2]] * int(several[1]) if several else [entry]
    return listed


def number(chance: str, time: int = 0) -> int:
    """The number that the page gives a chance; where it gives several, that of one time."""
    return int(re.findall(r"\d+", _CHANCES[chance][0])[time])


def _from_its_end(chance: str, shuffled: list[str]) -> list[str]:
    """Shuffled things in the order in which they are dealt."""
    return {"front": shuffled, "back": shuffled[::-1]}[_CHANCES[chance][1]]


# ---- Chance


def words(seed: str, chance: int) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha256(f"{chance}.{block}.{seed}".encode()).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def below(n: int, stream: Iterator[int]) -> int:
    while True:
        word = next(stream)
        if word < 2**32 - 2**32 % n:
            return word % n


def shuffle(seed: str, chance: int, listed: list[str]) -> list[str]:
    stream = words(seed, chance)
    order = list(listed)
    for place in range(len(order) - 1, 0, -1):
        other = below(place + 1, stream)
        order[place], order[other] = order[other], order[place]
    return order


def _dealt(seed: str, chance: str, listed: list[str], numbered: int | None = None) -> list[str]:
    return _from_its_end(chance, shuffle(seed, number(chance) if numbered is None else numbered, listed))


# ---- The games


def first_seat(game: str, seats: int, seed: str) -> int:
    """Who starts in London and Terminus, who is first in Bus."""
    name = next(chance for chance in _CHANCES if chance.startswith(f"{game}: the "))
    return below(seats, words(seed, number(name)))


class London:
    """A deal of London: hands, the cards still to come, the row, what was flushed, and the tickets."""

    def __init__(self, seats: int, seed: str):
        cards = _dealt(seed, "London: cards", things("London: cards"))
        self.hands = [sorted(cards[2 * seat : 2 * seat + 2]) for seat in range(seats)]
        cards = cards[2 * seats :]
        self.row, cards = cards[:5], cards[5:]
        self.flushed: list[list[str]] = []
        while self.row.count("bus") >= 3 and len(self.flushed) < 3:
            self.flushed.append(self.row)
            self.row, cards = cards[:5], cards[5:]
        self.deck = cards
        tickets = _dealt(seed, "London: tickets", things("London: tickets"))
        self.offers = [tickets[2 * seat : 2 * seat + 2] for seat in range(seats)]
        self.ticket_deck = tickets[2 * seats :]


def new_pile(game: str, seed: str, chance: int, discards: Iterable[str]) -> list[str]:
    """A pile of discards, the next card first."""
    copies = Counter(discards)
    listed = [kind for kind in dict.fromkeys(things(f"{game}: cards")) for _ in range(copies[kind])]
    return _dealt(seed, f"{game}: discards", listed, chance)


def nextstation_round(seed: str, turn: int) -> list[str]:
    """The cards of a round, counted from 0, in the order in which they are revealed."""
    cards = things("Next Station: cards")
    return _dealt(seed, "Next Station: cards", cards, number("Next Station: cards", turn))


def nextstation_objectives(seed: str) -> list[str]:
    return _dealt(seed, "Next Station: objectives", things("Next Station: objectives"))[:2]


def nextstation_powers(seed: str) -> dict[str, str]:
    """The power of each pencil."""
    powers = _dealt(seed, "Next Station: powers", things("Next Station: powers"))
    return dict(zip(("green", "pink", "purple", "blue"), powers, strict=True))


def terminus_round(seats: int, seed: str, chance: int) -> tuple[list[list[str]], list[str]]:
    """The hands of a round, and its pile, the next card first."""
    cards = _dealt(seed, "Terminus: cards", things("Terminus: cards"), chance)
    return [cards[6 * seat : 6 * seat + 6] for seat in range(seats)], cards[6 * seats :]
