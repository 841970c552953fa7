"""A person against two bots."""

from omnibus.daily.deal import Setup

SETUP = Setup(seats=3)
