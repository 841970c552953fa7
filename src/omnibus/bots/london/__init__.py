"""Bots for Ticket to Ride: London."""

from omnibus.bots.bot import Kind, at_once
from omnibus.bots.london.greedy import play_greedily

BOTS: dict[str, Kind] = {"greedy": at_once(play_greedily)}
