"""Starting programs as a person would, and waiting for them."""

import signal

PATIENCE = 90.0  # seconds: a machine may have other things to do


def hear_all_signals() -> None:
    """In a new process, before its program: these tests may have been started deaf to some, and that is passed on."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
