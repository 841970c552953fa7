"""Where luck comes from in a deal that several play: the same moves bring the same game."""

import hmac


def bot_luck(seed: str, seat: int, decision: int) -> str:
    """The luck of a bot: of the deal, its seat, and how many decisions it has made there before.

    It goes through HMAC, so that a bot cannot tell from it what lies in the deck.
    """
    return hmac.digest(seed.encode(), f"bot/{seat}/{decision}".encode(), "sha256").hex()
