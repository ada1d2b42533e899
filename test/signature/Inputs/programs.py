"""Traces of programs: programs.py NAME FOLDER [RANKS] [RECORDS]."""

import os
import random
import sys

from traces import Trace


def contiguous(t, rank, ranks, records):
    for i in range(records):
        t.read("/data/in", (rank * records + i) * 32768, 32768)


def interleaved(t, rank, ranks, records):
    for i in range(records):
        t.read("/data/in", (i * ranks + rank) * 4096, 4096)


def lu(t, rank, ranks, records):
    """Table 1 of Byna et al."""
    for k in range(125):
        t.read("/data/matrix", 1049088 + k * 524544, 524544, gap=random.randint(1000, 9000))
        for j in range(k + 1):
            t.read("/data/matrix", 524544 * (j + 1), 518272 - 4096 * j, gap=random.randint(1000, 9000))
        t.read("/data/matrix", 0, 522368)


def tiles(t, rank, ranks, records):
    """A rank reads a tile of an array of 2 columns of tiles, row by row."""
    x, y = rank % 2, rank // 2
    for row in range(records):
        t.read("/data/array", ((y * records + row) * 2 + x) * 1000, 1000)


def tile(t, rank, ranks, records):
    """mpi-tile-io: one access."""
    t.read("/data/array", rank * 1024000, 10240000, layer="collective",
           view=(0, rank * 102400, 10240000 * 2, 77))


def shares(t, rank, ranks, records):
    """Each rank has its share of a file of 64 records."""
    share = 64 // ranks
    for i in range(share):
        t.read("/data/in", (rank * share + i) * 512, 512)


def own(t, rank, ranks, records):
    """Rank 0 reads a header, each rank a file of its own."""
    if rank == 0:
        t.read("/data/header", 0, 128)
    for i in range(records):
        t.read("/data/part.%04d" % rank, i * 100, 100)


def leader(t, rank, ranks, records):
    """Rank 0 looks at the header first."""
    if rank == 0:
        t.read("/data/in", 0, 96)
    for i in range(records):
        t.read("/data/in", 4096 + (i * ranks + rank) * 512, 512)


def scattered(t, rank, ranks, records):
    draw = random.Random(rank)
    for i in range(records):
        t.read("/data/in", draw.randrange(10**9), 4096)


def header(t, rank, ranks, records):
    """Much of all sizes before a loop, what the kernel says, and data in memory."""
    t.read("/proc/self/status", 0, 1024)
    t.read("/dev/urandom", 0, 1024)
    t.read("/dev/shm/table", 4096, 1024)
    for i in range(9):
        t.read("/data/in", i * i * 1000, 10 + i)
    for i in range(records):
        t.read("/data/in", 10**6 + i * 4096, 512)


def mixed(t, rank, ranks, records):
    """Two threads, two openings, writes, and counts that differ by rank."""
    for opening in range(2):
        for i in range(records):
            t.read("/data/in", i * 512, 512)
            t.read("/data/in", 10**6 - i * 512, 512, thread=2)
            if i % 2:
                t.write("/data/out", i * 100, 100 + i)
        t.access("close", "/data/in", 0, 0)
    for i in range(rank * rank):
        t.read("/data/other", i * i, 10)


name, folder = sys.argv[1:3]
ranks = int(sys.argv[3]) if len(sys.argv) > 3 else 0
records = int(sys.argv[4]) if len(sys.argv) > 4 else 100
random.seed(1)
os.makedirs(folder, exist_ok=True)
for rank in range(max(ranks, 1)):
    trace = Trace(rank if ranks else -1, ranks, process=100 + rank, program=name)
    globals()[name](trace, rank, max(ranks, 1), records)
    trace.save(os.path.join(folder, "%s.host.%d.accesses" % (name, trace.process)))
