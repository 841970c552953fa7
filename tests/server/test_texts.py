"""Every code the server can give has a text, and every text is used."""

import re
from pathlib import Path

from omnibus.server.trouble import TEXTS, ServerTrouble

SOURCES = sorted((Path(__file__).parent.parent.parent / "src" / "omnibus" / "server").rglob("*.py"))


def test_texts_and_codes_fit() -> None:
    named = set()
    for path in SOURCES:
        named |= set(re.findall(r'"([a-z]+(?:-[a-z]+)*)"', path.read_text(encoding="utf-8")))
    assert set(TEXTS) <= named
    raised = set()
    for path in SOURCES:
        raised |= set(re.findall(r'ServerTrouble\(\s*"([a-z-]+)"', path.read_text(encoding="utf-8")))
    assert raised <= set(TEXTS)
    assert {ServerTrouble(code).status for code in TEXTS} <= {400, 401, 403, 404, 405, 409, 413, 429, 500, 503}
