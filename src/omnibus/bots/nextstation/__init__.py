"""Bots for Next Station: London."""

from omnibus.bots.bot import Kind, at_once
from omnibus.bots.nextstation.lookahead import greedy, lookahead

BOTS: dict[str, Kind] = {"greedy": at_once(greedy), "lookahead": at_once(lookahead)}
