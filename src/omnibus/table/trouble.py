"""What cannot be done at a table, with a stable code for programs and a reason for people."""

from omnibus.rules.rulebook import Phrase, Refusal, catalogue, phrases

TEXTS: dict[str, Phrase] = phrases(catalogue("omnibus.table", "texts.toml"))


class TableTrouble(Refusal):
    """Something that cannot be done at a table, with the reason in every language."""

    def __init__(self, code: str, **params: object):
        super().__init__(TEXTS[code], **params)
        self.code = code
