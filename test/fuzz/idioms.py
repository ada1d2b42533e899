"""Ways in which people read files, as whole statements with a loop or more.

Each is a function that writes one block; @idiom says what it costs in reads, and
whether it needs code that all ranks run alike.
"""

import reads

ALL = []


def idiom(cost, uniform=False, cxx=None):
    def enlist(function):
        function.cost, function.uniform, function.cxx = cost, uniform, cxx

        def spending(g, s, w):
            g.spend(s, cost)
            with w.block(""):
                function(g, s, w)

        spending.cost, spending.uniform, spending.cxx = cost, uniform, cxx
        spending.__name__ = function.__name__
        ALL.append(spending)
        return spending

    return enlist


def data_file(g, s):
    """A file with room for what an index points to."""
    return g.dice.choice([f for f in s.files if f.shared and f.size >= 1 << 16])


def holding(g, s, what):
    return next(f for f in s.files if f.holds == what)


IGNORE = "MPI_BYTE, MPI_STATUS_IGNORE"


@idiom(16)
def index_then_data(g, s, w):
    """An entry of an index, then what it points to, entry by entry."""
    index, data = holding(g, s, "index"), data_file(g, s)
    w("entry e;", "byte b[4096];")
    by_chain = g.chance(0.5)
    start = f"{g.number(s, 1)} % {index.entries}u"
    head = (f"for (u64 k = {start}, left = 8; left > 0; left--, k = e.next % {index.entries}u)" if by_chain
            else f"for (u64 k = 0; k < {g.upto(2, 8)}; k++)")  # fmt: skip
    with w.block(head):
        w(f"MPI_File_read_at({index.handle}, (MPI_Offset)(k * sizeof(entry)), &e, (int)sizeof e, {IGNORE});")
        w(f"int bytes = (int)(e.bytes % 4096u);")
        w(f"MPI_File_read_at({data.handle}, (MPI_Offset)(e.at % {data.size - 4096}u), b, bytes, {IGNORE});")
        w("mix(&sum, b, (size_t)bytes);", "compute();")


@idiom(18)
def table_then_rows(g, s, w):
    """The whole index first, then the rows, as for a sparse matrix."""
    index, data = holding(g, s, "index"), data_file(g, s)
    n = g.upto(3, 16)
    heap = g.chance(0.5)
    w(f"entry *table = (entry *)malloc({n} * sizeof(entry));" if heap else f"entry table[{n}];")
    w("byte b[4096];")
    w(f"MPI_File_read_at({index.handle}, 0, table, (int)({n} * sizeof(entry)), {IGNORE});")
    if g.chance(0.3):
        with w.block(f"for (int k = 1; k < {n}; k++)"):
            w("entry e = table[k];", "int j = k;")
            w("for (; j > 0 && table[j - 1].at > e.at; j--)", "  table[j] = table[j - 1];", "table[j] = e;")
    with w.block(f"for (int k = 0; k < {n}; k++)"):
        w(f"int bytes = (int)(table[k].bytes % 4096u);")
        w(f"MPI_File_read_at({data.handle}, (MPI_Offset)(table[k].at % {data.size - 4096}u), b, bytes, {IGNORE});")
        w("mix(&sum, b, (size_t)bytes);", "compute();")
    if heap:
        w("free(table);")


@idiom(24)
def chain(g, s, w):
    """From node to node, until the end or until enough is seen."""
    file = holding(g, s, "chain")
    w("u64 at = 0;", f"int steps = 0;")
    if g.chance(0.5):
        w(f"at = ({g.number(s, 1)} % {file.entries}u) * 64;")
    with w.block("do"):
        w("byte node[64];")
        w(f"MPI_File_read_at({file.handle}, (MPI_Offset)at, node, 64, {IGNORE});")
        w("memcpy(&at, node, 8);" if g.chance(0.6) else "at = load(node, 8);")
        w("mix(&sum, node, 64);", "compute();")
        if g.chance(0.3):
            w("if (node[20] == 77)", "  break;")
    w(f"while (at != 0 && ++steps < {g.pick(5, 24)});")


