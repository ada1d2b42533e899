"""Idioms that read until a file's end, or until another sign."""

from idiom import IGNORE, data_file, idiom


@idiom(40)
def until_short(g, s, w):
    """A file from somewhere to its end, in one of the ways to notice."""
    file = g.dice.choice([f for f in s.files if f.shared and f.holds != "sparse"])
    bytes = file.size // g.upto(2, 30) + g.upto(1, 99)
    start = f"{g.number(s, 1)} % {file.size}u" if g.chance(0.5) else "0"
    w(f"byte *b = (byte *)allocate({bytes});", "MPI_Status status;", "int got = 0;")
    pointer = g.chance(0.5)
    if pointer:
        w(f"MPI_File_seek({file.handle}, (MPI_Offset)({start}), MPI_SEEK_SET);")
        read = f"MPI_File_read({file.handle}, b, {bytes}, MPI_BYTE, &status);"
    else:
        w(f"MPI_Offset at = (MPI_Offset)({start});")
        read = f"MPI_File_read_at({file.handle}, at, b, {bytes}, MPI_BYTE, &status);"
    digest = ["mix(&sum, b, (size_t)(got < 3000 ? got : 3000));", "compute();"] + ([] if pointer else ["at += got;"])
    count = "MPI_Get_count(&status, MPI_BYTE, &got);"
    kind = g.pick("do short", "for zero", "for short", "while count")
    if kind == "do short":
        with w.block("do", f"}} while (got == {bytes});"):
            w(read, count, *digest)
    elif kind == "while count":
        w(f"int most = {g.upto(1, 20)};", f"got = {bytes};")
        with w.block(f"while (most-- > 0 && got {g.pick(f'== {bytes}', '> 0')})"):
            w(read, count, *digest)
    else:
        with w.block("for (;;)"):
            w(read, count, f"if (got {'<= 0' if kind == 'for zero' else f'< {bytes}'})", "  break;", *digest)
    w("mixNumber(&sum, (u64)got);", "release(b);")


@idiom(40)
def files_to_their_ends(g, s, w):
    """One file after the other, each to its end."""
    everybody = s.uniform and g.chance(0.3)
    bytes, own = g.pick(1000, 2048, 4096), g.chance(0.3)
    w(f"byte b[{bytes}];", "char name[32];", "MPI_Status status;")
    if total := g.chance(0.4):
        w(f"int left = {g.upto(3, 20)};")
    with w.block(f"for (int k = 0; k < {g.upto(1, 4)}; k++)"):
        w('snprintf(name, sizeof name, "part%d.dat", k);' if g.chance(0.7) else 'strcpy(name, "part0.dat");\nname[4] = (char)(\'0\' + k);')
        w(f"MPI_File part = openFile({'MPI_COMM_WORLD' if everybody else 'MPI_COMM_SELF'}, name, MPI_MODE_RDONLY);", "MPI_Offset at = 0;", "int got = 0;")
        read = g.pick("MPI_File_read(part, ", "MPI_File_read_at(part, at, ")
        with w.block("for (;;)"):
            w(f"{read}b, {bytes}, MPI_BYTE, &status);", "MPI_Get_count(&status, MPI_BYTE, &got);")
            w("if (got == 0)", "  break;", "mix(&sum, b, (size_t)got);", "at += got;", "compute();")
            if total:
                w("if (--left <= 0)", "  break;")
            if g.chance(0.5):
                w(f"if (got < {bytes})", "  break;")
        w("MPI_File_close(&part);", "mixNumber(&sum, (u64)at);")


@idiom(40)
def elements_to_the_end(g, s, w):
    """Counted in elements of a type, of which the end may cut one."""
    file = g.dice.choice([f for f in s.files if f.shared and f.holds != "sparse"])
    kind, size = g.pick(("MPI_INT", 4), ("MPI_DOUBLE", 8), ("MPI_SHORT", 2))
    count = file.size // size // g.upto(2, 20) + g.upto(1, 9)
    w(f"byte *b = (byte *)calloc({count}, {size});", "MPI_Status status;", "int got;", "u64 all = 0;")
    start = g.pick(0, 8, 100)
    w(f"MPI_File_seek({file.handle}, {start}, MPI_SEEK_SET);" if g.chance(0.5) else f"MPI_File_seek({file.handle}, -{g.upto(1, file.size)}, MPI_SEEK_END);")
    with w.block("do", f"}} while ({g.pick(f'got == {count}', 'got > 0 && got <= ' + str(count))});"):
        w(f"MPI_File_read({file.handle}, b, {count}, {kind}, &status);", f"MPI_Get_{g.pick('count', 'count', 'elements')}(&status, {kind}, &got);")
        w("if (got == MPI_UNDEFINED || got < 0)", "  break;")
        w(f"mix(&sum, b, (size_t)got * {size} % 4000);", "all += (u64)got;", "compute();")
    w("mixNumber(&sum, all);", "free(b);")


@idiom(30)
def until_a_sign(g, s, w):
    """Endless, until what was read, a count or the place says enough."""
    file, bytes = data_file(g, s), g.pick(64, 500, 4000)
    w(f"byte b[{bytes}];", "memset(b, 0, sizeof b);", f"u64 at = {g.number(s, 1)} % 5000u;", "int reads = 0;")
    with w.block(g.pick("for (;;)", "while (1)")):
        w(f"if (at + {bytes} > {file.size}u)", "  break;")
        w(f"MPI_File_read_at({file.handle}, (MPI_Offset)at, b, {bytes}, {IGNORE});", f"mix(&sum, b, {bytes});", "compute();")
        w(f"if (++reads == {g.upto(1, 24)})", "  break;")
        if g.chance(0.5):
            w(f"if (b[1] % {g.pick(7, 31)} == 3)", f"  {g.pick('break', 'at += 512')};")
        if g.chance(0.2):
            w("if (sum % 33 == 5)", "  break;")
        w(f"at += {g.pick(str(bytes), '4096', 'b[0] * 16u + 1', '(u64)reads * 512')};")
    w("mixNumber(&sum, at);")
