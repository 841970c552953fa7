"""The browser of whoever sits at this machine."""

import os
import sys
import webbrowser
from collections.abc import Mapping


def show_page(address: str) -> None:
    """Open a page, if there is a screen to show it on."""
    if has_screen(os.environ, sys.platform):
        webbrowser.open(address)


def has_screen(environment: Mapping[str, str], platform: str) -> bool:
    """Whether a browser could open a window here. Without one, Python would start one that fills the terminal."""
    if platform in ("darwin", "win32"):
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))