@idiom(30)
def records(g, s, w):
    """Lengths stand before the records."""
    file = holding(g, s, "records")
    limit = g.pick(6, 15)
    w("byte b[600];", "uint32_t length;", "MPI_Status status;")
    if g.chance(0.5):
        w("MPI_Offset at = 0;")
        with w.block(f"for (int k = 0; k < {limit}; k++)"):
            w(f"MPI_File_read_at({file.handle}, at, &length, 4, MPI_BYTE, &status);")
            w("if (received(&status) < 4 || length > sizeof b)", "  break;")
            w(f"MPI_File_read_at({file.handle}, at + 4, b, (int)length, {IGNORE});")
            w("mix(&sum, b, length);", "at += 4 + (MPI_Offset)length;", "compute();")
        return
    w(f"MPI_File_seek({file.handle}, 0, MPI_SEEK_SET);")
    with w.block(f"for (int k = 0; k < {limit}; k++)"):
        w(f"MPI_File_read({file.handle}, &length, 1, MPI_INT, &status);")
        w("if (received(&status) != 4 || length > sizeof b)", "  break;")
        if g.chance(0.3):
            with w.block("if (length % 3 == 1)"):
                w(f"MPI_File_seek({file.handle}, (MPI_Offset)length, MPI_SEEK_CUR);", "continue;")
        w(f"MPI_File_read({file.handle}, b, (int)length, MPI_BYTE, &status);")
        w("mix(&sum, b, (size_t)received(&status));", "compute();")


@idiom(12)
def until_short(g, s, w):
    """To the end of the file, from near it."""
    file = g.dice.choice([f for f in s.files if f.size >= 8000])
    bytes = g.pick(500, 1024, 1999)
    w(f"byte b[{bytes}];", "int got;", "MPI_Status status;")
    start = file.size - g.upto(10, 8000)
    if g.chance(0.5):
        w(f"MPI_File_seek({file.handle}, {start}, MPI_SEEK_SET);")
        with w.block("do", ""):
            w(f"MPI_File_read({file.handle}, b, {bytes}, MPI_BYTE, &status);")
            w("got = received(&status);", "mix(&sum, b, (size_t)got);", "compute();")
        w(f"}} while (got == {bytes});")
        return
    w(f"MPI_Offset at = {start};")
    with w.block("for (;;)"):
        w(f"MPI_File_read_at({file.handle}, at, b, {bytes}, MPI_BYTE, &status);")
        w("MPI_Get_count(&status, MPI_BYTE, &got);", "if (got <= 0)", "  break;")
        w("mix(&sum, b, (size_t)got);", "at += got;", "compute();")


@idiom(40)
def file_by_file(g, s, w):
    """Files with computed names, of which some are missing."""
    everybody = s.uniform and g.chance(0.3)
    comm = "MPI_COMM_WORLD" if everybody else "MPI_COMM_SELF"
    w(f"{g.pick('', 'static ')}char name[40];", "byte b[1024];")
    with w.block(f"for (int k = 0; k < {g.upto(2, 5)}; k++)"):
        # part0 to part3 are there.
        which = "k" if everybody else g.pick("k", "(k * 3 + rank) % 5", f"(int)({g.number(s, 1)} % 5)")
        w(f'snprintf(name, sizeof name, "part%d.dat", {which});', "MPI_File part;")
        w(f"int error = MPI_File_open({comm}, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &part);")
        with w.block("if (error != MPI_SUCCESS)"):
            w("mixNumber(&sum, 404);", "continue;")
        with w.block(f"for (int j = 0; j < {g.upto(1, 6)}; j++)"):
            if g.chance(0.5):
                w(f"MPI_File_read(part, b, 1024, {IGNORE});")
            else:
                w(f"MPI_File_read_at(part, (MPI_Offset)j * 2048, b, 1024, {IGNORE});")
            w("mix(&sum, b, sizeof b);", "compute();")
        w("MPI_File_close(&part);")


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


