"""A network that learnt a game by playing, in NumPy.

It is the network of `omnibus.training` with the weights that were learnt there. NumPy is needed here and nowhere else
in this room: whoever asks for a network imports this module then.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from omnibus.bots.faults import TEXTS
from omnibus.rules.game import Game
from omnibus.rules.rulebook import Refusal

Floats = npt.NDArray[np.float32]

NOT_ZERO = np.float32(1e-6)


class BadNetwork(Refusal):
    """A network that cannot play this game."""

    def __init__(self, key: str, **params: object):
        super().__init__(TEXTS[key], **params)


class Opinion(NamedTuple):
    """What a network thinks of positions, one a row."""

    logits: Floats  # how good every move looks: of those that are legal, by their exponentials
    share: Floats  # of the victory, less what it would be by lot
    points: Floats  # still to come


class Network:
    """Weights in memory. What a seat knows goes in as the game's encoding has it."""

    def __init__(self, manifest: dict[str, Any], weights: dict[str, Floats]):
        self.manifest = manifest
        self._weights = weights
        bounds = [max(highest, -lowest, 1) for _, size, lowest, highest in manifest["encoding"] for _ in range(size)]
        self._scale = (1 / np.sqrt(bounds)).astype(np.float32)

    def __call__(self, numbers: Sequence[Sequence[int]], moves: int | None = None) -> Opinion:
        """Its opinion of several positions, of the first so many moves."""
        hidden = self.hidden(np.asarray(numbers, np.float32))
        return Opinion(self.logits(hidden, slice(moves)), *self.values(hidden))

    def hidden(self, numbers: Floats) -> Floats:
        """What it makes of several positions, whose last numbers may be left out if they are zeros."""
        weights, given = self._weights, numbers.shape[1]
        scaled: Floats = numbers * self._scale[:given]
        hidden = np.maximum(scaled @ weights["input"][:given] + weights["input bias"], 0)
        for block in range(self.manifest["blocks"]):
            inner = np.maximum(self._dense(f"block {block} in", self._normed(f"block {block} norm", hidden)), 0)
            hidden = hidden + self._dense(f"block {block} out", inner)
        return self._normed("norm", hidden)

    def logits(self, hidden: Floats, moves: slice) -> Floats:
        """How good some moves look there."""
        looks: Floats = hidden @ self._weights["policy"][:, moves] + self._weights["policy bias"][moves]
        return looks

    def values(self, hidden: Floats) -> tuple[Floats, Floats]:
        """The share of the victory, and the points still to come there."""
        values = self._dense("values", hidden)
        return values[:, 0], values[:, 1] * np.float32(self.manifest["points"])

    def _dense(self, name: str, hidden: Floats) -> Floats:
        return hidden @ self._weights[name] + self._weights[f"{name} bias"]

    def _normed(self, name: str, hidden: Floats) -> Floats:
        length = np.sqrt(np.mean(hidden * hidden, axis=-1, keepdims=True) + NOT_ZERO)
        normed: Floats = hidden / length * self._weights[name]
        return normed


def chances(logits: Floats, legal: Sequence[int]) -> Floats:
    """How likely the network is to choose each of the legal moves, by their indexes."""
    looks = logits[list(legal)]
    raised = np.exp(looks - looks.max())
    likely: Floats = raised / raised.sum()
    return likely


def weights_in(folder: Path) -> tuple[dict[str, Any], dict[str, Floats]]:
    """What lies in a folder: `manifest.json`, and the `weights.npz` that it tells of."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    data = (folder / "weights.npz").read_bytes()
    if sha256(data).hexdigest() != manifest["sha256"]:
        raise BadNetwork("network-damaged", folder=folder)
    with np.load(BytesIO(data)) as arrays:
        return manifest, {name: arrays[name].astype(np.float32) for name in arrays.files}


def refuse_other_rules(game: Game, learnt: Mapping[str, Any], folder: Path) -> None:
    """A network knows one game by one ruleset."""
    if (learnt["game"], learnt["ruleset"]) != (game.id, game.ruleset):
        theirs = {"learnt": learnt["game"], "theirs": learnt["ruleset"]}
        raise BadNetwork("network-other-rules", folder=folder, **theirs, game=game.id, ours=game.ruleset)


@cache
def network_in(folder: Path) -> Network:
    """The network in a folder, read once."""
    return Network(*weights_in(folder))


def network_for(game: Game, folder: Path) -> Network:
    """The network in a folder, if it plays that game, by these rules and with this encoding."""
    network = network_in(folder)
    refuse_other_rules(game, network.manifest, folder)
    encoding = game.encoding
    parts = [] if encoding is None else [[part.name, part.size, part.lowest, part.highest] for part in encoding.parts]
    if network.manifest["encoding"] != parts:
        raise BadNetwork("network-other-encoding", folder=folder, game=game.id)
    return network
