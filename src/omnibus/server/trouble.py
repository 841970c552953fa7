"""What the server refuses, with a stable code for programs and a reason for people."""

from omnibus.rules.rulebook import Phrase, Refusal, catalogue, phrases

_TABLES = catalogue("omnibus.server", "texts.toml")
TEXTS: dict[str, Phrase] = phrases(_TABLES)
_STATUS = {code: int(table.get("status", 400)) for code, table in _TABLES.items()}


class ServerTrouble(Refusal):
    """Something the server does not do, with the reason in every language."""

    def __init__(self, code: str, **params: object):
        super().__init__(TEXTS[code], **params)
        self.code = code

    @property
    def status(self) -> int:
        """What HTTP calls it."""
        return _STATUS[self.code]