@idiom(30)
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


@idiom(20)
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


@idiom(20)
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


@idiom(20)
def memory_type(g, s, w):
    """Into every other piece of a buffer."""
    file = data_file(g, s)
    piece, stride = g.pick((4, 8), (10, 11), (100, 300))
    w(f"byte b[{stride * 8}] = {{0}};", "MPI_Datatype pieces;")
    w(f"MPI_Type_vector(8, {piece}, {stride}, MPI_BYTE, &pieces);", "MPI_Type_commit(&pieces);")
    inner = s.inner()
    with w.block(f"for (int k = 0; k < {g.upto(2, 20)}; k++)"):
        inner.values.append(type(s.values[0])("k", False, 20))
        w(f"MPI_File_read_at({file.handle}, {g.offset(inner, file.size, piece * 8)}, b, 1, pieces, MPI_STATUS_IGNORE);")
        w("mix(&sum, b, sizeof b);", "compute();")
    w("MPI_Type_free(&pieces);")


@idiom(12)
def heap_table(g, s, w):
    """A table of places on the heap, filled before the loop or inside."""
    file, n = data_file(g, s), g.upto(3, 12)
    w(f"MPI_Offset *places = (MPI_Offset *)malloc({n} * sizeof *places);", "byte b[700];")
    fill = f"places[{{0}}] = (MPI_Offset)((scramble((u64){{0}} + {g.upto(0, 99)}) + {g.number(s, 1)}) % {file.size - 700}u);"
    inside = g.chance(0.4)
    if not inside:
        w(f"for (int k = 0; k < {n}; k++)", "  " + fill.format("k"))
    if g.chance(0.3) and not inside:
        w(f"qsort(places, {n}, sizeof *places, ascending);")
    with w.block(f"for (int k = 0; k < {n}; k++)"):
        if inside:
            w(fill.format("k"))
        if g.chance(0.3):
            w(f"if (places[k] % 5 == 0 && k + 1 < {n})", f"  places[k + 1] = places[k] / 2;" if not inside else "  continue;")
        w(f"MPI_File_read_at({file.handle}, places[k], b, 700, {IGNORE});")
        w("mix(&sum, b, sizeof b);", "compute();")
    w("free(places);")


@idiom(12)
def list_of_jobs(g, s, w):
    """A linked list, made and taken apart."""
    file = data_file(g, s)
    w("struct job { MPI_Offset at; int bytes; struct job *next; } *head = NULL;", "byte b[900];")
    with w.block(f"for (int k = 0; k < {g.upto(2, 12)}; k++)"):
        w("struct job *j = (struct job *)malloc(sizeof *j);")
        w(f"j->at = (MPI_Offset)(({g.number(s, 1)} + (u64)k * 7919) % {file.size - 900}u);")
        w("j->bytes = 100 + k * 60;", "j->next = head;", "head = j;")
    with w.block("while (head)"):
        w("struct job *j = head;")
        w(f"MPI_File_read_at({file.handle}, j->at, b, j->bytes, {IGNORE});")
        w("mix(&sum, b, (size_t)j->bytes);", "head = j->next;", "free(j);", "compute();")


@idiom(10)
def advancing(g, s, w):
    """A helper reads and advances the position it got by reference."""
    file = data_file(g, s)
    w(f"byte b[{g.pick(100, 800)}];", f"u64 at = {g.number(s, 1)} % {file.size // 2}u;")
    with w.block(f"for (int k = 0; k < {g.upto(2, 10)}; k++)"):
        w(f"take({file.handle}, &at, b, (int)sizeof b);")
        w("mix(&sum, b, sizeof b);", "compute();")
        if g.chance(0.3):
            w("if (b[5] % 4 == 0)", f"  at += {g.pick(64, 1000)};")


