"""Tables of Bus for tests and pictures."""

from tests.scenes import Scenes

SCENES = Scenes(pictured=(4, 130))
