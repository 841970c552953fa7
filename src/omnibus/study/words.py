"""A review in words that a player understands, for the terminal and for the page."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from omnibus.bots import unsigned
from omnibus.rules.shelf import GAMES
from omnibus.study.review import MARKS, Review, mark_of
from omnibus.study.trouble import TEXTS

MINUS = "−"


class Words:
    """A review and a language."""

    def __init__(self, language: str, review: Review):
        self.language = language
        self.review = review
        self.unit: str = review["unit"]
        names = [unsigned(player)[0] for player in review["players"]]
        # Bots of one level have one name.
        self.names = [name if names.count(name) == 1 else f"{name} {seat}" for seat, name in enumerate(names, start=1)]
        self.played = {each["n"]: each for each in review["decisions"]}

    def text(self, key: str, **params: object) -> str:
        """A text of the study's catalogue."""
        return TEXTS[key].say(self.language, **params)

    def amount(self, value: float, sign: bool = False, unit: str | None = None) -> str:
        """A share of the victory in per cent, or points."""
        share = (unit or self.unit) == "share"
        number = f"{100 * value:.0f}" if share else f"{value:.1f}"
        if number.startswith("-"):
            # What is nothing when it is rounded has no sign.
            number = number[1:] if not float(number) else MINUS + number[1:]
        elif sign and float(number):
            number = f"+{number}"
        if self.language == "fr":
            number = number.replace(".", ",")
        return f"{number} %" if share else number

    def head(self) -> str:
        """What was reviewed, and by whom."""
        review = self.review
        game = GAMES[review["game"]].rulebook.name.say(self.language)
        key = "review-head-hindsight" if review["hindsight"] else "review-head"
        return self.text(key, game=game, judge=review["judge"], budget=review["budget"])

    def luck_kind(self) -> str:
        """What luck is called: where nothing is hidden or drawn it is the others, where nobody else plays the cards."""
        sources = {each["luck_from"] for each in self.review["decisions"]}
        return sources.pop() if len(sources) == 1 and "both" not in sources else "luck"

    def seats(self) -> Iterator[list[str]]:
        """A line for each seat: name, what it could expect, luck, loss, result, and how many moves have each mark."""
        for seat, told in enumerate(self.review["seats"]):
            marks = Counter(each["mark"] for each in self.review["decisions"] if each["seat"] == seat)
            cells = ["…"] * 3
            if told["luck"] is not None:
                cells = [
                    self.amount(told["expected"][self.unit]),
                    self.amount(told["luck"][self.unit], sign=True),
                    self.amount(-told["loss"][self.unit], sign=True),
                ]
            yield [
                self.names[seat],
                *cells,
                self.amount(told["result"][self.unit]),
                *(str(marks[mark]) for mark in MARKS),
            ]

    def worth_more(self, decision: dict[str, Any]) -> str:
        """That another move would have been better."""
        return self.text(
            "review-worth-more" if self.unit == "share" else "review-worth-more-points",
            best=decision["best"],
            more=self.amount(decision["value"][self.unit] - decision["worth"][self.unit]),
        )

    def is_marked(self, weighed: dict[str, Any]) -> bool:
        """Whether a decision has cost enough to have a name."""
        return mark_of(weighed["value"][self.unit] - weighed["worth"][self.unit], self.unit) is not None

    def found(self, weighed: dict[str, Any]) -> str:
        """A loss, told while others are still being looked for."""
        return self._at(weighed, self.worth_more(weighed))

    def _at(self, decision: dict[str, Any], told: str) -> str:
        name = self.names[decision["seat"]]
        return self.text("review-at", n=decision["n"], player=name, move=decision["move"], told=told)

    def moment(self, moment: dict[str, Any]) -> str:
        """A moment that mattered."""
        decision = self.played[moment["n"]]
        if moment["kind"] == "loss":
            mark = f" ({self.text('review-one-' + decision['mark'])})" if decision["mark"] else ""
            return self._at(decision, self.worth_more(decision) + mark)
        return self._at(decision, self.turn_of_luck(decision))

    def turn_of_luck(self, decision: dict[str, Any]) -> str:
        """What happened after a move until the seat's next decision."""
        source = decision["luck_from"]
        by = self.amount(decision["luck"][self.unit], sign=True)
        return self.text(f"review-then-{source}" + ("" if self.unit == "share" else "-points"), by=by)
