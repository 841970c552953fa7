"""A person against two bots."""

from omnibus.daily.deal import Setup

SETUP = Setup(seats=3, fewest_points_win=True)
