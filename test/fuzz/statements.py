"""Statements and nests of them: loops, conditions, assignments, ways out."""

import reads
from program import Value


def assign(g, s, w):
    targets = [t for t in s.targets if s.uniform or not t.uniform]
    if not targets:
        return
    target = g.dice.choice(targets)
    operator = g.pick("=", "+=", "^=", "*=", "-=")
    w(f"{target.text} {operator} {g.number(s, 2, target.uniform)};")


def assign_table(g, s, w):
    name, entries = g.dice.choice(g.tables)
    w(f"{name}[({g.number(s, 1)}) % {entries}] = (unsigned)({g.number(s)});")


def declare(g, s, w):
    """A variable, or a pointer to one of two."""
    uniform = s.uniform and g.chance(0.5)
    name = g.name("v")
    mine = [t for t in s.targets if "*" not in t.text and not t.uniform]
    if len(mine) >= 2 and g.chance(0.25):
        one, other = g.dice.sample(mine, 2)
        w(f"u64 *{name} = {g.condition(s)} ? &{one.text} : &{other.text};")
        s.targets.append(Value(f"(*{name})"))
        s.values.append(Value(f"(*{name})"))
        return
    w(f"u64 {name} = {g.number(s, 2, uniform)};")
    s.values.append(Value(name, uniform))
    s.targets.append(Value(name, uniform))


def branch(g, s, w):
    uniform = s.uniform and g.chance(0.5)
    inside = lambda: s.inner(uniform=uniform, depth=s.depth - 1)
    if g.chance(0.2):
        with w.block(f"switch ({g.number(s, 1, uniform)} % 4)"):
            for case in g.dice.sample(range(4), g.upto(1, 3)):
                with w.block(f"case {case}:"):
                    # What a switch takes for itself is not the loop's.
                    several(g, s.inner(uniform=uniform, depth=s.depth - 1, loop=None), w)
                if g.chance(0.7):
                    w("break;")
        return
    with w.block(f"if {g.condition(s, uniform)}"):
        several(g, inside(), w)
    if g.chance(0.4):
        with w.block("else"):
            several(g, inside(), w)


def way_out(g, s, w):
    """break, continue or return, where they are allowed."""
    ways = []
    if s.loop and (s.uniform or s.loop == "alone"):
        ways += ["break;", "continue;"]
    if s.leave and (s.uniform or s.leave == "alone"):
        ways.append(f"return {s.result};")
    if ways:
        w(f"if ({g.number(s, 1, s.uniform)} % {g.pick(5, 9, 17)} == {g.upto(0, 4)})",
          "  " + g.dice.choice(ways))  # fmt: skip


def loop(g, s, w, most=60):
    trips = g.trips(s, most)
    uniform = s.uniform and g.chance(0.6)
    i = g.name("i")
    counter = Value(f"{i}", uniform, max(trips - 1, 0))
    body = s.inner(uniform=uniform, depth=s.depth - 1, trips=s.trips * max(trips, 1),
                   loop="all" if uniform else "alone")  # fmt: skip
    bound = str(trips)
    if g.chance(0.3) and trips:
        bound = f"(long)({g.number(s, 1, uniform)} % {trips + 1}u)"
    kind = g.weighted([(8, "up"), (2, "down"), (2, "while"), (1, "do"), (1, "step"), (1, "size")])
    if kind == "up":
        head, tail = f"for (long {i} = 0; {i} < {bound}; {i}++)", "}"
    elif kind == "down":
        head, tail = f"for (long {i} = {bound} - 1; {i} >= 0; {i}--)", "}"
    elif kind == "step":
        step = g.pick(2, 3)
        head, tail = f"for (int {i} = 0; {i} < {trips}; {i} += {step})", "}"
    elif kind == "size":
        # As far as the file goes, in strides that make so many trips.
        file = g.dice.choice([f for f in s.files if f.handle != "f"])
        stride = file.size // max(trips, 1) + 1
        end = g.name("end")
        w(f"MPI_Offset {end} = 0;", f"MPI_File_get_size({file.handle}, &{end});")
        head = f"for (MPI_Offset {i} = 0; {i} < {end}; {i} += {stride})"
        tail = "}"
        counter.most = None
    elif kind == "while":
        w(f"long {i} = {bound};")
        head, tail = f"while ({i}-- > 0)", "}"
    else:
        w(f"int {i} = 0;")
        head, tail = "do", f"}} while (++{i} < {max(trips, 1)});"
        counter.most = max(trips, 1)
    body.values.append(counter)
    with w.block(head, tail):
        several(g, body, w, must_read=s.depth > 1)
    if kind == "while" or kind == "do":
        s.values.append(Value(f"{i}", False))


