"""Tables of Terminus for tests and pictures."""

from tests.scenes import Options, Scenes


def golden(number: int) -> Options:
    """Games to the usual target, and shorter ones."""
    return {"target": (100, 100, 100, 10, 20, 30, 40, 50, 60, 70)[number]}


SCENES = Scenes(options={"target": 20}, golden=golden, pictured=(3, 53))
