"""instructions.py MOST CALLS PLAIN SLICED: fails unless the sliced program takes at most MOST more instructions for
each call than the plain one.

Each program runs twice under callgrind, with the number of calls and with twice the number as its argument: the
difference is of the calls alone.
"""

import pathlib
import re
import subprocess
import sys


def instructions(program, calls):
    """Of the main thread."""
    out = pathlib.Path(f"{program}.{calls}")
    subprocess.run(["valgrind", "-q", "--tool=callgrind", "--separate-threads=yes", f"--callgrind-out-file={out}",
                    program, str(calls)], check=True, stdout=subprocess.DEVNULL)
    return int(re.search(r"^(?:totals|summary): (\d+)", pathlib.Path(f"{out}-01").read_text(), re.MULTILINE)[1])


most, calls = int(sys.argv[1]), int(sys.argv[2])
plain, sliced = ((instructions(p, 2 * calls) - instructions(p, calls)) / calls for p in sys.argv[3:])
print(f"{plain:.1f} instructions a call, and {sliced - plain:.1f} more")
sys.exit(sliced - plain > most)
