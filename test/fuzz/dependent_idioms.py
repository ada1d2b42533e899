"""Idioms in which data and values decide what is read."""

import reads
from idiom import IGNORE, data_file, holding, idiom


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
def headers_and_tables(g, s, w):
    """A header in no order, perhaps a table that it names, then what that names."""
    index, data = holding(g, s, "index"), data_file(g, s)
    seeks = g.chance(0.3)

    def get(what, number):
        place = f"(MPI_Offset)({number} % {index.entries}u * sizeof(entry))"
        if seeks:
            w(f"MPI_File_seek({index.handle}, {place}, MPI_SEEK_SET);")
            w(f"MPI_File_read({index.handle}, &{what}, (int)sizeof(entry), {IGNORE});")
        else:
            w(f"MPI_File_read_at({index.handle}, {place}, &{what}, (int)sizeof(entry), {IGNORE});")

    w("entry e;", "byte b[4096];")
    with w.block(f"for (u64 k = 0; k < {g.upto(2, 12)}; k++)"):
        get("e", f"(k * {g.pick(1, 3, 7, 11)}u + {g.number(s, 1)} % 100u)")
        if g.chance(0.3):
            w(f"if (e.bytes % {g.pick(5, 9)}u == 0)", f"  {g.pick('break', 'continue')};")
        for _ in range(g.pick(0, 1, 1, 2)):
            get("e", "e.next")
        many = g.chance(0.3)
        with w.block("for (u64 j = 0; j < e.next % 3u; j++)" if many else ""):
            w("int bytes = (int)(e.bytes % 4096u);")
            w(f"MPI_File_read_at({data.handle}, (MPI_Offset)(e.at % {data.size - 4096}u), b, bytes, {IGNORE});")
            w("mix(&sum, b, (size_t)bytes);", "compute();")
        if g.chance(0.3):
            w(f"MPI_File_read_at({data.handle}, (MPI_Offset)(k * 3001u), b, 100, {IGNORE});", "mix(&sum, b, 100);")


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


@idiom(15)
def bisect(g, s, w):
    """By recursion."""
    file = data_file(g, s)
    w(f"bisect({file.handle}, {g.number(s, 1)} % 5000u, {file.size - 64}u, {g.upto(1, 4)}, &sum);")


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
