"""Why a network cannot learn so, told in one line."""

from omnibus.rules.rulebook import Phrase, Refusal, catalogue, phrases

TEXTS: dict[str, Phrase] = phrases(catalogue("omnibus.training", "texts.toml"))


class BadRecipe(Refusal):
    """A recipe that cannot be followed."""

    def __init__(self, key: str, **params: object):
        super().__init__(TEXTS[key], **params)


class BadCheckpoint(Refusal):
    """A checkpoint from which nothing can go on."""

    def __init__(self, key: str, **params: object):
        super().__init__(TEXTS[key], **params)
