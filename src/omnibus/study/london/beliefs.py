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
# finds the ticket that somebody holds about twice as likely as who goes by nothing. `hard` believes in more.
BELIEF = 0.75
SWEEPS = 4  # each draws every ticket of the others again; after so many nothing is left of how they lay before


class Beliefs:
    """What one seat may think of the tickets of the others."""

    def __init__(self, situation: Situation):
        self.seat = situation.seat
        routes = situation.routes
        self.credible = [credible(held, open_to(seat, routes), BELIEF) for seat, held in enumerate(routes)]
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
        for seat, number in held * SWEEPS:
            # Given where all others lie, this one is any of the deck's or itself, each as likely as the routes say.
            tickets, likely = state.tickets[seat], self.credible[seat]
            weights = [likely[deck[place]] for place in places]
            drawn = rng.choices([*places, -1], [*weights, likely[tickets[number]]])[0]
            if drawn >= 0:
                tickets[number], deck[drawn] = deck[drawn], tickets[number]
