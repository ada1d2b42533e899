"""Idioms in which all ranks write a little and then read together."""

from idiom import IGNORE, idiom


@idiom(40, uniform=True, where="mpi")
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

    def access(what, at):
        """Collective, in one of three ways."""
        way = g.weighted([(5, "plain"), (1, "split"), (1, "started")])
        if way == "plain":
            w(f"MPI_File_{what}_at_all(f, {at}, b, {bytes}, {IGNORE});")
        elif way == "split":
            w(f"MPI_File_{what}_at_all_begin(f, {at}, b, {bytes}, MPI_BYTE);", f"MPI_File_{what}_at_all_end(f, b, MPI_STATUS_IGNORE);")
        else:
            w("MPI_Request request;", f"MPI_File_i{what}_at_all(f, {at}, b, {bytes}, MPI_BYTE, &request);",
              "MPI_Wait(&request, MPI_STATUS_IGNORE);")  # fmt: skip

    w(f"byte b[{bytes}];", f'MPI_File f = openFile(MPI_COMM_WORLD, "phases{g.name("")}", MPI_MODE_CREATE | MPI_MODE_RDWR);')
    if atomic:
        w("MPI_File_set_atomicity(f, 1);")
    grows = g.chance(0.5)
    with w.block(f"for (int k = 0; k < {phases}; k++)"):
        base = f"(MPI_Offset)k * {parts} * {stride} + " if grows else ""
        with w.block(f"for (int j = 0; j < {parts}; j++)"):
            w(f"memset(b, k * 37 + j * 5 + rank, sizeof b);")
            access("write", f"{base}j * {stride} + rank * {bytes}")
            if g.chance(0.2):
                w("compute();")
        sync = [] if atomic else ["MPI_File_sync(f);"]
        if others:
            w(*sync, "MPI_Barrier(MPI_COMM_WORLD);", *sync)
        whose = "(rank + 1) % ranks" if others else "rank"
        with w.block(f"for (int j = 0; j < {parts}; j++)"):
            access("read", f"{base}(MPI_Offset)(j * {g.pick(1, 5, 7)} % {parts}) * {stride} + {whose} * {bytes}")
            w("mix(&sum, b, sizeof b);", "compute();")
        if others:
            w(*sync, "MPI_Barrier(MPI_COMM_WORLD);", *sync)
    w("MPI_File_close(&f);")


@idiom(40, uniform=True, where="mpi")
def through_views(g, s, w):
    """Each rank writes its blocks of all through a view, then reads them."""
    number = g.pick(1, 4, 50)
    phases, parts = g.upto(1, 3), g.upto(2, 10)
    split = g.chance(0.2)
    w(f"int b[{number}];", "MPI_Datatype mine;",
      f'MPI_File f = openFile(MPI_COMM_WORLD, "viewed{g.name("")}", MPI_MODE_CREATE | MPI_MODE_RDWR);',
      f"MPI_Type_vector({parts}, {number}, {number} * ranks, MPI_INT, &mine);", "MPI_Type_commit(&mine);",
      f'MPI_File_set_view(f, {g.pick(0, 16)} + (MPI_Offset)rank * {number * 4}, MPI_INT, mine, "native", MPI_INFO_NULL);')  # fmt: skip
    with w.block(f"for (int k = 0; k < {phases}; k++)"):
        w("MPI_File_seek(f, 0, MPI_SEEK_SET);")
        with w.block(f"for (int j = 0; j < {parts}; j++)"):
            w(f"for (int i = 0; i < {number}; i++)", "  b[i] = rank * 10000 + k * 500 + j * 50 + i;")
            if split:
                w(f"MPI_File_write_all_begin(f, b, {number}, MPI_INT);", "compute();", "MPI_File_write_all_end(f, b, MPI_STATUS_IGNORE);")
            else:
                w(f"MPI_File_write_all(f, b, {number}, MPI_INT, MPI_STATUS_IGNORE);")
        w("MPI_File_seek(f, 0, MPI_SEEK_SET);")
        way = g.pick("all", "at_all", "single")
        if way == "single":
            # Open MPI's aggregators write while the others read on.
            w("MPI_Barrier(MPI_COMM_WORLD);")
        with w.block(f"for (int j = 0; j < {parts}; j++)"):
            if way == "all":
                w(f"MPI_File_read_all(f, b, {number}, MPI_INT, MPI_STATUS_IGNORE);")
            else:
                at = f"(MPI_Offset)(j * {g.pick(1, 3)} % {parts}) * {number}"
                w(f"MPI_File_read_at{'_all' if way == 'at_all' else ''}(f, {at}, b, {number}, MPI_INT, MPI_STATUS_IGNORE);")
            w("mix(&sum, b, sizeof b);", "compute();")
    w("MPI_File_close(&f);", "MPI_Type_free(&mine);")


@idiom(40, uniform=True, where="mpi")
def checkpoint_and_back(g, s, w):
    """All write blocks of which rank 0 writes a table; all read it and the blocks."""
    bytes, rounds = g.pick(100, 5000), g.upto(1, 3)
    w(f"byte b[{bytes}];", "u64 table[64];", "MPI_Offset size = 0;",
      f'MPI_File f = openFile(MPI_COMM_WORLD, "saved{g.name("")}", MPI_MODE_CREATE | MPI_MODE_RDWR);',
      f"MPI_File_set_size(f, 512 + (MPI_Offset)ranks * {rounds * bytes});")  # fmt: skip
    everybody = "MPI_File_sync(f);", "MPI_Barrier(MPI_COMM_WORLD);", "MPI_File_sync(f);"
    with w.block(f"for (int k = 0; k < {rounds}; k++)"):
        w("memset(b, rank * 7 + k + 1, sizeof b);")
        w(f"MPI_File_write_at_all(f, 512 + (MPI_Offset)(k * ranks + rank) * {bytes}, b, {bytes}, {IGNORE});")
        with w.block("if (rank == 0)"):
            w(f"for (int r = 0; r < 64; r++)", f"  table[r] = 512 + (u64)(k * ranks + (r + k) % ranks) * {bytes};")
            w(f"MPI_File_write_at(f, 0, table, 512, {IGNORE});")
        w(*everybody)
        w(f"MPI_File_read_at{g.pick('', '_all')}(f, 0, table, 512, {IGNORE});", "MPI_File_get_size(f, &size);", "mixNumber(&sum, (u64)size);")
        with w.block("for (int r = 0; r < ranks; r++)"):
            w(f"MPI_File_read_at{g.pick('', '_all')}(f, (MPI_Offset)table[(r + rank) % 64], b, {bytes}, {IGNORE});", "mix(&sum, b, sizeof b);", "compute();")
        w(*everybody)
    w("MPI_File_close(&f);")


@idiom(40, uniform=True, where="mpi")
def read_elsewhere(g, s, w):
    """Written together by one handle, read by a handle of all or of each rank."""
    bytes, phases, parts = g.pick(8, 300, 3000), g.upto(1, 4), g.upto(1, 4)
    comm = g.pick("MPI_COMM_WORLD", "MPI_COMM_SELF")
    name = f"elsewhere{g.name('')}"
    w(f"byte b[{bytes}];", "MPI_Status status;", f'MPI_File f = openFile(MPI_COMM_WORLD, "{name}", MPI_MODE_CREATE | MPI_MODE_RDWR);')
    other = f'MPI_File other = openFile({comm}, "{name}", MPI_MODE_RDONLY);'
    again = g.chance(0.3)
    if not again:
        w(other)
    cut = g.chance(0.3)
    with w.block(f"for (int k = 0; k < {phases}; k++)"):
        with w.block(f"for (int j = 0; j < {parts}; j++)"):
            w("memset(b, 1 + k * 41 + j * 7 + rank, sizeof b);")
            w(f"MPI_File_write_at_all(f, (MPI_Offset)(j * ranks + rank) * {bytes}, b, {bytes}, {IGNORE});")
        if cut:
            w("MPI_File_sync(f);", "MPI_Barrier(MPI_COMM_WORLD);", "MPI_File_sync(f);")
            w(f"MPI_File_set_size(f, (MPI_Offset)ranks * {bytes * parts} - k);")
        w("MPI_File_sync(f);", "MPI_Barrier(MPI_COMM_WORLD);")
        w(other if again else "MPI_File_sync(other);")
        with w.block(f"for (int j = 0; j < {parts} * ranks; j++)"):
            w("memset(b, 0, sizeof b);")
            w(f"MPI_File_read_at(other, (MPI_Offset)((j + rank) % ({parts} * ranks)) * {bytes}, b, {bytes}, MPI_BYTE, &status);")
            w("mixNumber(&sum, (u64)received(&status));", "mix(&sum, b, (size_t)received(&status));", "compute();")
        w("MPI_File_close(&other);" if again else "MPI_File_sync(other);", "MPI_Barrier(MPI_COMM_WORLD);", "MPI_File_sync(f);")
    w(*([] if again else ["MPI_File_close(&other);"]), "MPI_File_close(&f);")
