"""The conformance kit that every game passes.

    >>> from omnibus.rules.check import check
    >>> from omnibus.rules.terminus import Terminus
    >>> print(check(Terminus, seats=[3], games=1))

Random players of the habits that the game's referee names play whole games. After every decision everything
that must hold for any game is checked, and the first thing that does not is raised as a `Fault`.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any

from omnibus.rules.game import Event, Game, IllegalMove, Move, State, View
from omnibus.rules.rulebook import LANGUAGES

LONGEST_GAME = 20_000
SAMPLES = 250
ONLOOKERS = 4  # through whose eyes a position is looked at
REFUSALS = 200  # tried in a position, by the seats to move together
BEYOND_CHANCE = 6.0  # in standard deviations: once in a thousand million by chance
NONSENSE = ("", "?", "nonsense", "play", "END", "\x00", "pass pass", "0", "é" * 200)


class Fault(Exception):
    """Something that must hold does not; tells which game and after which moves."""


class Report:
    """What the kit has looked at."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.games = 0
        self.decisions = 0
        self.refusals = 0
        self.twins = 0  # states alike for a seat whose views, refusals and events were compared
        self.twins_looked_at = 0  # a tenth of them
        self.true_twins = 0  # … that really are other states
        self.same_looks = 0  # … and a move that looked the same in both
        self.guesses_weighed = 0
        self.landmarks: Counter[str] = Counter()
        self.kinds_of_move: Counter[str] = Counter()

    def add(self, other: "Report") -> None:
        """Take in what another run has looked at."""
        self.games += other.games
        self.decisions += other.decisions
        self.refusals += other.refusals
        self.twins += other.twins
        self.twins_looked_at += other.twins_looked_at
        self.true_twins += other.true_twins
        self.same_looks += other.same_looks
        self.guesses_weighed += other.guesses_weighed
        self.landmarks += other.landmarks
        self.kinds_of_move += other.kinds_of_move

    def __str__(self) -> str:
        lines = [
            f"{self.game}: {self.games:,} games, {self.decisions:,} decisions",
            f"  {self.refusals:,} illegal moves refused",
            f"  {self.twins:,} twins compared, {self.same_looks:,} times after a move that looked the same; "
            f"of {self.twins_looked_at:,} looked at, {self.true_twins:,} are other states",
            f"  {self.guesses_weighed:,} positions with guesses weighed",
        ]
        lines += [f"  {count:>9,} × {what}" for what, count in sorted(self.kinds_of_move.items())]
        lines += [f"  {count:>9,} × {mark}" for mark, count in sorted(self.landmarks.items())]
        return "\n".join(lines)


