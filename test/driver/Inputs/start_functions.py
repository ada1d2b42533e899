"""Fails unless the listed functions of a library lie in its first bytes."""

import pathlib
import subprocess
import sys

MOST_BYTES = 128 << 10

library, names = sys.argv[1], set(pathlib.Path(sys.argv[2]).read_text().split())
places = {}
for line in subprocess.run(["nm", library], capture_output=True, text=True, check=True).stdout.splitlines():
    *address, kind, name = line.split()
    if address and kind in "tTwW" and name in names:
        places[name] = int(address[0], 16)
far = [name for name, place in places.items() if place >= MOST_BYTES]
if far or len(places) < 0.8 * len(names):
    sys.exit(f"{len(places)} of {len(names)} functions are there; far away: {far}")
