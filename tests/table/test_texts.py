"""Every code a table can give has a text, and every text is used."""

import re
from pathlib import Path

from omnibus.table.trouble import TEXTS

SOURCES = Path(__file__).parent.parent.parent / "src" / "omnibus"


def test_texts_and_codes_fit() -> None:
    raised = set()
    for path in (*(SOURCES / "table").glob("*.py"), *(SOURCES / "server").glob("*.py")):
        raised |= set(re.findall(r'TableTrouble\(\s*"([a-z-]+)"', path.read_text(encoding="utf-8")))
    assert raised == set(TEXTS)
