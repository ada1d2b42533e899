#!/usr/bin/env python3
"""Prints the random program of a seed: generate.py [--alone|--fortran] SEED [IDIOM...].

main makes the input files, opens them and runs a few sections; a section is a
loop nest, a few reads in no loop, in main or in a function, or a call of a
function that opens its files itself. Each prints a digest of what was read.
With --alone the program has no MPI: its files are descriptors or streams. With
--fortran the program is one of fortran.py.
"""

import sys

import fortran
import idioms
import phases
import reads
import statements
from program import Buffer, File, Function, Generator, Scope, Value, Writer


def scramble(x):
    """As in fuzz.h."""
    x = ((x ^ (x >> 31)) * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    return x ^ (x >> 29)


def make_files(g, make):
    """The files of a program; what main does to make them goes to `make`."""
    files = []

    def add(holds, name, size, entries=0):
        files.append(File(f"f{len(files)}", name, holds, size, True, entries))

    for k in range(g.upto(1, 2)):
        size = g.pick(70000, 1 << 18, 1000003, 2 << 20)
        make(f'makeData("data{k}", {size}, {g.seed + k}u);')
        add("data", f"data{k}", size)
    if g.chance(0.15):
        hole, size = g.pick(3 << 30, 5 << 30), 100000
        make(f'makeSparse("sparse", {hole}u, {size}, {g.seed}u);')
        add("sparse", "sparse", hole + 2 * size)
    entries = g.pick(32, 100, 512)
    make(f'makeIndex("index", {entries}, {1 << 16}, {g.pick(300, 4000)}, {g.seed}u);')
    add("index", "index", entries * 16, entries)
    nodes = g.pick(16, 64, 256)
    make(f'makeChain("chain", {nodes}, {g.seed}u);')
    add("chain", "chain", nodes * 64, nodes)
    count, most = g.pick(10, 60), g.pick(100, 500)
    make(f'makeRecords("records", {count}, {most}, {g.seed}u);')
    size = sum(4 + scramble(g.seed + 99 + i) % (most + 1) for i in range(count))
    add("records", "records", size, count)
    make(f'makeText("numbers", {g.pick(5, 50, 400)}, {g.seed}u);',
         f'makeData("parts", 100000, {g.seed}u);',
         *[f'makeData("part{k}.dat", {g.pick(5000, 30000)}, {k}u);' for k in range(4)])  # fmt: skip
    return files


def make_globals(g, scope):
    g.setup.depth = 1
    for k in range(g.upto(0, 2)):
        name, entries = f"t{k}", g.pick(16, 64, 1024)
        g.top(f"static unsigned {name}[{entries}];")
        g.setup(f"for (int k = 0; k < {entries}; k++)", f"  {name}[k] = (unsigned)(k * {g.upto(1, 999)} % 4099);")
        g.tables.append((name, entries))
    for name in ("g0", "g1"):
        if g.chance(0.6):
            uniform = g.chance(0.4)
            g.top(f"static u64 {name} = {g.upto(0, 99)};")
            scope.values.append(Value(name, uniform))
            scope.targets.append(Value(name, uniform))
    if g.chance(0.5):
        g.top("static struct { u64 first; char name[5]; u64 count; } options = {3, {0}, 11};")
        for field in ("options.first", "options.count"):
            scope.values.append(Value(field))
            scope.targets.append(Value(field))


def add_locals(g, s, w):
    """Variables and buffers of a function."""
    for _ in range(g.upto(1, 3)):
        name, uniform = g.name("x"), s.uniform and g.chance(0.5)
        w(f"u64 {name} = {g.number(s, 1, uniform)};")
        s.values.append(Value(name, uniform))
        s.targets.append(Value(name, uniform))
    after = []
    for _ in range(g.upto(0, 2)):
        size = g.pick(64, 512, 5000)
        name, release = g.local_buffer(w, size)
        uniform = s.uniform and g.chance(0.4)
        s.buffers.append(Buffer(name, size, uniform))
        s.values.append(Value(f"load({name} + {g.upto(0, 50)}, {g.pick(1, 2, 4)})", uniform))
        after += release
    return after


def make_function(g, scope, w):
    """static u64 fn(MPI_File f, u64 a, u64 *p): statements, of which some read."""
    uniform = g.chance(0.4)
    name = g.name("fn")
    s = scope.inner(uniform=uniform, depth=2, trips=1, leave="all" if uniform else "alone")
    s.targets = [t for t in s.targets if uniform or not t.uniform] + [Value("(*p)")]
    s.values += [Value("a", uniform), Value("(*p)")]
    s.files = [File("f", "data0", "data", 1 << 16)] + [f for f in s.files if f.shared]
    before = g.cost
    with w.block(f"static u64 {name}(MPI_File f, u64 a, u64 *p)"):
        w("u64 sum = a;")
        release = add_locals(g, s, w)
        if release:
            s.leave = None
        statements.several(g, s, w, must_read=True)
        w(*release, "return sum;")
    w("")
    cost, g.cost = g.cost - before, before
    return Function(name, uniform, max(cost, 1))


def straight(g, s, w):
    """Reads in no loop."""
    for _ in range(g.upto(2, 4)):
        g.weighted([(4, reads.read), (2, reads.read_into_variable), (2, reads.read_at_pointer),
                    (2 * (reads.own_file(s) is not None), reads.write),
                    (3, statements.assign), (1, statements.way_out)])(g, s, w)  # fmt: skip
        if g.chance(0.5):
            w("compute();")


def make_section(g, scope, code, main):
    """A nest in main or in a function of its own, and the call of it."""
    name = g.name("section")
    if not g.only and g.chance(0.35):
        phases.make_function(g, scope, code, main)
        main(f'section("{name}", sum);')
        return
    separate = g.chance(0.4)
    w = code if separate else main
    s = scope.inner(trips=1, depth=3, leave="all" if separate else None)
    with w.block(f"static u64 {name}(u64 sum)" if separate else ""):
        release = add_locals(g, s, w)
        if release:
            s.leave = None
        if g.chance(0.5):
            statements.assign(g, s, w)
        if g.chance(0.3):
            statements.several(g, s, w)
        mine = [i for i in g.idioms if i.cxx is None or i.cxx == g.cxx]
        others = not g.only
        main_part = g.weighted([(5 * others, statements.loop), (3, g.dice.choice(mine)), (2 * others, straight)])
        main_part(g, s, w)
        w(*release, *(["return sum;"] if separate else []))
    if separate:
        main(f"sum = {name}(sum);")
    main(f'section("{name}", sum);')


def generate(seed, around=None, only=(), alone=False):
    """Source text and its suffix. `around` is a class of surroundings for the
    program (test/hostile), with sections of its own. With `only`, each section
    is one of the idioms that have these names."""
    ways = [i for i in idioms.ALL if i.where in ("both", "alone" if alone else "mpi")]
    g = Generator(seed, [i for i in ways if not only or i.__name__ in only])
    g.only = bool(only)
    g.streams = alone and g.chance(0.4)
    surroundings = around and around(g)
    make = Writer()
    make.depth = 2
    files = make_files(g, make)
    g.top(f"static MPI_File {', '.join(f.handle for f in files)}, parts, own;",
          "static FILE *input;", "static MPI_Datatype triple;")  # fmt: skip
    scope = Scope(values=[Value("rank", False, 7), Value("ranks", True)], files=list(files))
    make_globals(g, scope)
    code, main = Writer(), Writer()
    main.depth = 1
    for _ in range(g.upto(0, 3)):
        scope.functions.append(make_function(g, scope, code))
    if g.chance(0.6):
        scope.files.append(File("own", "own", "data", 70000, shared=False))
    if surroundings:
        surroundings.sections(scope, code, main, make_section)
    else:
        for _ in range(g.upto(1, 3)):
            make_section(g, scope, code, main)
    out = Writer()
    header = surroundings.header if surroundings else "fuzz.h"
    out(f"// Program {seed} of test/fuzz.", *["#define FUZZ_ALONE"] * alone, *["#define FUZZ_STREAMS"] * g.streams,
        f'#include "{header}"', "")  # fmt: skip
    out.lines += g.top.lines + [""] + code.lines
    with out.block("int main(int argc, char **argv)"):
        start = ("int level;", "MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);")
        out(*(start if g.threads else ("MPI_Init(&argc, &argv);",)), "MPI_Comm_rank(MPI_COMM_WORLD, &rank);",
            "MPI_Comm_size(MPI_COMM_WORLD, &ranks);", f"srand({seed}u + (unsigned)rank);",
            "u64 sum = 0xcbf29ce484222325u;", "char name[32];")  # fmt: skip
        with out.block("if (rank == 0)"):
            out.lines += make.lines
        out('snprintf(name, sizeof name, "own.%d", rank);', "makeData(name, 70000, (u64)rank);",
            "MPI_Barrier(MPI_COMM_WORLD);", 'input = fopen("numbers", "r");',
            "MPI_Type_contiguous(3, MPI_BYTE, &triple);", "MPI_Type_commit(&triple);",
            'parts = openFile(MPI_COMM_WORLD, "parts", MPI_MODE_RDWR);',
            "own = openFile(MPI_COMM_SELF, name, MPI_MODE_RDWR);")  # fmt: skip
        for f in files:
            out(f'{f.handle} = openFile(MPI_COMM_WORLD, "{f.name}", MPI_MODE_RDONLY);')
        out.lines += g.setup.lines
        if surroundings:
            surroundings.begin(out)
        out.lines += main.lines
        if surroundings:
            surroundings.finish(out)
        for f in files:
            out(f"MPI_File_close(&{f.handle});")
        out("MPI_File_close(&own);", "MPI_File_close(&parts);", "MPI_Type_free(&triple);",
            "fclose(input);", "MPI_Finalize();",
            "return ranks == 1 ? (int)(sum % 3) : 0;")  # fmt: skip
    return out.text(), "cpp" if g.cxx else "c"


if __name__ == "__main__":
    words = sys.argv[1:]
    if fortran_program := words[:1] == ["--fortran"]:
        words.pop(0)
    if alone := words[:1] == ["--alone"]:
        words.pop(0)
    if not words or not words[0].isdigit():
        sys.exit(__doc__)
    if fortran_program:
        print(fortran.generate(int(words[0]))[0], end="")
        sys.exit()
    print(generate(int(words[0]), only=words[1:], alone=alone)[0], end="")
