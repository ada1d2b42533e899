"""Functions that open, read and close files, in phases and in no loop as well.

From its first access to a file on, the rest of such a function is one region.
Ways out close what is open; in C++ an object does that, and some ways out throw.
"""

import reads
import statements
from program import Buffer, File, Value

STEPS = []


def step(weight):
    def enlist(function):
        STEPS.append((weight, function))
        return function

    return enlist


def close(g, w, files):
    if not g.cxx:
        w(*[f"MPI_File_close(&{f.handle});" for f in reversed(files)])


def open_file(g, s, w, name, mode, comm=None):
    """Opens it; returns its handle."""
    handle = g.name("file")
    comm = comm or ("MPI_COMM_WORLD" if s.uniform and g.chance(0.4) else "MPI_COMM_SELF")
    if g.cxx:
        w(f"OpenFile {handle}({comm}, {name}, {mode});")
        return handle + ".file"
    w(f"MPI_File {handle} = openFile({comm}, {name}, {mode});")
    return handle


def open_input(g, s, w):
    """Opens one of the program's input files once more."""
    file = g.dice.choice([f for f in s.files if f.shared and f.holds in ("data", "index", "records")])
    handle = open_file(g, s, w, f'"{file.name}"', "MPI_MODE_RDONLY")
    return File(handle, file.name, file.holds, file.size, True, file.entries)


def parameters(g, s, w):
    """A structure that is full before the first file is opened."""
    p = g.name("p")
    w(f"struct parameters {p} = {{0}};")
    a = g.number(s, 1, s.uniform)
    if g.chance(0.6):
        w(f"choose(&{p}, {a}, 60000);")
    else:
        w(f"{p}.first = ({a}) % 50;", f"{p}.step = {g.pick(64, 700)};", f"{p}.count = {g.upto(0, 6)};",
          f"{p}.bytes = {g.pick(100, 399)};", "for (int k = 0; k < 6; k++)",
          f"  {p}.at[k] = (MPI_Offset)(({a} + (u64)k * {g.pick(500, 8191)}) % 60000u);")  # fmt: skip
    s.values += [Value(f"{p}.{field}", s.uniform) for field in ("first", "step", "count", "at[2]")]
    return p


@step(4)
def header(g, s, w, p, files):
    """Numbers at the begin of a file decide what follows."""
    g.spend(s, 1)
    file = g.dice.choice([f for f in files if f.shared])
    head = g.name("head")
    w(f"u64 {head}[3] = {{0, 0, 0}};")
    where = g.pick(0, 0, 64, file.size - 24)
    reads.explicit(g, s, w, file, where, f"(byte *){head}", 24)
    w(f"mix(&sum, {head}, sizeof {head});")
    s.values += [Value(f"({head}[{k}] % {m}u)", s.uniform) for k, m in ((0, 97), (1, 5), (2, 40000))]


@step(4)
def places(g, s, w, p, files):
    """What the structure says."""
    g.spend(s, 6)
    file = g.dice.choice([f for f in files if f.size >= 1 << 16] or [None])
    if not file:
        return reads.read(g, s, w)
    with w.block(""):
        w("byte b[400];", "memset(b, 0, sizeof b);")
        with w.block(f"for (int k = 0; k < {p}.count; k++)"):
            w(f"MPI_File_read_at({file.handle}, {p}.at[k % 6], b, {p}.bytes, MPI_BYTE, MPI_STATUS_IGNORE);")
            w("mix(&sum, b, sizeof b);", "compute();")


@step(3)
def strided(g, s, w, p, files):
    """By the individual pointer, as far as the structure says."""
    g.spend(s, 6)
    file = g.dice.choice(files)
    with w.block(""):
        w("byte b[64];", "MPI_Status status;", f"MPI_File_seek({file.handle}, (MPI_Offset){p}.first, MPI_SEEK_SET);")
        with w.block(f"for (u64 k = {p}.first; k < {p}.first + {g.upto(1, 6)}; k++)"):
            w(f"MPI_File_read({file.handle}, b, 64, MPI_BYTE, &status);")
            w("mix(&sum, b, (size_t)received(&status));", "compute();")
            if g.chance(0.5):
                w(f"MPI_File_seek({file.handle}, (MPI_Offset){p}.step, MPI_SEEK_CUR);")


