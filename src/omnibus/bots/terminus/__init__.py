"""Bots for Terminus."""

from omnibus.bots.bot import Kind, at_once
from omnibus.bots.terminus.sensible import play_sensibly

BOTS: dict[str, Kind] = {"sensible": at_once(play_sensibly)}
