"""Writes folders of access traces with known times: steps, random, busy, and early: steps an hour after another read."""

import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "signature", "Inputs"))
from traces import Trace  # noqa: E402

MS = 1_000_000


def write(kind):
    dice = random.Random(1)
    trace = Trace()
    if kind == "early":
        trace.access("read", "/proc/meminfo", 0, 1, took=1)
        trace.now += 3_600_000 * MS
    for i in range(64):
        offset = dice.randrange(1 << 40) if kind == "random" else i * 1_000_000
        trace.access("read", "/data", offset, 4096, took=MS, gap=MS + (1000 if kind == "busy" else 4 * MS))
    os.makedirs(kind)
    trace.save(os.path.join(kind, "solver.n1.site.7.accesses"))


for kind in sys.argv[1:]:
    write(kind)
