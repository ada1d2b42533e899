"""Waits until a companion of this process has a niceness 5 above the process's. The companion's second argument is the
number of the process."""

import os
import sys
import time
from pathlib import Path


def companions():
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"foreslice-companion" in words[0] and words[2:3] == [b"%d" % os.getpid()]:
            yield int(folder.name)


def niceness(process):
    try:
        return os.getpriority(os.PRIO_PROCESS, process)
    except ProcessLookupError:
        return None


end = time.monotonic() + 60
while time.monotonic() < end:
    if any(niceness(process) == min(19, os.nice(0) + 5) for process in companions()):
        sys.exit(0)
    time.sleep(0.01)
sys.exit([(process, niceness(process)) for process in companions()])
