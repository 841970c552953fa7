"""A network for those who play with it: weights in half precision, and a manifest that says what they are."""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import jax
import numpy as np

from omnibus.rules.game import Game
from omnibus.training.checkpoint import packed, write
from omnibus.training.network import VALUES, Network, Weights, count_of, halved
from omnibus.training.recipe import Recipe


def export(
    folder: Path, game: Game, network: Network, recipe: Recipe, weights: Weights, facts: Mapping[str, Any]
) -> None:
    """Write `weights.npz` and `manifest.json`, which `omnibus.bots.network` reads."""
    parts = () if game.encoding is None else game.encoding.parts
    half = jax.device_get(halved(weights))
    data = packed({name: np.asarray(each) for name, each in half.items()})
    manifest = {
        "game": game.id,
        "ruleset": game.ruleset,
        "encoding": [[part.name, part.size, part.lowest, part.highest] for part in parts],
        "moves": network.moves,
        "blocks": network.blocks,
        "values": list(VALUES),
        "points": recipe.points,
        "weights": count_of(weights),
        "sha256": sha256(data).hexdigest(),
        "recipe": recipe.plain(),
        "hardware": jax.devices()[0].device_kind,
        **facts,
    }
    write(folder / "weights.npz", data)
    write(folder / "manifest.json", (json.dumps(manifest, indent=1) + "\n").encode())
