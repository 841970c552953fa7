"""The moves there are on a board, and their notation."""

from itertools import combinations
from typing import Literal, TypedDict

from omnibus.rules.game import Move
from omnibus.rules.london.board import GREY, LONDON, LondonBoard

Decision = Literal["first-tickets", "action", "second-card", "tickets"]


class KeepData(TypedDict):
    """Keep tickets."""

    text: str
    do: Literal["keep"]
    tickets: list[str]


class TakeData(TypedDict):
    """Take a face-up card."""

    text: str
    do: Literal["take"]
    card: str


class ClaimData(TypedDict):
    """Claim a route."""

    text: str
    do: Literal["claim"]
    route: str
    cards: dict[str, int]


class LondonWordData(TypedDict):
    """Draw from the deck, draw tickets, or pass."""

    text: str
    do: Literal["draw", "tickets", "pass"]


LondonMoveData = KeepData | TakeData | ClaimData | LondonWordData


class Keep(Move):
    """Keep one or both of the tickets just dealt or drawn (L4, L17)."""

    __slots__ = ("tickets",)

    def __init__(self, index: int, board: LondonBoard, tickets: tuple[int, ...]):
        names = [board.tickets[ticket].id for ticket in tickets]
        super().__init__(index, f"keep {' '.join(names)}", "keep", tickets=names)
        self.tickets = tickets


class DrawDeck(Move):
    """Take the top card of the deck, unseen (L7)."""

    __slots__ = ()


class DrawFaceUp(Move):
    """Take a face-up card, of equal ones that of the lowest slot (L7)."""

    __slots__ = ("card",)

    def __init__(self, index: int, board: LondonBoard, card: int):
        super().__init__(index, f"draw {board.kinds[card]}", "take", card=board.kinds[card])
        self.card = card


class Claim(Move):
    """Claim a route with so many cards of one colour and so many Bus cards (L11)."""

    __slots__ = ("buses", "colour", "coloured", "route")

    def __init__(self, index: int, board: LondonBoard, route: int, colour: int, coloured: int):
        buses = board.routes[route].length - coloured
        cards = {board.colours[colour]: coloured} if coloured else {}
        cards |= {board.kinds[board.bus]: buses} if buses else {}
        payment = "+".join(f"{number}{kind}" for kind, number in cards.items())
        name = board.routes[route].id
        super().__init__(index, f"claim {name} {payment}", "claim", route=name, cards=cards)
        self.route = route
        self.colour = colour  # with Bus cards alone it does not matter
        self.coloured = coloured
        self.buses = buses


class TakeTickets(Move):
    """Draw tickets (L17)."""

    __slots__ = ()


class PassTurn(Move):
    """Do nothing, for want of anything to do (L10)."""

    __slots__ = ()


class LondonMoves:
    """Every move on a board, in a fixed order and found by what it does.

    Sets of claims are integers: bit 0 stands for the first claim of the book.
    """

    def __init__(self, board: LondonBoard):
        self.board = board
        moves: list[Move] = []

        def add(move: Move) -> Move:
            moves.append(move)
            return move

        tickets = range(len(board.tickets))
        self.keep = {
            kept: add(Keep(len(moves), board, kept)) for kept in (*combinations(tickets, 1), *combinations(tickets, 2))
        }
        self.draw_deck = add(DrawDeck(len(moves), "draw deck", "draw"))
        self.draw_face_up = [add(DrawFaceUp(len(moves), board, card)) for card in range(len(board.kinds))]
        self.claims = self._claims(len(moves))
        moves += self.claims
        self.take_tickets = add(TakeTickets(len(moves), "tickets", "tickets"))
        self.pass_turn = add(PassTurn(len(moves), "pass", "pass"))
        self.all = tuple(moves)

        self.of_route = [self._claims_where(route=route) for route in range(len(board.routes))]
        # With so many buses in stock (L13).
        self.within_stock = [
            sum(self.of_route[index] for index, route in enumerate(board.routes) if route.length <= stock)
            for stock in range(board.buses + 1)
        ]
        # What so many cards of a colour and so many Bus cards pay for: payable[colour][cards][Bus cards].
        self.payable = [
            [
                [self._claims_payable(colour, cards, buses) for buses in range(board.copies[board.bus] + 1)]
                for cards in range(board.copies[colour] + 1)
            ]
            for colour in range(board.bus)
        ]

    def _claims(self, first: int) -> list[Claim]:
        """L11: a coloured route takes its colour, a grey one any one colour; Bus cards replace any of them."""
        claims: list[Claim] = []
        for index, route in enumerate(self.board.routes):
            colours = range(self.board.bus) if route.colour == GREY else (route.colour,)
            payments = [(colour, coloured) for colour in colours for coloured in range(route.length, 0, -1)]
            payments.append((colours[0], 0))
            for colour, coloured in payments:
                claims.append(Claim(first + len(claims), self.board, index, colour, coloured))
        return claims

    def _claims_where(self, route: int) -> int:
        return sum(1 << bit for bit, claim in enumerate(self.claims) if claim.route == route)

    def _claims_payable(self, colour: int, cards: int, buses: int) -> int:
        return sum(
            1 << bit
            for bit, claim in enumerate(self.claims)
            if claim.buses <= buses and (not claim.coloured or (claim.colour == colour and claim.coloured <= cards))
        )

    def listed(self, claims: int) -> list[Move]:
        """The claims of a set, in order."""
        moves: list[Move] = []
        while claims:
            lowest = claims & -claims
            moves.append(self.claims[lowest.bit_length() - 1])
            claims ^= lowest
        return moves


MOVES = LondonMoves(LONDON)
