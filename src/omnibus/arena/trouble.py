"""What the arena cannot do, told in one line."""

from importlib.util import find_spec

from omnibus.rules.rulebook import Phrase, Refusal, catalogue, phrases

TEXTS: dict[str, Phrase] = phrases(catalogue("omnibus.arena", "texts.toml"))


class ArenaTrouble(Refusal):
    """Something the arena cannot do."""

    def __init__(self, key: str, **params: object):
        super().__init__(TEXTS[key], **params)


def check_packages() -> None:
    """Refuse in one line what will need packages that are not there, before anything is played."""
    if not all(find_spec(package) for package in ("matplotlib", "openskill", "scipy")):
        raise ArenaTrouble("needs-packages", extra="arena")
