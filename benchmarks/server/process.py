"""What a process has used, as Linux tells."""

import os
import resource
from pathlib import Path


def resident(process: int) -> int:
    """The memory of a process in bytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def processor_seconds(process: int) -> float:
    """The processor time a process has used, without its children."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
