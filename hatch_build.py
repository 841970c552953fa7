"""Sees to it that a wheel holds the browser client: builds it where it has not been built yet."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CLIENT = "src/omnibus/server/static/index.html"
OLDEST_NODE = 20
NEEDS_NODE = {
    "en": "The pages of omnibus-games are built with Node {oldest} or newer and npm (nodejs.org), which are not here; "
    "the terminal and the bots do without: pip install -e .",
    "fr": "Les pages d’omnibus-games se construisent avec Node {oldest} ou plus récent et npm (nodejs.org), qui ne "
    "sont pas là ; le terminal et les bots s’en passent : pip install -e .",
}
FAILED = {
    "en": "The pages of omnibus-games could not be built: “{command}” in web/ failed, see above.",
    "fr": "Les pages d’omnibus-games n’ont pas pu être construites : « {command} » dans web/ a échoué, voir plus haut.",
}


class ClientInTheWheel(BuildHookInterface[BuilderConfig]):
    """Builds the client, if need be; an editable install is for who works on it, or needs none."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (hatchling's signature)
        """Called by hatchling before it gathers the files."""
        if version == "editable" or Path(self.root, CLIENT).exists():
            return
        npm = shutil.which("npm")
        if npm is None or _node_version() < OLDEST_NODE:
            self._give_up(NEEDS_NODE, oldest=OLDEST_NODE)
            return
        installed = Path(self.root, "web/node_modules/.installed")  # `make` leaves it too
        if not installed.exists():
            self._run(npm, "ci", "--silent", "--no-audit", "--no-fund")
            installed.touch()
        self._run(npm, "run", "--silent", "build", "--", "--logLevel", "warn")

    def _run(self, npm: str, *words: str) -> None:
        if subprocess.run([npm, *words], cwd=Path(self.root, "web"), check=False).returncode:  # noqa: S603
            self._give_up(FAILED, command=f"npm {' '.join(words)}")

    def _give_up(self, texts: dict[str, str], **params: object) -> None:
        self.app.abort(texts[_language()].format(**params))


def _node_version() -> int:
    """The major version of Node; 0 if there is none."""
    node = shutil.which("node")
    if node is None:
        return 0
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603
    major = told.strip().removeprefix("v").partition(".")[0]
    return int(major) if major.isdigit() else 0


def _language() -> str:
    """French where the machine speaks French, English elsewhere."""
    said = (os.environ.get(name, "") for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    return "fr" if next(filter(None, said), "").lower().startswith("fr") else "en"
