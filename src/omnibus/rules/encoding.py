"""What a seat knows as numbers, for programs that learn."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple


class Part(NamedTuple):
    """Numbers that belong together, all within the same bounds."""

    name: str
    size: int
    highest: int = 1
    lowest: int = 0


class Encoding(ABC):
    """How the views of a game on one board become numbers.

    They are the same parts for every number of seats and every option, so that one program can learn all of them. The
    seats come in the order of play, from the one that looks; whoever is not at the table is all zeros.
    """

    parts: tuple[Part, ...]

    @abstractmethod
    def encode(self, view: Any) -> list[int]:
        """All that the seat of the view knows, whole numbers, part by part."""

    @property
    def length(self) -> int:
        """How many numbers there are."""
        return sum(part.size for part in self.parts)

    def named(self, numbers: Sequence[int]) -> dict[str, list[int]]:
        """The numbers by the names of their parts."""
        rest = iter(numbers)
        return {part.name: [next(rest) for _ in range(part.size)] for part in self.parts}