@step(6)
def straight(g, s, w, p, files):
    """A read in no loop, of a file that was opened here."""
    inner = s.inner(files=files)
    g.pick(reads.read, reads.read, reads.read_at_pointer, reads.read_into_variable)(g, inner, w)


@step(3)
def another(g, s, w, p, files):
    """Another file, perhaps only if a condition holds."""
    with w.block(f"if {g.condition(s, s.uniform)}" if g.chance(0.5) else ""):
        inner = s.inner()
        opened = [open_input(g, inner, w)]
        for _ in range(g.upto(1, 2)):
            reads.read(g, inner.inner(files=opened), w)
        if g.chance(0.4):
            inner.files += opened
            statements.loop(g, inner.inner(depth=1), w, 8)
        close(g, w, opened)


@step(2)
def word(g, s, w, p, files):
    """A function opens a file, reads a number and closes it."""
    g.spend(s, 1)
    file = g.dice.choice([f for f in s.files if f.shared and f.size < 1 << 30])
    v = g.name("v")
    w(f'u64 {v} = wordOf("{file.name}", (MPI_Offset)({g.number(s, 1, s.uniform)} % {file.size - 8}u)) % 9999u;')
    w(f"mixNumber(&sum, {v});")
    s.values.append(Value(v, s.uniform))


@step(3)
def way_out(g, s, w, p, files):
    condition = f"if ({g.number(s, 1, s.uniform)} % {g.pick(4, 9, 17)} == {g.upto(0, 3)})"
    with w.block(condition):
        if g.cxx and g.chance(0.5):
            w('throw std::runtime_error("enough");')
        else:
            close(g, w, files)
            w("return sum ^ 77;")


@step(3)
def scoped_table(g, s, w, p, files):
    """A table that lives in a block."""
    g.spend(s, 4)
    file, n = g.dice.choice([f for f in files if f.size >= 512] or [None]), g.upto(1, 6)
    if not file:
        return reads.read(g, s, w)
    with w.block(""):
        w(f"MPI_Offset table[{n}];", "byte b[200];", "memset(b, 1, sizeof b);",
          f"for (int k = 0; k < {n}; k++)",
          f"  table[k] = (MPI_Offset)(({g.number(s, 1)} + (u64)k * 313) % {file.size - 150}u);")  # fmt: skip
        if g.chance(0.4):
            w(f"table[{n - 1}] = {p}.at[1] % {file.size - 150};")
        with w.block(f"for (int k = 0; k < {n}; k++)"):
            w(f"MPI_File_read_at({file.handle}, table[k], b, 150, MPI_BYTE, MPI_STATUS_IGNORE);")
            w("mix(&sum, b, sizeof b);", "compute();")


@step(4)
def written_before(g, s, w, p, files):
    """A file is written in one phase and read in a later one."""
    g.spend(s, 10)
    n, bytes = g.upto(1, 5), g.pick(100, 3000)
    with w.block(""):
        name = g.name("made")
        w("char name[40];", f"byte b[{bytes}];", "MPI_Status status;")
        w(f'snprintf(name, sizeof name, "{name}.%d", rank);')
        own = File(open_file(g, s, w, "name", "MPI_MODE_CREATE | MPI_MODE_RDWR", "MPI_COMM_SELF"), name, "data", n * bytes)
        write = g.pick("", "_at", "_at")
        at = f"(MPI_Offset)k * {bytes}, " if write else ""
        with w.block(f"for (int k = 0; k < {n}; k++)" if g.chance(0.7) else f"const int k = {n - 1};\n{'  ' * w.depth}"):
            w(f"memset(b, k + {g.upto(1, 9)} + (int)(sum % 3), sizeof b);")
            w(f"MPI_File_write{write}({own.handle}, {at}b, {bytes}, MPI_BYTE, MPI_STATUS_IGNORE);")
        if g.chance(0.5):
            w("compute();")
        again = own
        if g.chance(0.3):
            w(f"MPI_File_sync({own.handle});")
            again = File(open_file(g, s, w, "name", "MPI_MODE_RDONLY", "MPI_COMM_SELF"), name, "data", n * bytes)
        for _ in range(g.upto(1, 2)):
            w(f"memset(b, 0, sizeof b);")
            w(f"MPI_File_read_at({again.handle}, {g.upto(0, n - 1) * bytes}, b, {bytes}, MPI_BYTE, &status);")
            w("mixNumber(&sum, (u64)received(&status));", "mix(&sum, b, (size_t)received(&status));")
        with w.block(f"for (int k = 0; k < {n}; k++)"):
            w(f"MPI_File_read_at({again.handle}, (MPI_Offset)k * {bytes}, b, {bytes}, MPI_BYTE, &status);")
            w("mix(&sum, b, (size_t)received(&status));", "compute();")
        close(g, w, [own] if again is own else [own, again])


