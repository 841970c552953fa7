"""The conformance kit that every game passes.

    >>> from omnibus.testing import check
    >>> from omnibus.rules.terminus import Terminus
    >>> print(check(Terminus, seats=[3], games=1))

Random players of the habits that the game's insider names play whole games. After every decision everything
that must hold for any game is checked, and the first thing that does not is raised as a `Fault`.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any, get_args, get_type_hints

from omnibus.rules.chance import Outcome
from omnibus.rules.game import Event, Game, IllegalMove, Move, State, View
from omnibus.rules.rulebook import LANGUAGES
from omnibus.rules.unfolding import Unfolding
from omnibus.testing.insider import insider

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
        self.asked: Counter[str] = Counter()  # the decisions, by name

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
        self.asked += other.asked

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
    the insider holds possible.
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
        _check_luck(game, f"{seed}-{count}")
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
    """After many games: every kind of move was legal, every decision asked for and every landmark passed."""
    game = box()
    never = {type(move).__name__ for move in game.moves} - set(report.kinds_of_move)
    if never:
        raise Fault(f"{game.id}: never legal in {report.games} games: {', '.join(sorted(never))}")
    # Some decisions come only with a module.
    with_all_modules = all(value for value in game.options.values() if isinstance(value, bool))
    unasked = _decisions(game) - set(report.asked)
    if unasked and with_all_modules:
        raise Fault(f"{game.id}: never asked in {report.games} games: {', '.join(sorted(unasked))}")
    unseen = insider(game).LANDMARKS - set(report.landmarks)
    if unseen:
        raise Fault(f"{game.id}: never passed in {report.games} games: {', '.join(sorted(unseen))}")


def _check_moves(game: Game) -> None:
    """Texts, indexes and data of moves go both ways."""
    said: dict[str, Move] = {}
    shapes: dict[str, tuple[str, ...]] = {}
    for index, move in enumerate(game.moves):
        if move.index != index:
            raise Fault(f"{game.id}: move {move} stands at {index} and says {move.index}")
        if game.move(move.text) is not move:
            raise Fault(f"{game.id}: the text “{move}” leads to another move")
        data = move.data
        if not _is_plain(data):
            raise Fault(f"{game.id}: the data of “{move}” is not plain: {data}")
        if data.get("text") != move.text or not isinstance(data.get("do"), str):
            raise Fault(f"{game.id}: the data of “{move}” lacks its text or what it does: {data}")
        other = said.setdefault(_bytes(_parts(move)), move)
        if other is not move:
            raise Fault(f"{game.id}: “{move}” and “{other}” have the same data: {data}")
        if shapes.setdefault(data["do"], tuple(data)) != tuple(data):
            raise Fault(f"{game.id}: moves that {data['do']} have other parts than “{move}”: {data}")


def _parts(move: Move) -> dict[str, Any]:
    """What a move's data says besides its text."""
    return {name: part for name, part in move.data.items() if name != "text"}


def _decisions(game: Game) -> set[str]:
    """The names of the decisions that a game asks for: those that `asks` is declared to answer."""
    optional = get_type_hints(game.position.asks)["return"]
    return {name for literal in get_args(optional) for name in get_args(literal)}


def _check_luck(game: Game, seed: str) -> None:
    """A game whose luck is decided from outside is a game like any other, and has no other luck."""
    unfolded: list[tuple[int, str, str]] = []  # seat, move and what it brought about
    try:
        outcomes = _unfold(game, Random(f"{game.id}/{seed}"), unfolded)
        state = game.start(seed, deal=outcomes)
        for seat, text, happened in unfolded:
            again = _bytes([event.opened() for event in state.play(seat, text)])
            if again != happened:
                raise Fault(f"the same outcomes lead to something else: {happened} or {again}")
    except Exception as error:
        what = str(error) if isinstance(error, Fault) else f"{type(error).__name__}: {error}"
        plies = ", ".join(f"{seat} {text}" for seat, text, _ in unfolded)
        raise Fault(f"{game.id}, {game.seats} seats, luck decided from outside: {what}; after [{plies}]") from error


def _unfold(game: Game, rng: Random, unfolded: list[tuple[int, str, str]]) -> list[Outcome]:
    """Play a random game through, deciding one outcome after the other; all of them."""
    decided: list[Outcome] = []

    def decide_luck() -> None:
        while unfolding.outcomes:
            outcomes, chances = zip(*unfolding.outcomes, strict=True)
            if sum(chances) != 1 or len(set(outcomes)) != len(outcomes):
                raise Fault(f"not all that may come, or something twice: {unfolding.outcomes}")
            decided.append(rng.choices(outcomes, chances)[0])
            unfolding.decide(decided[-1])
        for law in game.broken_laws(unfolding.state):
            raise Fault(f"a law is broken: {law}")

    unfolding = Unfolding(game)
    decide_luck()
    while unfolding.state.turn:
        if len(unfolded) >= LONGEST_GAME:
            raise Fault(f"the game is not over after {LONGEST_GAME} moves")
        seat = rng.choice(unfolding.state.turn)
        move = rng.choice(unfolding.state.legal(seat))
        unfolding.play(seat, move)
        decide_luck()
        unfolded.append((seat, move.text, _bytes([event.opened() for event in unfolding.events])))
    return decided


