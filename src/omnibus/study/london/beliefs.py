"""Which tickets the others may hold, for all that their routes say.

To a guess all tickets that nobody has seen are equally likely, also those for which nobody's routes speak. Here they
are dealt anew: each of the others' tickets is as likely as `credible` says, all of them together by the product.
"""

from math import exp
from random import Random

from omnibus.bots.london.situation import Situation, open_to
from omnibus.bots.london.worlds import credible
from omnibus.rules.london.board import LONDON
from omnibus.rules.london.state import LondonState

# The likeliest for the tickets of `normal`, `hard` and `master` players, in 120 games among themselves. `hard` believes
# in more for each space.
BELIEF = 0.6
COMPLETE = 3.6  # the likelihood of a complete ticket, as a logarithm, when its holder has no buses left; at first 0
SWEEPS = 4  # each draws every ticket of the others again; after so many nothing is left of how they lay before


class Beliefs:
    """What one seat may think of the tickets of the others."""

    def __init__(self, situation: Situation):
        self.seat = situation.seat
        routes = situation.routes
        self.credible = [
            _likelihoods(held, open_to(seat, routes), its["buses"])
            for seat, (held, its) in enumerate(zip(routes, situation.view["table"], strict=True))
        ]
        self.put_back = [LONDON.ticket_numbered[entry["ticket"]] for entry in situation.view["put_back"]]

    def deal(self, state: LondonState, rng: Random) -> None:
        """Deal the tickets of the others anew, from theirs and the deck."""
        deck = state.ticket_deck
        places = [place for place, ticket in enumerate(deck) if ticket not in self.put_back]
        held = [
            (seat, number)
            for seat, tickets in enumerate(state.tickets)
            for number, ticket in enumerate(tickets)
            if seat != self.seat and ticket not in self.put_back
        ]
        # In one order always, a ticket that is far likelier than all others would always lie in the place drawn first.
        for seat, number in [place for _ in range(SWEEPS) for place in rng.sample(held, len(held))]:
            # Given where all others lie, this one is any of the deck's or itself, each as likely as the routes say.
            tickets, likely = state.tickets[seat], self.credible[seat]
            weights = [likely[deck[place]] for place in places]
            drawn = rng.choices([*places, -1], [*weights, likely[tickets[number]]])[0]
            if drawn >= 0:
                tickets[number], deck[drawn] = deck[drawn], tickets[number]


def _likelihoods(owned: int, open_routes: int, buses: int) -> list[float]:
    """How likely each ticket is in the hands of who has those routes: what was built was mostly built for one."""
    certainty = exp(COMPLETE * (1 - buses / LONDON.buses))
    return [
        likelihood * (certainty if LONDON.spaces_between(ticket.a, ticket.b, owned, 0) == 0 else 1.0)
        for ticket, likelihood in zip(LONDON.tickets, credible(owned, open_routes, BELIEF), strict=True)
    ]