@step(2)
def reopened(g, s, w, p, files):
    """The variable of a file gets the next one."""
    if g.cxx or len(files) > 1:
        return w("compute();")
    w(f"MPI_File_close(&{files[0].handle});")
    file = g.dice.choice([f for f in s.files if f.shared and f.holds == "data" and f.handle != files[0].handle])
    w(f'{files[0].handle} = openFile(MPI_COMM_SELF, "{file.name}", MPI_MODE_RDONLY);')
    files[0].size, files[0].name, files[0].holds = file.size, file.name, "data"


@step(2)
def converging(g, s, w, p, files):
    """A loop that ends when a number is small, so that no slice covers it."""
    g.spend(s, 10)
    file = g.dice.choice([f for f in files if f.size >= 1 << 16] or [None])
    if not file:
        return reads.read(g, s, w)
    with w.block(""):
        w("byte b[256];", "double left = 1, part = 0;", "MPI_Offset at = 0;", "memset(b, 0, sizeof b);")
        with w.block("for (int k = 0; left > 0.01 && k < 12; k++)"):
            w(f"MPI_File_read_at({file.handle}, at, b, 256, MPI_BYTE, MPI_STATUS_IGNORE);",
              "mix(&sum, b, sizeof b);", "compute();", "for (int i = 0; i < 256; i++)",
              "  part += b[i] * 0.25;", "left = left * 0.5 + part * 1e-9;",
              f"at = (MPI_Offset)(left * {g.pick(1000, 60000)});")  # fmt: skip


@step(3)
def anything(g, s, w, p, files):
    with w.block(""):
        inner = s.inner(depth=1)
        inner.files += files
        statements.several(g, inner, w)


def make_function(g, scope, code, main):
    """A function, to code, and the call of it, to main."""
    name, uniform = g.name("phases"), g.chance(0.6)
    s = scope.inner(uniform=uniform, trips=1, depth=2, leave=None)
    s.targets = [t for t in s.targets if uniform or not t.uniform]
    s.values.append(Value("a", uniform))
    with code.block(f"{g.pick('static ', 'static ', '')}u64 {name}(u64 sum, u64 a)"):
        p = parameters(g, s, code)
        local = g.name("x")
        code(f"u64 {local} = a * 3;", f"byte {local}b[700];", f"memset({local}b, 3, sizeof {local}b);")
        s.values.append(Value(local, uniform))
        s.targets.append(Value(local, uniform))
        s.buffers.append(Buffer(f"{local}b", 700, uniform and g.chance(0.4)))
        files = [open_input(g, s, code)]
        if g.chance(0.3):
            files.append(open_input(g, s, code))
        for _ in range(g.upto(2, 6)):
            g.weighted(STEPS)(g, s, code, p, files)
            if g.chance(0.4):
                code("compute();")
        close(g, code, files)
        code("return sum;")
    code("")
    call = f"sum = {name}(sum, {g.number(scope, 1, uniform)});"
    if g.chance(0.2):
        call = f"for (int k = 0; k < 2; k++)\n{'  ' * (main.depth + 1)}{call}"
    if g.cxx:
        with main.block("try", ""):
            main(call)
        main("} catch (const std::exception &) {", "  mixNumber(&sum, 998);", "}")
    else:
        main(call)
