"""What the arena cannot do, told in one line."""

from omnibus.rules.rulebook import Phrase, Refusal, catalogue, phrases

TEXTS: dict[str, Phrase] = phrases(catalogue("omnibus.arena", "texts.toml"))


class ArenaTrouble(Refusal):
    """Something the arena cannot do."""

    def __init__(self, key: str, **params: object):
        super().__init__(TEXTS[key], **params)