@idiom(10)
def cursor(g, s, w):
    """A structure with file, position and step goes through a helper."""
    file = data_file(g, s)
    w(f"struct cursor c = {{{file.handle}, {g.number(s, 1)} % 9999u, {g.pick(512, 777)}, {{0}}}};")
    with w.block(f"for (int k = 0; k < {g.upto(2, 10)}; k++)"):
        w(f"forward(&c, {file.size}u);", "mix(&sum, c.data, sizeof c.data);", "compute();")
        if g.chance(0.3):
            w("if (c.data[0] & 1)", "  c.step += 64;")


@idiom(15)
def bisect(g, s, w):
    """By recursion."""
    file = data_file(g, s)
    w(f"bisect({file.handle}, {g.number(s, 1)} % 5000u, {file.size - 64}u, {g.upto(1, 4)}, &sum);")


@idiom(10)
def by_pointer(g, s, w):
    """Through function pointers: one computes the place, one reads."""
    file = data_file(g, s)
    w("byte b[256];", "u64 (*const place[2])(u64, u64) = {nearby, far_away};")
    w("void (*get)(MPI_File, u64 *, byte *, int) = take;")
    with w.block(f"for (u64 k = 0; k < {g.upto(2, 10)}; k++)"):
        w(f"u64 at = place[k % 2](k, {g.number(s, 1)}) % {file.size - 256}u;")
        w(f"get({file.handle}, &at, b, 256);", "mix(&sum, b, sizeof b);", "compute();")


@idiom(12)
def two_buffers(g, s, w):
    """Double buffering by nonblocking reads."""
    file, n = data_file(g, s), g.upto(2, 12)
    bytes = g.pick(512, 2000)
    w(f"byte one[{bytes}], other[{bytes}], *now = one, *then = other;", "MPI_Request request;")
    at = f"(MPI_Offset)((({g.number(s, 1)}) % 7 + (u64){{}} * {g.pick(4096, 5000)}) % {file.size - bytes}u)"
    w(f"MPI_File_iread_at({file.handle}, {at.format('0')}, now, {bytes}, MPI_BYTE, &request);")
    with w.block(f"for (int k = 1; k <= {n}; k++)"):
        w("MPI_Wait(&request, MPI_STATUS_IGNORE);")
        with w.block(f"if (k < {n})"):
            w(f"MPI_File_iread_at({file.handle}, {at.format('k')}, then, {bytes}, MPI_BYTE, &request);")
        w(f"mix(&sum, now, {bytes});", "compute();", "byte *swap = now;", "now = then;", "then = swap;")


@idiom(12, uniform=True)
def split_pipeline(g, s, w):
    """A split collective read is under way during the computation on the last."""
    file = data_file(g, s)
    w("byte b[2][1024];", "memset(b, 0, sizeof b);")
    with w.block(f"for (int k = 0; k < {g.upto(2, 10)}; k++)"):
        w(f"MPI_File_read_at_all_begin({file.handle}, (MPI_Offset)(k * ranks + rank) * 1024, b[k % 2], 1024, MPI_BYTE);")
        w("mix(&sum, b[(k + 1) % 2], 1024);", "compute();")
        w(f"MPI_File_read_at_all_end({file.handle}, b[k % 2], MPI_STATUS_IGNORE);")


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


@idiom(24)
def own_parts(g, s, w):
    """Each rank reads and changes its own part of a file of all."""
    w("byte b[300];", f"MPI_Offset mine = (MPI_Offset)rank * {4000 + g.seed % 5000};")
    with w.block(f"for (int k = 0; k < {g.upto(2, 10)}; k++)"):
        w(f"MPI_File_read_at(parts, mine + k * 300, b, 300, {IGNORE});", "mix(&sum, b, sizeof b);")
        w("memset(b, b[k] + 1, 150);", "compute();")
        w(f"MPI_File_write_at(parts, mine + {g.pick('k * 300', '(k + 1) % 9 * 300')}, b, 300, {IGNORE});")


