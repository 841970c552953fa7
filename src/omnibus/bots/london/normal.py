"""The normal player: plans a whole network, takes the cards for it, and claims what is ready."""

from itertools import combinations
from random import Random
from typing import Any

from omnibus.bots.bot import Answer, weighed
from omnibus.bots.london.plan import (
    CARDS_A_TURN,
    ENDS,
    LENGTH,
    POINTS,
    POINTS_A_CARD,
    TEMPO,
    Hopes,
    NetworkPlan,
    Planner,
    bonus,
    cards_missing,
    joined,
    linked,
    ticket_points,
)
from omnibus.bots.london.situation import BUS, LAST_BUSES, Situation
from omnibus.rules.game import Move
from omnibus.rules.london.board import LONDON
from omnibus.rules.london.moves import Claim, DrawDeck, DrawFaceUp, Keep, TakeTickets
from omnibus.rules.london.view import LondonView

MENU = 40  # plans kept in mind
IN_VIEW = 12  # … of which so many are thought of when a card is taken
JOKER = 0.5  # points that a Bus card is worth more than another card of use, when it is spent
JOKER_IN_HAND = 0.15  # … and when it is taken
THREAT = 1.0  # points by which a claim is more urgent when another player's network touches the route
LONG = 0.05  # … and for each space, as long routes are the hardest to come by
RELUCTANCE = 0.9  # points that a claim may waste
TICKETS_WORTH = 0.5  # points that more tickets must promise beyond what the turn costs
SPACES_A_CLAIM = 2.4  # of the other players


def play_normally(view: LondonView, _rng: Random) -> Answer:
    """Plays for the network that brings most for its turns."""
    return normal_answer(Situation(view))


def normal_answer(situation: Situation) -> Answer:
    """The move for the network that brings most for its turns, and that network."""
    if len(situation.legal) == 1:
        return Answer(situation.legal[0].text)
    if situation.offer:
        return _best_keep(situation)
    if situation.last_round:
        gains = _last_gains(situation)
        return Answer(last_move(situation).text, weighed=weighed("points", gains))
    planner = Planner(hopes_of(situation))
    planner.best()
    menu = planner.menu(MENU)
    return Answer(sensible_move(situation, menu).text, weighed={"plan": plan_in_mind(menu[0].routes)})


def plan_in_mind(routes: list[int]) -> dict[str, Any]:
    """A plan as others read it."""
    return {"routes": [LONDON.routes[index].id for index in routes]}


def _best_keep(situation: Situation) -> Answer:
    """The choice of tickets with which the best plan is worth most."""
    planners = [(Planner(hopes_of(situation, keep)), keep) for keep in keeps(situation)]
    worths = [planner.best() for planner, _ in planners]
    planner, keep = planners[worths.index(max(worths))]
    by_text = [(keep.text, worth) for (_, keep), worth in zip(planners, worths, strict=True)]
    return Answer(keep.text, weighed=weighed("points", by_text, plan_in_mind(planner.menu(1)[0].routes)))


def keeps(situation: Situation) -> list[Keep]:
    """The choices that there are of tickets."""
    return [move for move in situation.legal if isinstance(move, Keep)]


def hopes_of(situation: Situation, keep: Keep | None = None) -> Hopes:
    """What a player hopes for, once it has kept those tickets."""
    return Hopes(
        situation.owned,
        # In the last round a turn spent on tickets was the last.
        0 if situation.last_round else situation.open,
        situation.stock,
        situation.hand,
        [*situation.tickets, *keep.tickets] if keep else situation.tickets,
        time_left([(rival["buses"], rival["hand_size"]) for rival in situation.rivals]),
    )


def time_left(others: list[tuple[int, int]]) -> float:
    """The turns before another player, with those buses and cards, ends the game, as far as one can tell."""
    times = []
    for buses, cards in others:
        spaces = max(0, buses - LAST_BUSES)
        times.append(spaces / SPACES_A_CLAIM + max(0, spaces - cards) / CARDS_A_TURN)
    return min(times) + 1


def sensible_move(situation: Situation, menu: list[NetworkPlan]) -> Move:
    """What the best plans suggest: a claim, more tickets, or cards."""
    for value, claim in ready_claims(situation, menu[0]):
        if value > -RELUCTANCE:
            return claim
    for move in situation.legal:
        if isinstance(move, TakeTickets) and _tickets_promise(situation, menu) > TICKETS_WORTH:
            return move
    return _take_card(situation, menu[:IN_VIEW])


# ---- Claims


def ready_claims(situation: Situation, option: NetworkPlan) -> list[tuple[float, Claim]]:
    """The claims of planned routes that can be paid for, one for each route, the most urgent first."""
    best: dict[int, tuple[float, Claim]] = {}
    for claim in situation.legal:
        if isinstance(claim, Claim) and option.plan >> claim.route & 1:
            urgency = _urgency(situation, option, claim)
            if claim.route not in best or urgency > best[claim.route][0]:
                best[claim.route] = urgency, claim
    return sorted(best.values(), key=lambda ready: -ready[0])


