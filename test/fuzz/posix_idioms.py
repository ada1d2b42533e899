"""Idioms that read by descriptors, with MPI or without."""

from idiom import data_file, holding, idiom


def opened(g, w, file, mode="O_RDONLY"):
    """A descriptor of its own for an input file."""
    fd = g.name("fd")
    w(f'int {fd} = open("{file.name}", {mode});')
    return fd


def made(g, w, bytes, mode="O_RDWR"):
    """A descriptor for a new file of that many bytes; `name` is its name."""
    fd = g.name("fd")
    w("char name[40];", f'snprintf(name, sizeof name, "made{g.name("")}.%d", rank);',
      f"makeData(name, {bytes}, (u64)rank + {g.upto(0, 99)}u);", f"int {fd} = open(name, {mode});")  # fmt: skip
    return fd


@idiom(18)
def pread_chain(g, s, w):
    """An entry of an index, then what it points to; the next entry by order or by data."""
    index, data = holding(g, s, "index"), data_file(g, s)
    fd, of = opened(g, w, index), opened(g, w, data)
    w("entry e;", "byte b[4096];", f"u64 k = {g.number(s, 1)} % {index.entries}u;")
    with w.block(f"for (int left = {g.upto(2, 16)}; left > 0; left--)"):
        w(f"if (pread({fd}, &e, sizeof e, (off_t)(k * sizeof e)) != (ssize_t)sizeof e)", "  break;",
          f"ssize_t got = pread({of}, b, e.bytes % 4096u, (off_t)(e.at % {data.size - 4096}u));",
          "mix(&sum, b, got > 0 ? (size_t)got : 0);", "compute();",
          f"k = {g.pick('k + 1', 'e.next', 'k * 5 + e.bytes')} % {index.entries}u;")  # fmt: skip
    w(f"close({fd});", f"close({of});")