@idiom(20)
def rewritten_index(g, s, w):
    """The rank's own file holds where to go, and that changes on the way."""
    file = reads.own_file(s)
    if not file:
        return w("compute();")
    w("u64 at = 0, next;", "byte b[64];")
    w("for (u64 k = 0; k < 20; k++) {", "  next = (k * 3 + 1) % 20 * 64;",
      f"  MPI_File_write_at({file.handle}, (MPI_Offset)k * 64, &next, 8, {IGNORE});", "}")  # fmt: skip
    with w.block(f"for (int k = 0; k < {g.upto(4, 12)}; k++)"):
        w(f"MPI_File_read_at({file.handle}, (MPI_Offset)at, b, 64, {IGNORE});", "mix(&sum, b, 64);")
        w("next = load(b, 8) % 1280;", "compute();")
        w(f"u64 changed = (next + {g.pick(64, 128)}) % 1280;")
        w(f"MPI_File_write_at({file.handle}, (MPI_Offset){g.pick('at', 'next', 'changed')}, &changed, 8, {IGNORE});")
        w("at = next;")


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


@idiom(16)
def scanned_places(g, s, w):
    """Places from a text file, as far as it goes."""
    file = data_file(g, s)
    w("unsigned place;", "byte b[128];", "char line[64];", f"int left = {g.upto(3, 16)};")
    if g.chance(0.5):
        head = 'while (left-- > 0 && fscanf(input, "%u", &place) == 1)'
    else:
        head = "while (left-- > 0 && fgets(line, sizeof line, input))"
    with w.block(head):
        if "fgets" in head:
            w("place = (unsigned)strtoul(line, NULL, 10);")
        w(f"MPI_File_read_at({file.handle}, (MPI_Offset)(place % {file.size - 128}u), b, 128, {IGNORE});")
        w("mix(&sum, b, sizeof b);", "compute();")


@idiom(12, uniform=True)
def told_by_rank_0(g, s, w):
    """Rank 0 reads standard input, or draws; the others hear of it."""
    file = data_file(g, s)
    w("unsigned long long where = 0;", "byte b[400];")
    with w.block(f"for (int k = 0; k < {g.upto(2, 12)}; k++)"):
        if g.chance(0.5):
            w('if (rank == 0 && scanf("%llu", &where) != 1)', "  where = (u64)k;")
        else:
            w("if (rank == 0)", "  where = (u64)rand();")
        w("MPI_Bcast(&where, 1, MPI_UNSIGNED_LONG_LONG, 0, MPI_COMM_WORLD);")
        all = g.pick("", "_all")
        w(f"MPI_File_read_at{all}({file.handle}, (MPI_Offset)((where + (u64)rank * 400) % {file.size - 400}u), b, 400, {IGNORE});")
        w("mix(&sum, b, sizeof b);", "compute();")


@idiom(10)
def state_machine(g, s, w):
    """What was read decides what comes next."""
    file = data_file(g, s)
    w("int state = 0, left = 10;", "u64 at = 0;", "byte b[200];", "memset(b, 0, sizeof b);")
    with w.block("while (state != 3 && left-- > 0)"):
        with w.block("switch (state)"):
            w("case 0:", "  at += 1000;", "  state = 1 + (b[0] & 1);", "  break;")
            w("case 1:", "  at = load(b, 4);", "  state = 2;", "  break;")
            w("default:", "  at = at * 3 + 1;", "  state = b[7] % 9 == 0 ? 3 : 0;", "  break;")
        w(f"MPI_File_read_at({file.handle}, (MPI_Offset)(at % {file.size - 200}u), b, 200, {IGNORE});")
        w("mix(&sum, b, sizeof b);", "compute();")


