"""What cannot be studied, told in one line."""

from omnibus.rules.rulebook import Phrase, Refusal, catalogue, phrases

TEXTS: dict[str, Phrase] = phrases(catalogue("omnibus.study", "texts.toml"))


class StudyTrouble(Refusal):
    """Something that cannot be studied."""

    def __init__(self, key: str, **params: object):
        super().__init__(TEXTS[key], **params)
