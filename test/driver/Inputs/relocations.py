"""Fails unless the loader gets less than half of a library's packed relocations."""

import re
import subprocess
import sys


def readelf(*options):
    return subprocess.run(["readelf", "-W", *options, sys.argv[1]], capture_output=True,
                          text=True, check=True).stdout


section = re.search(r" [.]relr[.]dyn +RELR +\w+ \w+ (\w+)", readelf("-S"))
if section:
    loaders = int(re.search(r"[(]RELRSZ[)] +(\d+)", readelf("-d"))[1])
    if 2 * loaders >= int(section[1], 16):
        sys.exit(f"the loader gets {loaders} of {int(section[1], 16)} bytes")
