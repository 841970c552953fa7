"""Which tickets the others may hold, for all that their routes say.

To a guess all tickets that nobody has seen are equally likely, also those for which nobody's routes speak. Here they
are dealt anew: each of the others' tickets is as likely as `credible` says, all of them together by the product.
"""

from random import Random

from omnibus.bots.london.situation import Situation, open_to
from omnibus.bots.london.worlds import credible
from omnibus.rules.london.board import LONDON
from omnibus.rules.london.state import LondonState

# The likeliest for the tickets of `normal` and `hard` players, in games in which the judge was measured: who goes by it
# finds the ticket that somebody holds 2.3 times as likely as who goes by nothing. `hard` believes in more.
BELIEF = 0.75
SWEEPS = 3  # each draws every ticket of the others again; after so many nothing is left of how they lay before


class Beliefs:
    """What one seat may think of the tickets of the others."""

    def __init__(self, situation: Situation):
        self.seat = situation.seat
        routes = situation.routes
        self.credible = [credible(held, open_to(seat, routes), BELIEF) for seat, held in enumerate(routes)]
        self.put_back = [LONDON.ticket_numbered[entry["ticket"]] for entry in situation.view["put_back"]]

    def deal(self, state: LondonState, rng: Random) -> None:
        """Deal the tickets of the others anew, from theirs and the deck."""
        heaps = [[] if seat == self.seat else tickets for seat, tickets in enumerate(state.tickets)]
        heaps.append(state.ticket_deck)
        chances = [*self.credible, [1.0] * len(LONDON.tickets)]
        places = [
            (heap, place)
            for heap, tickets in enumerate(heaps)
            for place, ticket in enumerate(tickets)
            if ticket not in self.put_back
        ]
        held = [(heap, place) for heap, place in places if heap < len(self.credible)]
        for one, place in held * SWEEPS:
            # It may change places with any other ticket: as likely as how they would lie then.
            mine, here = chances[one], heaps[one][place]
            lying = [(chances[heap], heaps[heap][there]) for heap, there in places]
            likely = [mine[ticket] * theirs[here] / theirs[ticket] for theirs, ticket in lying]
            heap, there = rng.choices(places, likely)[0]
            heaps[one][place], heaps[heap][there] = heaps[heap][there], here