@idiom(30)
def until_full(g, s, w):
    """Blocks that are read until they are full, to the end of the file."""
    file, bytes = data_file(g, s), g.pick(700, 4096, 30000)
    most = g.pick(bytes, bytes // 3 + 1)
    fd = opened(g, w, file)
    w(f"static byte b[{bytes}];", f"lseek({fd}, -(off_t)({g.number(s, 1)} % {10 * bytes}u), SEEK_END);")
    with w.block("for (;;)"):
        w("size_t have = 0;", "ssize_t got = 0;")
        with w.block(f"while (have < {bytes})"):
            w(f"got = read({fd}, b + have, {bytes} - have < {most} ? {bytes} - have : {most});",
              "if (got <= 0)", "  break;", "have += (size_t)got;")  # fmt: skip
        w("mix(&sum, b, have);", "compute();", f"if (have < {bytes})", "  break;")
    w(f"mixNumber(&sum, (u64)lseek({fd}, 0, SEEK_CUR));", f"close({fd});")


@idiom(40)
def names_in_turn(g, s, w):
    """Files with computed names, of which one is not there, each to its end."""
    bytes, n = g.pick(1000, 4096, 40000), g.upto(1, 5)
    w(f"static byte b[{bytes}];", "char name[32];", f"int left = {g.upto(3, 20)};")
    with w.block(f"for (int k = 0; k < {n}; k++)"):
        w(f'snprintf(name, sizeof name, "part%d.dat", {g.pick("k", "(k * 3 + 1) % 5")});',
          "int fd = open(name, O_RDONLY);")  # fmt: skip
        with w.block("if (fd < 0)"):
            w("mixNumber(&sum, (u64)errno);", "continue;")
        if g.chance(0.3):
            w(f"lseek(fd, {g.pick(100, 6000)}, SEEK_SET);")
        w("ssize_t got;")
        with w.block(f"while ((got = read(fd, b, {bytes})) > 0)"):
            w("mix(&sum, b, (size_t)got);", "compute();")
            if g.chance(0.3):
                w("if (--left <= 0)", "  break;")
            if g.chance(0.2):
                w(f"if (b[0] % {g.pick(7, 31)} == 3)", f"  {g.pick('break', 'lseek(fd, 777, SEEK_CUR)')};")
        w("close(fd);")


@idiom(40)
def weighed_files(g, s, w):
    """Files with computed names. What is read of each, and at times whether more files are, a
    floating-point computation on the data says, which slices do not repeat."""
    bytes, stdio = g.pick(64, 900, 5000), g.chance(0.3)
    w(f"static byte b[{bytes}];", "char name[32];", f"int left = {g.upto(4, 24)};")
    with w.block(f"for (int k = 0; k < {g.upto(1, 9)}; k++)"):
        w(f'snprintf(name, sizeof name, "part%d.dat", {g.pick("k", "(k * 3 + 1) % 5", "k % 4")});')
        if stdio:
            w('FILE *from = fopen(name, "rb");', "if (!from)", "  continue;")
        else:
            w("int from = open(name, O_RDONLY);", "if (from < 0)", f"  {g.pick('continue', 'break')};")
        w(f"size_t next = {bytes};", "double weight = 1;", "long got;")
        read = "(long)fread(b, 1, next, from)" if stdio else "(long)read(from, b, next)"
        with w.block(f"while (left > 0 && (got = {read}) > 0)"):
            w("mix(&sum, b, (size_t)got);", "compute();", "left--;",
              "for (long i = 0; i < got; i++)", "  weight = weight * 0.5 + b[i];",
              f"next = 1 + (size_t)(weight * 16) % {bytes};")  # fmt: skip
        if g.chance(0.4):
            w(f"left += {g.upto(1, 6)};")
        w("fclose(from);" if stdio else "close(from);")
        if g.chance(0.3):
            w("if (weight > 480)", f"  {g.pick('break', 'continue')};")


@idiom(30)
def changed_in_place(g, s, w):
    """Blocks are read, changed and written back, here or elsewhere."""
    n, bytes = g.upto(2, 12), g.pick(64, 500, 5000)
    fd = made(g, w, n * bytes)
    w(f"static byte b[{bytes}];")
    by_place = g.chance(0.6)
    for turn in range(g.upto(1, 2)):
        with w.block(f"for (int k = 0; k < {n}; k++)"):
            there = f"(off_t)(k * {g.pick(1, 3, 7)} % {n}) * {bytes}"
            if by_place:
                w(f"pread({fd}, b, {bytes}, {there});")
            else:
                w(f"lseek({fd}, {there}, SEEK_SET);", f"read({fd}, b, {bytes});")
            w(f"mix(&sum, b, {bytes});", "for (size_t i = 0; i < sizeof b; i += 3)", "  b[i] ^= (byte)(k + 1);", "compute();")
            if by_place:
                w(f"pwrite({fd}, b, {bytes}, {g.pick(there, f'(off_t)((k + 1) % {n}) * {bytes}')});")
            else:
                w(f"lseek({fd}, -{bytes}, SEEK_CUR);", f"write({fd}, b, {bytes});")
    w(f"close({fd});")


@idiom(24)
def grown_and_cut(g, s, w):
    """A file grows at its end and is cut off while it is read."""
    bytes = g.pick(300, 4096)
    append = g.chance(0.5)
    fd = made(g, w, bytes * 3, "O_RDWR | O_APPEND" if append else "O_RDWR")
    w(f"static byte b[{bytes}];")
    with w.block(f"for (int k = 0; k < {g.upto(2, 10)}; k++)"):
        w(f"lseek({fd}, (off_t)k * {bytes // 2}, SEEK_SET);", f"ssize_t got = read({fd}, b, {bytes});",
          "mixNumber(&sum, (u64)got);", "mix(&sum, b, got > 0 ? (size_t)got : 0);", "compute();")  # fmt: skip
        if not append:
            w(f"lseek({fd}, 0, {g.pick('SEEK_END', 'SEEK_CUR')});")
        w(f"if (k % 3 == {g.upto(0, 2)})", f"  write({fd}, b, {g.pick(bytes, bytes // 3)});",
          f"if (k % 5 == {g.upto(1, 4)} && ftruncate({fd}, (off_t)k * {g.pick(50, bytes)}))", "  exit(92);")  # fmt: skip
    w(f"mixNumber(&sum, (u64)lseek({fd}, 0, SEEK_END));", f"close({fd});")


@idiom(24)
def merge(g, s, w):
    """Runs of a file are merged by the numbers that they begin with."""
    file, runs, bytes = data_file(g, s), g.upto(2, 5), g.pick(64, 800)
    fd = opened(g, w, file)
    length = file.size // runs // bytes * bytes
    w(f"static byte head[{runs}][{bytes}];", f"off_t at[{runs}];", f"int left = {g.upto(4, 24)};")
    with w.block(f"for (int r = 0; r < {runs}; r++)"):
        w(f"at[r] = (off_t)r * {length};", f"pread({fd}, head[r], {bytes}, at[r]);")
    with w.block("while (left-- > 0)"):
        w("int least = 0;", f"for (int r = 1; r < {runs}; r++)", "  if (load(head[r], 2) < load(head[least], 2))",
          "    least = r;", f"mix(&sum, head[least], {bytes});", "compute();", f"at[least] += {bytes};",
          f"if (at[least] >= {file.size} - {bytes})", "  break;",
          f"pread({fd}, head[least], {bytes}, at[least]);")  # fmt: skip
    w(f"close({fd});")


@idiom(24)
def tree(g, s, w):
    """Looked up from a root: a byte of each node says which is next."""
    file, fan = data_file(g, s), g.pick(2, 8, 16)
    fd = opened(g, w, file)
    w("byte node[512];")
    with w.block(f"for (u64 key = 0; key < {g.upto(2, 8)}; key++)"):
        w("u64 page = 0;")
        with w.block(f"for (int level = 0; level < {g.upto(1, 4)}; level++)"):
            w(f"if (pread({fd}, node, sizeof node, (off_t)(page * 512)) != (ssize_t)sizeof node)", "  break;",
              f"page = (page * {fan} + 1 + node[(key * 37 + page) % 512] % {fan}) % {file.size // 512}u;")  # fmt: skip
        w("mix(&sum, node, sizeof node);", "compute();")
    w(f"close({fd});")


@idiom(30, where="alone")
def children(g, s, w):
    """Forked children read a file, and say by their status what they saw."""
    file, n, bytes = data_file(g, s), g.upto(1, 4), g.pick(100, 3000)
    own, before = g.chance(0.5), g.chance(0.5)
    w(f"static byte b[{bytes}];")
    if before or not own:
        fd = opened(g, w, file)
    if before:
        with w.block(f"for (int k = 0; k < {g.upto(1, 6)}; k++)"):
            w(f"pread({fd}, b, {bytes}, (off_t)k * {bytes});", f"mix(&sum, b, {bytes});", "compute();")
    with w.block(f"for (int c = 0; c < {n}; c++)"):
        w("pid_t child = fork();")
        with w.block("if (child == 0)"):
            if own:
                w(f'int fd = open("{file.name}", O_RDONLY);')
            w("u64 mine = (u64)c;")
            with w.block(f"for (int k = 0; k < {g.upto(1, 8)}; k++)"):
                w(f"pread({'fd' if own else fd}, b, {bytes}, (off_t)((u64)(c + k) * {g.pick(bytes, 5000)} % {file.size}u));",
                  f"mix(&mine, b, {bytes});")  # fmt: skip
            w("_exit((int)(mine % 100));")
        w("int status = 0;", "waitpid(child, &status, 0);", "mixNumber(&sum, (u64)status);", "compute();")
    if before or not own:
        w(f"close({fd});")