def check(
    box: Callable[..., Game],
    seats: Iterable[int],
    games: int,
    seed: str = "check",
    options: Mapping[str, int | bool] | None = None,
    weigh_guesses: int = 4,
) -> Report:
    """Play that many games for each number of seats and check everything; a report, or a Fault.

    `weigh_guesses` is the number of positions for each number of seats where many guesses are compared with what
    the referee holds possible.
    """
    report = None
    for count in seats:
        game = box(count, **(options or {}))
        report = report or Report(game.id)
        _check_moves(game)
        weighed = max(1, games // weigh_guesses) if weigh_guesses else 0
        for number in range(games):
            table = _Table(game, f"{seed}-{count}-{number}", report)
            table.weigh_this_game = bool(weighed) and number % weighed == 0
            try:
                table.play()
            except Fault:
                raise
            except Exception as error:
                raise table.fault(f"{type(error).__name__}: {error}") from error
    if report is None:
        raise ValueError("check needs at least one number of seats")
    if game.hides and report.true_twins < report.twins_looked_at / 3:
        few = f"only {report.true_twins} of {report.twins_looked_at}"
        raise Fault(f"{game.id}: {few} twins are other states: nothing is compared")
    return report


def survey(box: Callable[..., Game], seats: Iterable[int], games: int, seed: str = "survey") -> Report:
    """Play as `check` does, without its checks: a quick look at what the random players reach."""
    report = Report(box().id)
    for count in seats:
        for number in range(games):
            table = _Table(box(count), f"{seed}-{count}-{number}", report)
            table.stroll()
    return report


def check_coverage(box: Callable[..., Game], report: Report) -> None:
    """After many games: every kind of move was legal and every landmark of the referee was passed."""
    game = box()
    never = {type(move).__name__ for move in game.moves} - set(report.kinds_of_move)
    if never:
        raise Fault(f"{game.id}: never legal in {report.games} games: {', '.join(sorted(never))}")
    unseen = game.referee.landmarks - set(report.landmarks)
    if unseen:
        raise Fault(f"{game.id}: never passed in {report.games} games: {', '.join(sorted(unseen))}")


def _check_moves(game: Game) -> None:
    """Texts and indexes of moves go both ways."""
    for index, move in enumerate(game.moves):
        if move.index != index:
            raise Fault(f"{game.id}: move {move} stands at {index} and says {move.index}")
        if game.move(move.text) is not move:
            raise Fault(f"{game.id}: the text “{move}” leads to another move")


def _bytes(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)


class _Table:
    """One checked game."""

    def __init__(self, game: Game, seed: str, report: Report):
        self.game = game
        self.seed = seed
        self.report = report
        self.rng = Random(f"{game.id}/{seed}")
        self.players = [self.rng.choice(list(game.referee.habits.values())) for _ in range(game.seats)]
        self.plies: list[tuple[int, str]] = []
        self.viewers: list[int | None] = [None, *range(game.seats)]
        self.twins: dict[int | None, State] = {}  # of the position just checked, by onlooker
        self.refusals_read: set[str] = set()
        self.weigh_this_game = False

    def fault(self, what: str) -> Fault:
        moves = ", ".join(f"{seat} {text}" for seat, text in self.plies)
        return Fault(f"{self.game.id}, {self.game.seats} seats, seed {self.seed!r}: {what}; after [{moves}]")

    def play(self) -> None:
        game, report = self.game, self.report
        state = game.start(self.seed)
        if game.start(self.seed) != state:
            raise self.fault("the same seed gives another game from the start")
        kept: list[tuple[State, str]] = []
        while state.turn:
            if state.n >= LONGEST_GAME:
                raise self.fault(f"the game is not over after {LONGEST_GAME} moves")
            seat = self.rng.choice(state.turn)
            truth = _bytes(state.dump())
            self.check_position(state)
            move = self.players[seat](state, seat, state.legal(seat), self.rng)
            before = state.copy()
            events = state.play(seat, move)
            self.check_events(seat, move, events, state)
            self.check_goes_on(self.check_loaded(before), seat, move, state)
            self.check_any_order(before)
            self.expect_unchanged(before, truth, "a move of the game changed a copy of")
            kept.append((before, truth))
            self.plies.append((seat, move.text))
            report.decisions += 1
            report.landmarks.update(game.referee.passed(before, move, events, state))
        self.check_end(state)
        self.check_position(state)
        self.check_loaded(state)
        for copy, truth in kept:
            if _bytes(copy.dump()) != truth:
                raise self.fault(f"the copy made after {copy.n} moves has changed")
        if self.weigh_this_game:
            self.weigh_guesses(self.rng.choice(kept)[0])
        self.check_same_seed([truth for _, truth in kept], _bytes(state.dump()))
        report.games += 1

    def stroll(self) -> None:
        """Play the game through and only note what was passed."""
        state = self.game.start(self.seed)
        while state.turn:
            seat = self.rng.choice(state.turn)
            legal = state.legal(seat)
            self.report.kinds_of_move.update(type(move).__name__ for move in legal)
            move = self.players[seat](state, seat, legal, self.rng)
            before = state.copy()
            events = state.play(seat, move)
            self.report.decisions += 1
            self.report.landmarks.update(self.game.referee.passed(before, move, events, state))
        self.report.games += 1

    # ---- A position

    def check_position(self, state: State) -> None:
        self.ask_referee(state, "the state")
        truth = _bytes(state.dump())
        refusals = {seat: self.check_moves_of(state, seat, truth) for seat in range(self.game.seats)}
        for seat, why in refusals.items():
            text = self.rng.choice(NONSENSE)
            why[text] = self.refusal(state, seat, text)
        for seat in (-1, self.game.seats):
            self.refusal(state, seat, self.rng.choice(self.game.moves))
        self.refusal(state, self.rng.choice([*state.turn, 0]), Move(10**6, "made by hand", "nothing"))
        self.expect_unchanged(state, truth, "an illegal move changed")
        self.twins = {}
        for viewer in self.onlookers(state):
            view = state.view(viewer)
            seen = _bytes(view)
            self.check_view(view, seen, state, viewer)
            self.check_guess(view, seen, viewer)
            self.check_twin(state, seen, viewer, refusals)
            _scribble(view)
            if viewer is None:
                self.expect_unchanged(state, truth, "looking at a view, or writing on it, changed")
        self.expect_unchanged(state, truth, "looking at a view, or writing on it, changed")

    def onlookers(self, state: State) -> list[int | None]:
        """A spectator, somebody to move, and others; at a large table not all of them, but others each time."""
        if len(self.viewers) <= ONLOOKERS:
            return self.viewers
        mover = self.rng.choice(state.turn or (0,))
        rest = [seat for seat in self.viewers if seat not in (None, mover)]
        return [None, mover, *self.rng.sample(rest, ONLOOKERS - 2)]

    def expect_unchanged(self, state: State, truth: str, what: str) -> None:
        if _bytes(state.dump()) != truth:
            raise self.fault(f"{what} the state")

    def ask_referee(self, state: State, which: str) -> None:
        for law in self.game.referee.broken_laws(state):
            raise self.fault(f"the referee of {which}: {law}")

    def check_moves_of(self, state: State, seat: int, truth: str) -> dict[str, str]:
        """Legal moves are in order and accepted, all others refused with a rule; why each one is refused."""
        legal = state.legal(seat)
        indexes = [move.index for move in legal]
        if indexes != sorted(set(indexes)):
            raise self.fault(f"the legal moves of seat {seat} are not in the order of game.moves")
        if any(self.game.moves[move.index] is not move for move in legal):
            raise self.fault(f"a legal move of seat {seat} is not one of game.moves")
        if bool(legal) != (seat in state.turn):
            raise self.fault(f"seat {seat} has {len(legal)} legal moves, and the turn is with {state.turn}")
        for move in legal:
            self.report.kinds_of_move[type(move).__name__] += 1
            try:
                state.copy().play(seat, move)
            except IllegalMove as refusal:
                raise self.fault(f"{move} is among the legal moves of seat {seat}: {refusal}") from None
            if move is legal[0] or move is legal[-1]:
                self.expect_unchanged(state, truth, "a move played on a copy changed")
        allowed = set(indexes)
        illegal = [move for move in self.game.moves if move.index not in allowed]
        # Of very many some will do each time; who is not to move is refused everything for the same reason.
        share = REFUSALS // len(state.turn) if legal else REFUSALS // 25
        tried = self.rng.sample(illegal, min(len(illegal), share))
        return {move.text: self.refusal(state, seat, move) for move in tried}

    def refusal(self, state: State, seat: int, move: Move | str) -> str:
        """Why a move is refused, after making sure that it is."""
        try:
            state.play(seat, move)
        except IllegalMove as refusal:
            if refusal.rule not in self.game.rulebook.rules:
                raise self.fault(f"refused by {refusal.rule}, which is not a rule") from None
            self.report.refusals += 1
            # Its texts are made of these and nothing else.
            why = f"{refusal.rule} {refusal.phrase.texts['en']} {refusal.params}"
            if why not in self.refusals_read:
                self.refusals_read.add(why)
                for language in LANGUAGES:
                    if "\n" in refusal.text(language):
                        raise self.fault(f"the refusal takes more than a line: {refusal}") from None
            return why
        raise self.fault(f"seat {seat} could play “{move}”, which is not among its legal moves")

    def check_view(self, view: View, seen: str, state: State, viewer: int | None) -> None:
        if json.loads(seen) != view:
            raise self.fault(f"the view of {_name(viewer)} is not plain data")
        legal = [] if viewer is None else [move.data for move in state.legal(viewer)]
        result = None if state.result is None else state.result.plain()
        common = (view["seat"], view["n"], view["turn"], view["legal"], view["result"])
        if common != (viewer, state.n, list(state.turn), legal, result):
            raise self.fault(f"the view of {_name(viewer)} has a wrong seat, n, turn, legal or result")

    def check_guess(self, view: View, seen: str, viewer: int | None) -> None:
        # As it may come back from a bot in another process: the same data, its keys in another order.
        sent = json.loads(json.dumps(view, sort_keys=True))
        luck = self.rng.random()
        guess = self.game.guess(sent, Random(luck))
        if luck < 0.1:
            if self.game.guess(sent, Random(luck)) != guess:
                raise self.fault("the same generator gives another guess")
            _scribble(sent)
        self.ask_referee(guess, f"a guess of {_name(viewer)}")
        if _bytes(guess.view(viewer)) != seen:
            raise self.fault(f"a guess looks different to {_name(viewer)}: {_difference(guess.view(viewer), view)}")

    # ---- Non-interference

    def check_twin(
        self, state: State, seen: str, viewer: int | None, refusals: Mapping[int, Mapping[str, str]]
    ) -> None:
        """Another truth that the viewer cannot know looks the same to it and refuses it the same moves."""
        twin = self.game.referee.twin(state, viewer, self.rng, False)
        self.twins[viewer] = twin
        self.report.twins += 1
        if self.rng.random() < 0.1:
            self.report.twins_looked_at += 1
            self.report.true_twins += {**twin.dump(), "seed": ""} != {**state.dump(), "seed": ""}
        if _bytes(twin.view(viewer)) != seen:
            what = _difference(twin.view(viewer), json.loads(seen))
            raise self.fault(f"the view of {_name(viewer)} shows what it cannot know: {what}")
        if viewer is not None:
            for text, why in refusals[viewer].items():
                if self.refusal(twin, viewer, text) != why:
                    raise self.fault(f"why seat {viewer} may not “{text}” tells what it cannot know: {why}")

    def check_events(self, seat: int, move: Move, events: list[Event], after: State) -> None:
        """A move that leaves a viewer with the same view in another truth has shown it the same events."""
        self.check_hidden_lists(events, after)
        for viewer, twin in self.twins.items():
            seen = _bytes([event.seen_by(viewer) for event in events])
            view = _bytes(after.view(viewer))
            for other_move in self.moves_to_try(twin, seat, move):
                other = twin.copy()
                other_events = other.play(seat, other_move)
                if _bytes(other.view(viewer)) == view:
                    self.report.same_looks += 1
                    other_seen = _bytes([event.seen_by(viewer) for event in other_events])
                    if other_seen != seen:
                        what = f"{seen} or {other_seen}"
                        raise self.fault(f"events tell {_name(viewer)} what it cannot know: {what}")
                    break

    def check_hidden_lists(self, events: list[Event], after: State) -> None:
        """No event shows a viewer a list, such as a new hand, that its view hides.

        After a new deal no twin has the same view, so that comparing events does not help there.
        """
        telling = [event for event in events if _lists(event.opened())]
        if not telling:
            return
        everything = _lists(after.open_view())
        for viewer in self.viewers:
            hidden = everything - _lists(after.view(viewer))
            for event in telling:
                for shown in _lists(event.seen_by(viewer)) & hidden:
                    raise self.fault(f"the event “{event.kind}” shows {_name(viewer)} what its view hides: {shown}")

    def moves_to_try(self, twin: State, seat: int, move: Move) -> Iterator[Move]:
        """The same move if it is possible; of those of its kind some others, which may look the same."""
        legal = twin.legal(seat)
        if move in legal:
            yield move
        alike = [other for other in legal if type(other) is type(move) and other is not move]
        yield from self.rng.sample(alike, min(2, len(alike)))

    # ---- Copies, dumps, seeds

    def check_loaded(self, before: State) -> State:
        """What is dumped and loaded is equal, looks the same, and is nobody else's."""
        dump = before.dump()
        truth = _bytes(dump)
        sent = json.loads(truth)
        loaded = self.game.load(sent)
        _scribble(sent)
        _scribble(dump)
        self.expect_unchanged(before, truth, "writing on its dump changed")
        if loaded != before or _bytes(loaded.dump()) != truth:
            raise self.fault("a state changes when it is dumped and loaded")
        for viewer in (None, *before.turn):
            if loaded.view(viewer) != before.view(viewer):
                raise self.fault(f"a state looks different to {_name(viewer)} when it was dumped and loaded")
        return loaded

    def check_goes_on(self, loaded: State, seat: int, move: Move, after: State) -> None:
        """What was dumped and loaded goes on in the same way."""
        loaded.play(seat, move)
        if _bytes(loaded.dump()) != _bytes(after.dump()):
            raise self.fault(f"after “{move}” a loaded state goes on in another way")

    def check_any_order(self, before: State) -> None:
        """Where several seats may move at once it does not matter who is first."""
        if len(before.turn) < 2:
            return
        one, other = self.rng.sample(before.turn, 2)
        choices = {seat: self.rng.choice(before.legal(seat)) for seat in (one, other)}
        ends = []
        for order in ((one, other), (other, one)):
            state = before.copy()
            for seat in order:
                state.play(seat, choices[seat])
            ends.append(_bytes(state.dump()))
        if ends[0] != ends[1]:
            raise self.fault(f"it matters whether seat {one} or seat {other} moves first")

    def check_same_seed(self, truths: list[str], last: str) -> None:
        """The same seed and the same moves give the same game."""
        state = self.game.start(self.seed)
        for (seat, text), truth in zip(self.plies, truths, strict=True):
            if _bytes(state.dump()) != truth:
                raise self.fault(f"the same seed gives another game at move {state.n}")
            state.play(seat, text)
        if _bytes(state.dump()) != last:
            raise self.fault("the same seed gives another game at the last move")

    def check_end(self, state: State) -> None:
        result = state.result
        if result is None:
            raise self.fault("nobody may move and there is no result")
        if not len(result.scores) == len(result.ranks) == len(result.parts) == self.game.seats:
            raise self.fault("the result is not for all seats")
        if sorted(result.ranks)[0] != 1 or not result.winners:
            raise self.fault("the result has no winner")

    # ---- Guesses

    def weigh_guesses(self, state: State) -> None:
        """Guesses are as likely as the referee's thorough twins, judged by every value of a dump."""
        viewer = self.rng.choice(self.viewers)
        view = state.view(viewer)
        guesses = _tally(self.game.guess(view, self.rng) for _ in range(SAMPLES))
        twins = _tally(self.game.referee.twin(state, viewer, self.rng, True) for _ in range(SAMPLES))
        self.report.guesses_weighed += 1
        for path in sorted(twins.keys() | guesses.keys()):
            found = guesses.get(path, Counter(absent=SAMPLES))
            counts = twins.get(path, Counter(absent=SAMPLES))
            # What never varies on either side is no guess.
            varies = max(counts.values()) < SAMPLES or max(found.values()) < SAMPLES
            if path != "/seed" and varies and _surprise(found, counts) > BEYOND_CHANCE:
                should = f"{dict(found)}, should be like {dict(counts)}"
                raise self.fault(f"guesses of {_name(viewer)} are biased at {path}: {should}")


def _name(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def _difference(one: Any, other: Any, path: str = "") -> str:
    """Where two pieces of plain data differ first."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        pairs = [(f"{path}/{key}", one[key], other[key]) for key in one]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(f"{path}/{place}", *pair) for place, pair in enumerate(zip(one, other, strict=True))]
    else:
        return f"{path} is {one} or {other}"
    return next(_difference(mine, theirs, deeper) for deeper, mine, theirs in pairs if mine != theirs)


def _lists(data: Any) -> set[str]:
    """The lists of some length within plain data, written down."""
    found = set()
    if isinstance(data, dict):
        for value in data.values():
            found |= _lists(value)
    elif isinstance(data, list):
        for value in data:
            found |= _lists(value)
        if len(data) > 3:
            found.add(_bytes(data))
    return found


def _scribble(data: Any) -> None:
    """Spoil plain data all through: whoever shares it will notice."""
    for value in data.values() if isinstance(data, dict) else data:
        if isinstance(value, dict | list):
            _scribble(value)
    data.clear()


def _values(data: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every value of plain data with its place, and for every list how often each of its values is there."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _values(value, f"{path}/{key}")
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from _values(value, f"{path}/{place}")
        for value, times in Counter(value for value in data if isinstance(value, str | int)).items():
            yield f"{path}/{value}", f"{times} times"
    else:
        yield path, str(data)


def _tally(states: Iterable[State]) -> dict[str, Counter[str]]:
    """How often each value stands at each place of the dumps."""
    tallies: dict[str, Counter[str]] = {}
    for state in states:
        for path, value in _values(state.dump()):
            tallies.setdefault(path, Counter())[value] += 1
    for counts in tallies.values():
        counts["absent"] = SAMPLES - counts.total()
    return tallies


def _surprise(ours: Counter[str], theirs: Counter[str]) -> float:
    """How unlikely it is, in standard deviations, that two tallies come from the same urn.

    Pearson's chi-square for two samples, made normal by the cube root of Wilson and Hilferty.
    """
    values = {value for tally in (ours, theirs) for value, times in tally.items() if times}
    mine, others = ours.total(), theirs.total()
    chi_square = 0.0
    for value in values:
        both = ours[value] + theirs[value]
        for tally, size in ((ours, mine), (theirs, others)):
            expected = both * size / (mine + others)
            chi_square += (tally[value] - expected) ** 2 / expected
    freedom = max(1, len(values) - 1)
    spread = 2 / (9 * freedom)
    return float(((chi_square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)