def _urgency(situation: Situation, option: NetworkPlan, claim: Claim) -> float:
    """How much a claim matters now, less the cards that it takes from the rest of the plan."""
    hand = situation.hand[:]
    hand[claim.colour] -= claim.coloured
    hand[BUS] -= claim.buses
    rest = [index for index in option.routes if index != claim.route]
    wasted = cards_missing(rest, hand) - cards_missing(option.routes, situation.hand)
    threatened = any(places & ENDS[claim.route] for places in situation.rivals_places)
    return THREAT * threatened + LONG * LENGTH[claim.route] - POINTS_A_CARD * wasted - JOKER * claim.buses


def last_move(situation: Situation) -> Move:
    """In the last turn, what brings most: a route, or tickets that may be complete already."""
    best, most = situation.legal[0], 0.0
    for move, gain in zip(situation.legal, _last_gains(situation), strict=True):
        if gain[1] > most:
            best, most = move, gain[1]
    return best


def _last_gains(situation: Situation) -> list[tuple[str, float]]:
    """What every move brings in the last turn, in points."""
    groups = linked(situation.owned)
    before = bonus(groups, situation.tickets)
    gains = []
    for move in situation.legal:
        if isinstance(move, Claim):
            gain = float(POINTS[move.route] + bonus(joined(groups, ENDS[move.route]), situation.tickets) - before)
        elif isinstance(move, TakeTickets):
            gain = _better_of_two([float(ticket_points(groups, [ticket])) for ticket in _tickets_to_come(situation)])
        else:
            gain = 0.0
        gains.append((move.text, gain))
    return gains


# ---- Tickets


def _tickets_promise(situation: Situation, menu: list[NetworkPlan]) -> float:
    """The points that more tickets promise, less the turn that they take."""
    worths = [option.worth(situation.hand) for option in menu]
    now = max(worths)
    gains = []
    for ticket in _tickets_to_come(situation):
        kept = [worth + ticket_points(option.groups, [ticket]) for worth, option in zip(worths, menu, strict=True)]
        gains.append(max(kept) - now)
    return _better_of_two(gains) - TEMPO


def _tickets_to_come(situation: Situation) -> list[int]:
    """The tickets that may be the next two, for all the player knows."""
    deep = {entry["ticket"] for entry in situation.view["put_back"] if not {0, 1} & set(entry["deck"])}
    return [
        number
        for number, ticket in enumerate(LONDON.tickets)
        if number not in situation.tickets and ticket.id not in deep
    ]


def _better_of_two(gains: list[float]) -> float:
    """What two tickets bring on average if one keeps the better one, or both if both are good."""
    pairs = [max(one, other, one + other) for one, other in combinations(gains, 2)]
    return sum(pairs) / len(pairs) if pairs else sum(gains)


# ---- Cards


def _take_card(situation: Situation, menu: list[NetworkPlan]) -> Move:
    """The card with which the plans are worth most, the second one thought of as well."""
    draws = [move for move in situation.legal if isinstance(move, DrawDeck | DrawFaceUp)]
    # When all cards are in hands, there is nothing to wait for.
    return max(draws, key=Draws(situation, menu).worth) if draws else last_move(situation)


class Draws:
    """What the cards are worth that a player may take."""

    def __init__(self, situation: Situation, menu: list[NetworkPlan]):
        self.situation = situation
        self.menu = menu
        view = situation.view
        self.row = [LONDON.kinds.index(kind) for kind in view["row"] if kind is not None]
        self.deck = [view["deck"]["may_hold"][kind] for kind in LONDON.kinds]
        self.known: dict[tuple[int, ...], float] = {}

    def worth(self, draw: DrawDeck | DrawFaceUp) -> float:
        """What the plans are worth after that draw and, if there is one, the second card."""
        second = self.situation.view["asks"] == "second-card"
        if isinstance(draw, DrawDeck):
            return self._blind(()) if second else self._blind_first()
        if second or draw.card == BUS:
            return self._with(draw.card)
        row = self.row[:]
        row.remove(draw.card)
        return max(self._blind((draw.card,)), self._face_up(row, draw.card))

    def _with(self, *cards: int) -> float:
        key = tuple(sorted(cards))
        if key not in self.known:
            hand = self.situation.hand[:]
            for card in cards:
                hand[card] += 1
            self.known[key] = max(option.worth(hand) for option in self.menu) + JOKER_IN_HAND * hand[BUS]
        return self.known[key]

    def _blind(self, first: tuple[int, ...]) -> float:
        """The last card of the turn from the deck."""
        size = sum(self.deck)
        if not size:
            return self._with(*first)
        return sum(copies * self._with(*first, card) for card, copies in enumerate(self.deck) if copies) / size

    def _face_up(self, row: list[int], first: int) -> float:
        """The last card of the turn from the row."""
        return max((self._with(first, card) for card in sorted(set(row)) if card != BUS), default=self._with(first))

    def _blind_first(self) -> float:
        """The first card from the deck, the second one from the row."""
        size = sum(self.deck)
        if not size:
            return self._with()
        return sum(copies * self._face_up(self.row, card) for card, copies in enumerate(self.deck) if copies) / size