def call(g, s, w):
    functions = [f for f in s.functions
                 if (s.uniform or not f.uniform) and g.affords(s, f.cost)]  # fmt: skip
    if not functions:
        return reads.read(g, s, w)
    function = g.dice.choice(functions)
    g.spend(s, function.cost)
    mine = [t.text for t in s.targets if not t.uniform]
    place = f"&{g.dice.choice(mine)}" if mine else "&sum"
    file = g.dice.choice([f for f in s.files if f.shared or not function.uniform])
    if file.size < 1 << 16:
        file = next(f for f in s.files if f.shared and f.size >= 1 << 16)
    a = g.number(s, 1, function.uniform)
    result = f"sum ^= {function.name}({file.handle}, {a}, {place});"
    w(result if place != "&sum" else result.replace("sum ^= ", "(void)"))


def message(g, s, w):
    """All ranks agree on a number, or pass numbers around."""
    target = g.dice.choice(s.targets)
    kind = g.pick("bcast", "allreduce", "ring", "wait")
    with w.block(""):
        if kind == "bcast":
            root = g.pick("0", "ranks - 1")
            w(f"u64 said = {g.number(s)};",
              f"MPI_Bcast(&said, 1, MPI_UINT64_T, {root}, MPI_COMM_WORLD);")  # fmt: skip
        elif kind == "allreduce":
            w(f"u64 mine = {g.number(s)}, said;")
            w(f"MPI_Allreduce(&mine, &said, 1, MPI_UINT64_T, {g.pick('MPI_SUM', 'MPI_BXOR', 'MPI_MAX')}, MPI_COMM_WORLD);")
        elif kind == "ring":
            w(f"u64 mine = {g.number(s)}, said;",
              "MPI_Sendrecv(&mine, 1, MPI_UINT64_T, (rank + 1) % ranks, 7, &said, 1, MPI_UINT64_T, (rank + ranks - 1) % ranks, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);")  # fmt: skip
        else:
            w(f"u64 mine = {g.number(s)}, said;", "MPI_Request request;",
              "MPI_Isend(&mine, 1, MPI_UINT64_T, (rank + 1) % ranks, 8, MPI_COMM_WORLD, &request);",
              "MPI_Recv(&said, 1, MPI_UINT64_T, (rank + ranks - 1) % ranks, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);",
              "MPI_Wait(&request, MPI_STATUS_IGNORE);")  # fmt: skip
        if target.uniform and kind in ("ring", "wait"):
            w("mixNumber(&sum, said);")
        else:
            w(f"{target.text} = said;")


def random_draw(g, s, w):
    targets = [t for t in s.targets if not t.uniform]
    if targets:
        w(f"{g.dice.choice(targets).text} = (u64){g.pick('rand()', 'random()', 'draw()')};")


def scan_input(g, s, w):
    """Numbers of a text file decide; its end is handled."""
    targets = [t for t in s.targets if not t.uniform]
    if not targets:
        return
    target = g.dice.choice(targets).text
    with w.block(""):
        w("unsigned long long said;")
        w('if (fscanf(input, "%llu", &said) == 1)', f"  {target} = said;")


def reread_chunk(g, s, w):
    """The buffer's own numbers say where to read it again."""
    buffers = [b for b in s.buffers if not b.uniform]
    file = g.dice.choice(s.files)
    if not buffers:
        return reads.read(g, s, w)
    g.spend(s, 1)
    b = g.dice.choice(buffers)
    bytes = min(b.size, 64)
    w(f"MPI_File_read_at({file.handle}, (MPI_Offset)(load({b.text}, 4) % {file.size - bytes}u), {b.text}, {bytes}, MPI_BYTE, MPI_STATUS_IGNORE);")
    w(f"mix(&sum, {b.text}, {bytes});")


def several(g, s, w, must_read=False):
    """A few statements, drawn by what is allowed here."""
    own = reads.own_file(s) is not None
    deep = s.depth > 0
    for n in range(g.upto(1, 3)):
        afford = g.affords(s, 1)
        kinds = [
            (10 * afford, reads.read),
            (3 * afford, reads.read_into_variable),
            (2 * afford, reads.read_at_pointer),
            (1 * afford, reads.read_nothing),
            (2 * afford, reread_chunk),
            (2 * (own and afford), reads.write),
            (6, assign),
            (2 * bool(g.tables), assign_table),
            (3, declare),
            (5 * deep, branch),
            (2, way_out),
            (6 * (deep and s.trips < 200), loop),
            (5 * afford, call),
            (1.5 * (s.uniform and bool(s.targets)), message),
            (1, random_draw),
            (1.5, scan_input),
        ]
        kinds += [(1.5 * (deep and g.affords(s, i.cost) and (s.uniform or not i.uniform)), i)
                  for i in g.idioms if i.cxx is None or i.cxx == g.cxx]  # fmt: skip
        g.weighted(kinds)(g, s, w)
    if must_read and g.affords(s, 1):
        reads.read(g, s, w)
