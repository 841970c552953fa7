"""Tables of Next Station: London for tests and pictures."""

from tests.scenes import Options, Scenes

EVERYTHING: Options = {"powers": True, "objectives": True}


def golden(number: int) -> Options:
    """All four combinations of the options in turn."""
    return {"objectives": number % 4 in (1, 3), "powers": number % 4 in (2, 3)}


# Only the cards that a round leaves in the pile stay hidden; in this deal there are some in many turns.
SCENES = Scenes(options=EVERYTHING, golden=golden, secrets="page 4", picture=EVERYTHING, pictured=(2, 62))