def _is_plain(data: Any) -> bool:
    """Whether it is the same after being sent as JSON."""
    try:
        return bool(json.loads(_bytes(data)) == data)
    except TypeError:
        return False


def _bytes(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)


class _Table:
    """One checked game."""

    def __init__(self, game: Game, seed: str, report: Report):
        self.game = game
        self.seed = seed
        self.report = report
        self.rng = Random(f"{game.id}/{seed}")
        self.insider = insider(game)
        self.players = [self.rng.choice(list(self.insider.HABITS.values())) for _ in range(game.seats)]
        self.plies: list[tuple[int, str]] = []
        self.viewers: list[int | None] = [None, *range(game.seats)]
        self.twins: dict[int | None, State] = {}  # of the position just checked, by onlooker
        self.refusals_read: set[str] = set()
        self.decisions = _decisions(game)
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
            report.landmarks.update(self.insider.passed(before, move, events, state))
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
            self.report.asked[str(state.asks(seat))] += 1
            move = self.players[seat](state, seat, legal, self.rng)
            before = state.copy()
            events = state.play(seat, move)
            self.report.decisions += 1
            self.report.landmarks.update(self.insider.passed(before, move, events, state))
        self.report.games += 1

    # ---- A position

    def check_position(self, state: State) -> None:
        self.expect_lawful(state, "the state")
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
            self.check_scribbling(view, state, viewer)
            if viewer is None:
                self.expect_unchanged(state, truth, "looking at a view, or writing on it, changed")
        self.expect_unchanged(state, truth, "looking at a view, or writing on it, changed")
        self.check_question(state, self.rng.choice([seat for seat in self.twins if seat is not None]))
        self.expect_unchanged(state, truth, "asking why not changed")

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

    def expect_lawful(self, state: State, which: str) -> None:
        for law in self.game.broken_laws(state):
            raise self.fault(f"a law is broken in {which}: {law}")

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
        asks = view["asks"]
        if (asks is None) != (not legal):
            raise self.fault(f"{_name(viewer)} is asked for {asks} and has {len(legal)} legal moves")
        if asks is not None:
            if asks not in self.decisions:
                raise self.fault(f"{_name(viewer)} is asked for {asks}, which is not one of {sorted(self.decisions)}")
            self.report.asked[asks] += 1

    def check_scribbling(self, view: View, state: State, viewer: int | None) -> None:
        """Whoever writes on a view writes on nothing else."""
        legal = [] if viewer is None else state.legal(viewer)
        before = _bytes([move.data for move in legal])
        _scribble(view)
        if _bytes([move.data for move in legal]) != before:
            raise self.fault(f"writing on the view of {_name(viewer)} changed a move")

    def check_question(self, state: State, seat: int) -> None:
        """Asking about parts of a move is answered as asking for the moves that have them, and tells no secret."""
        legal = state.legal(seat)
        move = self.rng.choice([*legal, *self.rng.sample(self.game.moves, 3)])
        parts = _parts(move)
        some = {name: part for name, part in parts.items() if name == "do" or self.rng.random() < 0.5}
        about = self.rng.choice([move.data, parts, some, {"do": parts["do"]}, {**parts, "nonsense": 0}])
        refusal = state.why_not_any(seat, about)
        told = f"asked about {about}, seat {seat} is told: {refusal}"
        if (refusal is None) != any(about.items() <= each.data.items() for each in legal):
            raise self.fault(f"{told}; legal are {legal}")
        if parts.items() <= about.items() <= move.data.items() and str(refusal) != str(state.why_not(seat, move)):
            raise self.fault(f"{told}; and asked about “{move}”: {state.why_not(seat, move)}")
        if refusal is not None and refusal.rule not in self.game.rulebook.rules:
            raise self.fault(f"{told}, which is not a rule")
        if str(self.twins[seat].why_not_any(seat, about)) != str(refusal):
            raise self.fault(f"{told}, which it cannot know")

    def check_guess(self, view: View, seen: str, viewer: int | None) -> None:
        # As it may come back from a bot in another process: the same data, its keys in another order.
        sent = json.loads(json.dumps(view, sort_keys=True))
        luck = self.rng.random()
        guess = self.game.guess(sent, Random(luck))
        if luck < 0.1:
            if self.game.guess(sent, Random(luck)) != guess:
                raise self.fault("the same generator gives another guess")
            _scribble(sent)
        self.expect_lawful(guess, f"a guess of {_name(viewer)}")
        if _bytes(guess.view(viewer)) != seen:
            raise self.fault(f"a guess looks different to {_name(viewer)}: {_difference(guess.view(viewer), view)}")

    # ---- Non-interference

    def check_twin(
        self, state: State, seen: str, viewer: int | None, refusals: Mapping[int, Mapping[str, str]]
    ) -> None:
        """Another truth that the viewer cannot know looks the same to it and refuses it the same moves."""
        twin = self.insider.twin(state, viewer, self.rng, False)
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
        """Guesses are as likely as the insider's thorough twins, judged by every value of a dump."""
        viewer = self.rng.choice(self.viewers)
        view = state.view(viewer)
        guesses = _tally(self.game.guess(view, self.rng) for _ in range(SAMPLES))
        twins = _tally(self.insider.twin(state, viewer, self.rng, True) for _ in range(SAMPLES))
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
