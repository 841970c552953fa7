"""What can be wrong with a bot, told in one line."""

from omnibus.rules.rulebook import Phrase, Refusal, catalogue, phrases

TEXTS: dict[str, Phrase] = phrases(catalogue("omnibus.bots", "texts.toml"))


class NoSuchBot(Refusal):
    """A name that no bot has."""

    def __init__(self, bot: str, game: str, bots: list[str]):
        super().__init__(TEXTS["no-such-bot"], bot=bot[:40], game=game, bots=bots)


class BotUnfit(Refusal):
    """A bot that knows the game and still cannot play it here."""

    def __init__(self, key: str, **params: object):
        super().__init__(TEXTS[key], **params)


class BadGuest(Refusal):
    """A bot of somebody's own that cannot sit down."""

    def __init__(self, key: str, **params: object):
        super().__init__(TEXTS[key], **params)


class BotFault(Refusal):
    """A bot that does not answer with a legal move."""

    def __init__(self, key: str, **params: object):
        super().__init__(TEXTS[key], **params)
        self.key = key
