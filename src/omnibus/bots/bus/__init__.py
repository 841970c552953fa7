"""Bots for Bus."""

from omnibus.bots.bot import Kind, at_once
from omnibus.bots.bus.greedy import play_greedily

BOTS: dict[str, Kind] = {"greedy": at_once(play_greedily)}
