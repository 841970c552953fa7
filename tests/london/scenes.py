"""Tables of Ticket to Ride: London for tests and pictures."""

from tests.scenes import Scenes

SCENES = Scenes(pictured=(3, 48))
