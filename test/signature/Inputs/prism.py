"""Traces of a program as PRISM (Madhyastha, Elford and Reed 1996, figure 5), of eight ranks: prism.py FOLDER."""

import sys

from traces import Trace

RANKS = 8
for rank in range(RANKS):
    trace = Trace(rank, RANKS, process=rank + 1, program="prism")
    # Ranks start one after the other.
    trace.now += rank * 50_000
    # Phase one: all ranks read the initial files in small pieces; the restart file has a header,
    # and then a part of each rank in turn.
    for i in range(60):
        trace.read("/m16.rea", i * 40, 40, gap=100_000)
    for i in range(20):
        trace.read("/m16.rst", i * 500, 500, gap=100_000)
    for i in range(30):
        trace.read("/m16.rst", 10_000 + (i * RANKS + rank) * 8192, 8192, gap=100_000)
    # Phase two: rank 0 writes for all.
    if rank == 0:
        for i in range(40):
            trace.write("/m16.his", i * 200, 200, gap=100_000)
    # Phase three: all ranks write the result in turn.
    trace.now = trace.began + 100_000_000 + rank * 50_000
    for i in range(30):
        trace.write("/m16.fld", (i * RANKS + rank) * 16384, 16384, gap=200_000)
    trace.save(f"{sys.argv[1]}/{rank}.accesses")
