"""Learnt the game by playing it: a network, which moves at once, as looking ahead with it did not gain."""

from pathlib import Path

from omnibus.bots.bot import Bot
from omnibus.bots.master import Looks, master_in

LOOKS = Looks(candidates=1)


def sit_down(folder: Path) -> Bot:
    """The master whose network lies in a folder."""
    return master_in(folder, LOOKS)
