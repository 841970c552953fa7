"""Next Station is drawn alone, for points."""

from omnibus.daily.deal import Setup

SETUP = Setup(seats=1)
