"""Small networks that have learnt nothing, for tests that ask how one plays with them."""

import json
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from omnibus.rules.game import Game

WIDTH = 24


def write_network(folder: Path, game: Game, **changes: Any) -> Path:
    """A network of one block with any weights, as the trainer exports it."""
    encoding = game.encoding
    assert encoding is not None
    rng = np.random.default_rng(1)

    def any_weights(*shape: int) -> Any:
        return rng.normal(0, 2 / shape[0] ** 0.5, shape).astype(np.float16)

    weights = {
        "input": any_weights(encoding.length, WIDTH),
        "block 0 in": any_weights(WIDTH, WIDTH),
        "block 0 out": any_weights(WIDTH, WIDTH),
        "policy": any_weights(WIDTH, len(game.moves)),
        "values": any_weights(WIDTH, 2),
    }
    weights |= {f"{name} bias": np.zeros(each.shape[1], np.float16) for name, each in weights.items()}
    weights |= {name: np.ones(WIDTH, np.float16) for name in ("block 0 norm", "norm")}
    packed = BytesIO()
    np.savez(packed, **weights)
    manifest = {
        "game": game.id,
        "ruleset": game.ruleset,
        "encoding": [[part.name, part.size, part.lowest, part.highest] for part in encoding.parts],
        "blocks": 1,
        "points": 10.0,
        "sha256": sha256(packed.getvalue()).hexdigest(),
        "recipe": {"share": 1.0, "score": 0.3, "points": 10.0},
        **changes,
    }
    folder.mkdir(parents=True)
    (folder / "weights.npz").write_bytes(packed.getvalue())
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder
