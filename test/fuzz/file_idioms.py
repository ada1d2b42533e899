"""Idioms with files, handles, views and pointers of their own."""

import reads
from idiom import IGNORE, data_file, idiom


@idiom(40)
def file_by_file(g, s, w):
    """Files with computed names, of which some are missing."""
    everybody = s.uniform and g.chance(0.3)
    comm = "MPI_COMM_WORLD" if everybody else "MPI_COMM_SELF"
    heap = g.chance(0.3)
    w("char *name = (char *)malloc(40);" if heap else f"{g.pick('', 'static ')}char name[40];", "byte b[1024];")
    with w.block(f"for (int k = 0; k < {g.upto(2, 5)}; k++)"):
        # part0 to part3 are there.
        which = "k" if everybody else g.pick("k", "(k * 3 + rank) % 5", f"(int)({g.number(s, 1)} % 5)")
        w(f'snprintf(name, 40, "part%d.dat", {which});', "MPI_File part;")
        w(f"int error = MPI_File_open({comm}, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &part);")
        with w.block("if (error != MPI_SUCCESS)"):
            w("mixNumber(&sum, 404);", "continue;")
        if header := g.chance(0.4):
            w("u64 head;", f"MPI_File_read_at(part, 0, &head, 8, {IGNORE});")
        with w.block(f"for (int j = 0; j < {g.upto(1, 6)}; j++)"):
            if g.chance(0.5):
                w(f"MPI_File_read(part, b, 1024, {IGNORE});")
            else:
                start = "(MPI_Offset)(head % 5000u) + " if header else ""
                w(f"MPI_File_read_at(part, {start}(MPI_Offset)j * 2048, b, 1024, {IGNORE});")
            w("mix(&sum, b, sizeof b);", "compute();")
        w("MPI_File_close(&part);")
    if heap:
        w("free(name);")


@idiom(40)
def file_made_and_read(g, s, w):
    """A file of this rank is written, read, changed, cut off, removed."""
    n = g.upto(2, 5)
    w("char name[40];", "byte b[3000];", "MPI_File f;", "MPI_Status status;")
    w(f'snprintf(name, sizeof name, "made{g.name("")}.%d", rank);')
    mode = "MPI_MODE_CREATE | MPI_MODE_RDWR"
    reopen = g.chance(0.6)
    if not reopen:
        w(f"f = openFile(MPI_COMM_SELF, name, {mode});")
    with w.block(f"for (int k = 0; k < {n}; k++)"):
        if reopen:
            w(f"f = openFile(MPI_COMM_SELF, name, {mode});")
        w("memset(b, k + 1 + (int)(sum % 7), sizeof b);")
        w(f"MPI_File_write_at(f, (MPI_Offset)k * {g.pick(1000, 3000, 4096)}, b, {g.pick(500, 3000)}, {IGNORE});")
        if g.chance(0.4):
            w("MPI_File_set_size(f, (MPI_Offset)k * 1500 + 100);")
        if g.chance(0.4):
            w("MPI_File_sync(f);")
        with w.block("for (int j = 0; j <= k; j++)"):
            w("MPI_File_read_at(f, (MPI_Offset)j * 2500, b, 3000, MPI_BYTE, &status);")
            w("mixNumber(&sum, (u64)received(&status));", "mix(&sum, b, (size_t)received(&status));", "compute();")
        if reopen:
            w("MPI_File_close(&f);")
            if g.chance(0.5):
                w("if (k % 2 == 1)", "  MPI_File_delete(name, MPI_INFO_NULL);")
    if not reopen:
        w("MPI_File_close(&f);")


