"""Idioms in which all ranks write a little and then read together."""

from idiom import IGNORE, idiom


@idiom(40, uniform=True)
def written_and_read(g, s, w):
    """Phases of small collective writes and of collective reads by one handle.

    A rank reads its own part at once. What others wrote needs sync, barrier and
    sync, or an atomic file and a barrier.
    """
    bytes, phases = g.pick(8, 64, 600), g.upto(1, 4)
    parts = g.upto(2, 12)
    others = g.chance(0.6)
    atomic = others and g.chance(0.3)
    stride = f"(MPI_Offset)ranks * {bytes}"
    w(f"byte b[{bytes}];", f'MPI_File f = openFile(MPI_COMM_WORLD, "phases{g.name("")}", MPI_MODE_CREATE | MPI_MODE_RDWR);')
    if atomic:
        w("MPI_File_set_atomicity(f, 1);")
    grows = g.chance(0.5)
    with w.block(f"for (int k = 0; k < {phases}; k++)"):
        base = f"(MPI_Offset)k * {parts} * {stride} + " if grows else ""
        with w.block(f"for (int j = 0; j < {parts}; j++)"):
            w(f"memset(b, k * 37 + j * 5 + rank, sizeof b);")
            w(f"MPI_File_write_at_all(f, {base}j * {stride} + rank * {bytes}, b, {bytes}, {IGNORE});")
            if g.chance(0.2):
                w("compute();")
        sync = [] if atomic else ["MPI_File_sync(f);"]
        if others:
            w(*sync, "MPI_Barrier(MPI_COMM_WORLD);", *sync)
        whose = "(rank + 1) % ranks" if others else "rank"
        with w.block(f"for (int j = 0; j < {parts}; j++)"):
            w(f"MPI_File_read_at_all(f, {base}(MPI_Offset)(j * {g.pick(1, 5, 7)} % {parts}) * {stride} + {whose} * {bytes}, b, {bytes}, {IGNORE});")
            w("mix(&sum, b, sizeof b);", "compute();")
        if others:
            w(*sync, "MPI_Barrier(MPI_COMM_WORLD);", *sync)
    w("MPI_File_close(&f);")
