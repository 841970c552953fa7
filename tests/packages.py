"""Packages of others, found by programs that we start as if they had been installed."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

SRC = Path(__file__).parent.parent / "src"


def with_packages(*folders: Path) -> str:
    """A PYTHONPATH with this program on it, and those folders."""
    return os.pathsep.join(str(folder) for folder in (SRC, *folders))


def entry_points_of(project: Path, folder: Path) -> Path:
    """What an installer would leave in a folder of a project's entry points, read from its pyproject.toml."""
    told = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return announce(folder, told["name"], told["version"], told["entry-points"])


def announce(folder: Path, name: str, version: str, groups: Mapping[str, Mapping[str, str]]) -> Path:
    """Say in a folder that a package is installed, and what its entry points are."""
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    lines = [line for group, points in groups.items() for line in (f"[{group}]", *_lines(points), "")]
    (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    return folder


def _lines(points: Mapping[str, str]) -> list[str]:
    return [f"{name} = {value}" for name, value in points.items()]