@idiom(30, where="mpi")
def view(g, s, w):
    """Through a view: blocks in strides, in etypes, set once or anew."""
    everybody = s.uniform and g.chance(0.4)
    comm = "MPI_COMM_WORLD" if everybody else "MPI_COMM_SELF"
    file = data_file(g, s)
    block, gap = g.pick(1, 3, 16, 100), g.pick(0, 5, 50, 600)
    etype, size = g.pick(("MPI_BYTE", 1), ("MPI_INT", 4), ("MPI_DOUBLE", 8))
    w(f"byte b[{400 * size}];", "MPI_Datatype strided;", "MPI_Status status;")
    kind = g.pick("vector", "indexed", "resized")
    if kind == "vector":
        holds, extent = 4 * block, 4 * block + 3 * gap
        w(f"MPI_Type_vector(4, {block}, {block + gap}, {etype}, &strided);")
    elif kind == "indexed":
        holds, extent = 2 * block + 1, 2 * block + 5
        w(f"int lengths[2] = {{{block}, {block + 1}}}, places[2] = {{{gap}, {gap + block + 4}}};")
        w(f"MPI_Type_indexed(2, lengths, places, {etype}, &strided);")
    else:
        holds, extent = block, block + gap
        w("MPI_Datatype run;", f"MPI_Type_contiguous({block}, {etype}, &run);")
        w(f"MPI_Type_create_resized(run, 0, {extent * size}, &strided);", "MPI_Type_free(&run);")
    w("MPI_Type_commit(&strided);")
    w(f'MPI_File f = openFile({comm}, "{file.name}", MPI_MODE_RDONLY);')
    start = f"{g.pick(0, 16, 800)} + (MPI_Offset)rank * {g.pick(0, 8, 2048)}"
    n, step, again = g.upto(2, 20), g.pick(7, 399, 800), g.chance(0.3)
    # Collective reads behind the end of a file are not Open MPI's strength.
    inside = (file.size - 20000 - gap * size) // (extent * size) * holds
    all = everybody and g.chance(0.6) and inside > 1200
    if all:
        n = min(n, 1 + (inside - 400) // 800)
    at_pointer = g.chance(0.5)
    stride = (0 if again else 400) if at_pointer else step
    fits = n if stride == 0 else min(n, 1 + (inside - 400) // stride)
    fits = fits if inside >= 400 else 0
    setting = f'MPI_File_set_view(f, {start}{" + k * 80" if again else ""}, {etype}, strided, "native", MPI_INFO_NULL);'
    if not again:
        w(setting)
    suffix = "_all" if all else ""
    trips = str(n) if fits == n else f"(STRIDED_READS_END ? {n} : {fits})"
    with w.block(f"for (int k = 0; k < {trips}; k++)"):
        if again:
            w(setting)
        w("memset(b, 0, sizeof b);")
        if at_pointer:
            w(f"MPI_File_read{suffix}(f, b, 400, {etype}, &status);")
        else:
            w(f"MPI_File_read_at{suffix}(f, (MPI_Offset)(k * {step}), b, 400, {etype}, &status);")
        w("mixNumber(&sum, (u64)received(&status));", "mix(&sum, b, (size_t)received(&status));", "compute();")
    w("MPI_File_close(&f);", "MPI_Type_free(&strided);")


@idiom(20, where="mpi")
def shared_pointer(g, s, w):
    """At the shared pointer of a rank's own file, or of all in order of rank."""
    everybody = s.uniform and g.chance(0.3)
    comm = "MPI_COMM_WORLD" if everybody else "MPI_COMM_SELF"
    file = data_file(g, s)
    ways = ["ordered", "split"] if everybody else ["ordered", "split", "shared", "started"]
    way, dependent = g.pick(*ways), g.chance(0.3)
    w("byte b[1000];", "MPI_Status status;", f'MPI_File f = openFile({comm}, "{file.name}", MPI_MODE_RDONLY);')
    if g.chance(0.3):
        w(f'MPI_File_set_view(f, {g.upto(0, 5000)}, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);')
    if g.chance(0.3):
        w(f"MPI_File_seek_shared(f, {g.upto(0, 5000)}, MPI_SEEK_SET);")
    times, most = g.upto(1, 20), 20000
    if way in ("started", "split"):
        # Open MPI never completes a request that passes the end of the file.
        times = min(times, 13)
        most = (file.size - 10000) // times - (4000 if everybody else 1000)
    again, step = g.chance(0.3), g.upto(0, most)
    with w.block(f"for (int k = 0; k < {times}; k++)"):
        w("memset(b, 0, sizeof b);")
        if way == "split":
            w("MPI_File_read_ordered_begin(f, b, 1000, MPI_BYTE);", "MPI_File_read_ordered_end(f, b, &status);")
        elif way == "started":
            w("MPI_Request request;", "MPI_File_iread_shared(f, b, 1000, MPI_BYTE, &request);")
            w("MPI_Wait(&request, &status);")
        else:
            w(f"MPI_File_read_{way}(f, b, 1000, MPI_BYTE, &status);")
        w("mixNumber(&sum, (u64)received(&status));", "mix(&sum, b, (size_t)received(&status));", "compute();")
        if again:
            w(f"MPI_File_seek_shared(f, {step}, MPI_SEEK_CUR);")
        if dependent:
            w("MPI_File_read_at(f, (MPI_Offset)b[0] * 64, b, 1000, MPI_BYTE, &status);")
            w("mix(&sum, b, (size_t)received(&status));")
    w("MPI_File_close(&f);")


@idiom(20, where="mpi")
def group(g, s, w):
    """By the rank in a communicator that is made for it, and through one."""
    file = data_file(g, s)
    base = "MPI_COMM_WORLD" if s.uniform and g.chance(0.7) else "MPI_COMM_SELF"
    w("MPI_Comm group;", "int at, of;", f"byte b[{g.pick(300, 5000)}];")
    if g.chance(0.3):
        w(f"MPI_Comm_dup({base}, &group);")
    else:
        w(f"MPI_Comm_split({base}, rank % {g.pick(1, 2)}, {g.pick('rank', '-rank')}, &group);")
    w("MPI_Comm_rank(group, &at);", "MPI_Comm_size(group, &of);")
    handle = file.handle
    if own := g.chance(0.5):
        handle = "f"
        w(f'MPI_File f = openFile(group, "{file.name}", MPI_MODE_RDONLY);')
    suffix = "_all" if own and g.chance(0.3) else ""
    with w.block(f"for (int k = 0; k < {g.upto(1, 20)}; k++)"):
        where = f"(MPI_Offset)((k * {g.pick(1, 3, 7)} + at) * of % 50) * {g.pick(64, 1000, 1100)}"
        w(f"MPI_File_read_at{suffix}({handle}, {where}, b, sizeof b, {IGNORE});", "mix(&sum, b, sizeof b);", "compute();")
    if own:
        w("MPI_File_close(&f);")
    w("MPI_Comm_free(&group);")


@idiom(24)
def own_parts(g, s, w):
    """Each rank reads and changes its own part of a file of all."""
    w("byte b[300];", f"MPI_Offset mine = (MPI_Offset)rank * {4000 + g.seed % 5000};")
    with w.block(f"for (int k = 0; k < {g.upto(2, 10)}; k++)"):
        w(f"MPI_File_read_at(parts, mine + k * 300, b, 300, {IGNORE});", "mix(&sum, b, sizeof b);")
        w("memset(b, b[k] + 1, 150);", "compute();")
        w(f"MPI_File_write_at(parts, mine + {g.pick('k * 300', '(k + 1) % 9 * 300')}, b, 300, {IGNORE});")


@idiom(12)
def two_handles(g, s, w):
    """Written by one handle, read by another of the same process."""
    w("char name[40];", "byte b[1500];")
    w(f'snprintf(name, sizeof name, "twice{g.name("")}.%d", rank);')
    w("MPI_File one = openFile(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR);")
    w("MPI_File other = openFile(MPI_COMM_SELF, name, MPI_MODE_RDONLY);")
    with w.block(f"for (int k = 0; k < {g.upto(2, 6)}; k++)"):
        w("memset(b, k * 9 + 1, sizeof b);")
        w(f"MPI_File_write_at(one, (MPI_Offset)k * 700, b, 1500, {IGNORE});", "MPI_File_sync(one);", "MPI_File_sync(other);")
        w(f"MPI_File_read_at(other, (MPI_Offset)k * 350, b, 1500, {IGNORE});", "mix(&sum, b, 300);", "compute();")
    w("MPI_File_close(&other);", "MPI_File_close(&one);")


@idiom(30, uniform=True, where="mpi")
def read_back(g, s, w):
    """Each rank reads what it has written a moment before, and then what others have."""
    bytes, steps = g.pick(4, 100, 3000), g.upto(2, 8)
    # Open MPI's aggregators write while single reads go on.
    all = g.pick("", "", "_all")
    at = f"{g.pick(0, 7)} + (MPI_Offset)((k * {g.pick(1, 1, 2)} % {steps}) * ranks + rank) * {bytes}"
    part = g.pick(bytes, bytes, bytes // 2)
    w(f"byte b[{bytes}];", f'MPI_File f = openFile(MPI_COMM_WORLD, "back{g.name("")}", MPI_MODE_CREATE | MPI_MODE_RDWR);')
    with w.block(f"for (int k = 0; k < {steps}; k++)"):
        w("memset(b, k * 5 + rank, sizeof b);", f"MPI_File_write_at{all}(f, {at}, b, {bytes}, {IGNORE});")
        w("memset(b, 0, sizeof b);", f"MPI_File_read_at{all}(f, {at}, b, {part}, {IGNORE});")
        w("mix(&sum, b, sizeof b);", "compute();")
    w("MPI_File_sync(f);", "MPI_Barrier(MPI_COMM_WORLD);", "MPI_File_sync(f);")
    with w.block(f"for (int k = 0; k < {steps}; k++)"):
        w("int next = (rank + 1) % ranks;")
        w(f"MPI_File_read_at(f, {at.replace('rank)', 'next)')}, b, {part}, {IGNORE});", "mix(&sum, b, sizeof b);")
    w("MPI_Barrier(MPI_COMM_WORLD);")
    if g.chance(0.5):
        with w.block("if (rank == 0)"):
            w("memset(b, 99, sizeof b);", f"MPI_File_write_at(f, 3, b, {bytes}, {IGNORE});")
        w("MPI_File_sync(f);", "MPI_Barrier(MPI_COMM_WORLD);", "MPI_File_sync(f);")
        w(f"MPI_File_read_at(f, (MPI_Offset)rank * {bytes}, b, {bytes}, {IGNORE});", "mix(&sum, b, sizeof b);")
    w("MPI_File_close(&f);")


@idiom(30, uniform=True)
def shared_phases(g, s, w):
    """All write their part of one file, then read the others'."""
    w("byte b[2048];", f'MPI_File f = openFile(MPI_COMM_WORLD, "shared{g.name("")}", MPI_MODE_CREATE | MPI_MODE_RDWR);')
    all = g.pick("", "_all")
    with w.block(f"for (int k = 0; k < {g.upto(2, 4)}; k++)"):
        w("memset(b, k * 16 + rank, sizeof b);")
        w(f"MPI_File_write_at{all}(f, (MPI_Offset)rank * 2048, b, 2048, {IGNORE});")
        w("MPI_File_sync(f);", "MPI_Barrier(MPI_COMM_WORLD);", "MPI_File_sync(f);")
        with w.block("for (int j = 0; j < ranks; j++)"):
            w(f"MPI_File_read_at(f, (MPI_Offset)j * 2048, b, 2048, {IGNORE});", "mix(&sum, b, sizeof b);", "compute();")
        w("MPI_Barrier(MPI_COMM_WORLD);")
    w("MPI_File_close(&f);")