@idiom(12)
def checked_reads(g, s, w):
    """Every call's error code is checked, with a way out at the end."""
    file = data_file(g, s)
    done = g.name("done")
    w("byte b[1000];", "MPI_Status status;", "int error = MPI_SUCCESS, got = 0;")
    with w.block(f"for (int k = 0; k < {g.upto(2, 12)}; k++)"):
        w(f"error = MPI_File_seek({file.handle}, (MPI_Offset)k * {g.pick(1000, 5000)}, MPI_SEEK_SET);")
        w("if (error != MPI_SUCCESS)", f"  goto {done};")
        w(f"error = MPI_File_read({file.handle}, b, 1000, MPI_BYTE, &status);")
        w("if (error != MPI_SUCCESS)", f"  goto {done};")
        w("MPI_Get_count(&status, MPI_BYTE, &got);")
        with w.block("if (got != 1000)"):
            w('fprintf(stderr, "short\\n");', f"goto {done};")
        w("mix(&sum, b, (size_t)got);", "compute();")
    w(f"{done}:", "mixNumber(&sum, (u64)error);")


# C++ -------------------------------------------------------------------------


@idiom(12, cxx=True)
def container(g, s, w):
    """Places in a container, walked by iterators or sorted first."""
    file = data_file(g, s)
    kind = g.pick("std::vector<MPI_Offset>", "std::set<MPI_Offset>", "std::deque<MPI_Offset>")
    w(f"{kind} places;", "std::vector<byte> b(600);")
    with w.block(f"for (int k = 0; k < {g.upto(2, 12)}; k++)"):
        w(f"places.insert(places.end(), (MPI_Offset)(({g.number(s, 1)} + (u64)k * 77777) % {file.size - 600}u));")
    with w.block(f"for ({g.pick('MPI_Offset', 'const auto &')} at : places)"):
        w(f"MPI_File_read_at({file.handle}, at, b.data(), (int)b.size(), {IGNORE});")
        w("mix(&sum, b.data(), b.size());", "compute();")


@idiom(12, cxx=True)
def reader_object(g, s, w):
    """An object with the file, its position and a buffer."""
    file = data_file(g, s)
    w(f"Reader reader({file.handle}, {g.pick(256, 1000)}, {file.size}u);")
    with w.block(f"for (int k = 0; k < {g.upto(2, 12)}; k++)"):
        if g.chance(0.5):
            w(f"reader.skip({g.number(s, 1)} % 5000u);")
        w("const std::vector<byte> &data = reader.next();", "mix(&sum, data.data(), data.size());", "compute();")


@idiom(12, cxx=True)
def lambdas(g, s, w):
    """A lambda that captures, called directly or as a std::function."""
    file = data_file(g, s)
    w("byte b[512];", f"u64 at = {g.number(s, 1)} % 4096u;")
    kind = g.pick("auto", "std::function<u64(u64)>")
    with w.block(f"{kind} fetch = [&](u64 step) -> u64", "};"):
        w(f"at = (at + step) % {file.size - 512}u;")
        w(f"MPI_File_read_at({file.handle}, (MPI_Offset)at, b, 512, {IGNORE});", "mix(&sum, b, sizeof b);", "return b[9];")
    with w.block(f"for (u64 k = 0; k < {g.upto(2, 12)}; k++)"):
        w(g.pick("fetch(k * 1000);", "mixNumber(&sum, fetch(k * k));", "k += fetch(4096) % 2;"), "compute();")


@idiom(12, cxx=True)
def exceptions(g, s, w):
    """A short read throws; the loop's end is in the handler."""
    file = data_file(g, s)
    start = file.size - g.upto(100, 5000)
    with w.block("try", ""):
        w("std::unique_ptr<byte[]> b(new byte[500]());")
        with w.block(f"for (int k = 0; k < 12; k++)"):
            w("MPI_Status status;")
            w(f"MPI_File_read_at({file.handle}, {start} + (MPI_Offset)k * 500, b.get(), 500, MPI_BYTE, &status);")
            w("mix(&sum, b.get(), (size_t)received(&status));", "compute();")
            w("if (received(&status) < 500)", '  throw std::runtime_error("short");')
    w("} catch (const std::exception &) {", "  mixNumber(&sum, 999);", "}")
