"""Keeping a run on disk, so that it goes on as if it had never stopped.

All arrays are one npz file, cut into pieces that are small enough to be sent about. The list of the pieces is written
last, in one stroke: whatever happens before, the earlier checkpoint stays.
"""

import json
import os
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from omnibus.training.trouble import BadCheckpoint

Arrays = Mapping[str, npt.NDArray[Any]]

INDEX = "checkpoint.json"
PIECE = 15 * 1024 * 1024


def save(folder: Path, arrays: Arrays, facts: Mapping[str, Any], piece: int = PIECE) -> None:
    """Keep the arrays and the facts, instead of what was kept before."""
    whole = packed(arrays)
    digest = sha256(whole).hexdigest()
    names = []
    for number, first in enumerate(range(0, len(whole), piece)):
        names.append(f"checkpoint-{digest[:8]}.{number}")
        write(folder / names[-1], whole[first : first + piece])
    index = {"pieces": names, "sha256": digest, **facts}
    write(folder / INDEX, json.dumps(index, indent=1).encode())
    for old in folder.glob("checkpoint-*"):
        if old.name not in names:
            old.unlink()


def load(folder: Path) -> tuple[Arrays, dict[str, Any]]:
    """What was kept last."""
    try:
        facts = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        whole = b"".join((folder / name).read_bytes() for name in facts.pop("pieces"))
    except OSError as error:
        raise BadCheckpoint("checkpoint-missing", folder=folder, reason=error) from error
    if sha256(whole).hexdigest() != facts.pop("sha256"):
        raise BadCheckpoint("checkpoint-damaged", folder=folder)
    with np.load(BytesIO(whole)) as arrays:
        return dict(arrays), facts


def write(path: Path, data: bytes) -> None:
    """Write a file in one stroke: nobody ever finds half of it."""
    half = path.with_name(f".{path.name}.half")
    with half.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    half.replace(path)


def packed(arrays: Arrays) -> bytes:
    """An npz file. Fractions look like noise and stay as they are; positions shrink to a tenth."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, array in arrays.items():
            plain = BytesIO()
            np.save(plain, array, allow_pickle=False)
            noisy = np.issubdtype(array.dtype, np.floating)
            entry = zipfile.ZipInfo(f"{name}.npy")  # without the time of day: the same run gives the same file
            archive.writestr(entry, plain.getvalue(), zipfile.ZIP_STORED if noisy else zipfile.ZIP_DEFLATED, 1)
    return packed.getvalue()
