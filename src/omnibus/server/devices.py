"""What a browser calls itself, in the words that its owner would use."""

import re

_BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "Vivaldi": "Vivaldi",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}  # most call themselves Chrome or Safari too: the one that stands first counts
_SYSTEMS = {
    "Android": "Android",
    "iPhone": "iOS",
    "iPad": "iPadOS",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}


def browser_name(user_agent: str) -> str | None:
    """The browser, or the program that asks instead."""
    for sign, name in _BROWSERS.items():
        if f"{sign}/" in user_agent:
            return name
    program = re.match(r"[A-Za-z][\w.-]*", user_agent)
    return None if program is None or program[0] == "Mozilla" else program[0]


def system_name(user_agent: str) -> str | None:
    """The system that the browser runs on."""
    return next((name for sign, name in _SYSTEMS.items() if sign in user_agent), None)
