"""Sources that are large in one way each, for bench/compile_time.

Each kind is a function of a size and gives a C or C++ source in which reads are
what the pass has to look at. A kind's work for a compiler grows with the size in
proportion, or, where calls multiply, not at all.
"""

HEAD = """#include <mpi.h>
void use(const void *, long);
int decide(long);
"""

KINDS = {}


def kind(size, suffix=".c"):
    """A kind of source, and the size that is measured."""

    def add(function):
        KINDS[function.__name__] = (function, size, suffix)
        return function

    return add


def lines(n, text):
    """The text for each number up to n; {i} and what i gives in it."""
    return "".join(text(i) + "\n" for i in range(n))


def read(place, count=8):
    return (f"MPI_File_read_at(f, {place}, b, {count}, MPI_BYTE, "
            "MPI_STATUS_IGNORE); use(b, 0);")


def loop(body, before="", parameters=""):
    return (f"void run(MPI_File f, long *t, int m{parameters}) {{\n"
            f"char b[64]; long s = 0;\n{before}"
            f"for (int k = 0; k < m; k++) {{\n{body}}}\n}}\n")


@kind(2000)
def reads(n):
    """Reads one after the other."""
    body = lines(n, lambda i: read(f"t[{i}] * {i + 1}", i % 60 + 1))
    return f"void run(MPI_File f, long *t) {{\nchar b[64];\n{body}}}\n"


@kind(2000)
def reads_in_loop(n):
    return loop(lines(n, lambda i: read(f"t[{i}] * {i + 1} + k", i % 60 + 1)))


@kind(400)
def reads_and_writes(n):
    return loop(
        lines(
            n, lambda i: read(f"a * k + {i * 64}", 64) +
            f"MPI_File_write_at(f, c * k + {i * 64 + 7} * a, b, 64, MPI_BYTE,"
            " MPI_STATUS_IGNORE);"), parameters=", long a, long c")


@kind(1000)
def pointers(n):
    """A walk along a list that changes it, whatever the pointer leads to."""
    return ("struct node { long value; struct node *next; int q[8]; };\n"
            "void run(MPI_File f, struct node *p, int m) {\nchar b[64];\n"
            "for (int k = 0; k < m; k++) {\n" + lines(
                n, lambda i: f"p->q[{i % 8}] = p->next->q[{(i + 1) % 8}] + k;"
                f"if (p->q[{i % 8}] & {1 << i % 20}) p = p->next;"
                f"p->value += p->next->value * {i};") + read("p->value") +
            "}\n}\n")


@kind(1000)
def separate_pointers(n):
    """Many pointers, each loaded from a place of its own."""
    return loop(
        lines(n, lambda i: f"*p[{i}] += t[{i}] + *p[{(i * 7 + 1) % n}];"
              f"p[{i}] = p[{(i * 3 + 1) % n}];") + read("*p[0]"),
        parameters=", long **p")


@kind(5000)
def blocks(n):
    """Many basic blocks and one read."""
    return loop(
        lines(n, lambda i: f"if (t[{i}] > k) s += t[{i}]; else s ^= {i};") +
        read("s * 8"))


@kind(3000)
def blocks_with_stores(n):
    return loop(
        lines(
            n, lambda i: f"if (t[{i}] > k) w[{i % 97}] += t[{i}];"
            f"else w[{i * 7 % 97}] = {i};") + read("w[k] * 8"),
        parameters=", long *w")


@kind(4000)
def straight_line(n):
    """Long code in memory and without branches."""
    return loop(
        lines(n, lambda i: f"a[{i % 50}] = a[{i * 3 % 50}] * {i} + t[{i}];"
              f"s ^= a[{i * 7 % 50}];") + read("s"),
        before="long a[50] = {0};\n")


@kind(3000)
def unrolled(n):
    """What a tool has unrolled: each step with its own index into tables."""
    return loop(
        lines(
            n, lambda i: f"y[k + {i}] = x[k + {i}] * t[{i % 4}] + y[k + {i}"
            " - 1];") + read("t[k]"), parameters=", double *x, double *y")


@kind(4000)
def switch_table(n):
    return loop("switch (t[k]) {\n" + lines(
        n, lambda i: f"case {i * 3}: s += t[{i}] * k; break;"
        if i % 7 else f"case {i * 3}: {read(f's + {i}', i % 60 + 1)} break;") +
                "default: s++; }\n")


@kind(300)
def loops(n):
    """Many loops in one function, one slice."""
    return ("void run(MPI_File f, long *t, int m) {\nchar b[64]; long s = 0;\n" +
            lines(
                n, lambda i: f"for (int k = 0; k < m + {i}; k++) {{ s += t[k];"
                f"{read(f's * 8 + {i}')} }}") + "}\n")


@kind(300)
def refused_loops(n):
    """Many loops in one function, each of which has to be looked at alone."""
    return (
        "void run(MPI_File f, volatile long *v, long *t, int m) {\n"
        "char b[64];\n" + lines(
            n, lambda i: f"for (int k = 0; k < m + {i}; k++) {{"
            f"{read(f'v[{i}] + t[k] * 8 + {i}')} }}") + "}\n")


@kind(100)
def half_refused_loops(n):
    """One statement keeps the function from being sliced as a whole."""
    return ("void run(MPI_File f, volatile long *v, long *t, int m) {\n"
            "char b[64];\n" + read("*v") + lines(
                n, lambda i: f"for (int k = 0; k < m + {i}; k++) {{"
                f"{read(f't[k] * 8 + {i}')} }}") + "}\n")


@kind(40)
def nest(n):
    """A deep loop nest."""
    return ("void run(MPI_File f, int *n) {\nchar b[64]; long s = 0;\n" +
            lines(n, lambda i: f"for (int i{i} = 0; i{i} < n[{i}]; i{i}++)") +
            "{" + lines(n, lambda i: f"s += i{i};") + read("s * 8") + "}\n}\n")


@kind(40)
def refused_nest(n):
    """A deep loop nest in which each loop is looked at and refused."""
    return ("void run(MPI_File f, int *n, volatile long *v) {\n"
            "char b[64]; long s = 0;\n" +
            lines(n, lambda i: f"for (int i{i} = 0; i{i} < n[{i}]; i{i}++)") +
            "{" + lines(n, lambda i: f"s += i{i};") + read("s * *v") + "}\n}\n")


@kind(800)
def calls(n):
    """Many functions that read in a loop, all called from one loop."""
    return lines(
        n, lambda i: f"static long g{i}(MPI_File f, long x, long *t) {{"
        f"char b[64]; for (int i = 0; i < t[{i}]; i++) {{ x += i * {i};"
        f"{read('x')} }} return x; }}") + loop(
            lines(n, lambda i: f"s = g{i}(f, s, t);"))


@kind(20)
def call_dag(n):
    """Each function calls the one below twice."""
    return (
        "static long g0(MPI_File f, long x, long *t) {\nchar b[64];" +
        read("x * t[0]") + "return x + 1; }\n" + lines(
            n - 1, lambda i: f"static long g{i + 1}(MPI_File f, long x, long *t)"
            f" {{ if (t[{i + 1}]) x = g{i}(f, x, t);"
            f"return g{i}(f, x + 1, t); }}") + loop(f"g{n - 1}(f, k, t);"))


@kind(8)
def call_fan(n):
    """Each function calls the one below eight times."""
    return (
        "static long g0(MPI_File f, long x, long *t) {\nchar b[64];" +
        read("x * t[0]") + "return x + 1; }\n" + lines(
            n - 1, lambda i: f"static long g{i + 1}(MPI_File f, long x, long *t)"
            " { " + "".join(f"x += g{i}(f, x + {j}, t);" for j in range(8)) +
            "return x; }") + loop(f"g{n - 1}(f, k, t);"))


@kind(6)
def recursion(n):
    """Functions that call each other and themselves several times."""
    return lines(n, lambda i: f"static long g{i}(MPI_File, long, long *);"
                 ) + lines(
        n, lambda i: f"static long g{i}(MPI_File f, long x, long *t) {{"
        f"char b[64]; if (x < {i}) return x; {read('x * t[0]')}"
        f"x += g{i}(f, x / 2, t); x += g{(i + 1) % n}(f, x / 3, t);"
        f"return x + g{(i + 2) % n}(f, x / 5, t); }}") + loop("g0(f, k, t);")


@kind(1000)
def functions(n):
    """Many small functions, each with a read in a loop."""
    return lines(
        n, lambda i: f"void g{i}(MPI_File f, long *t, int m) {{ char b[64];"
        f"for (int k = 0; k < m; k++) {{ {read(f't[k] * {i + 1}')} }} }}")


@kind(300)
def callers(n):
    """Many callers of one helper that reads."""
    return (
        "static int get(MPI_File f, long at, char *b, int n) {\n"
        "if (n > 64) n = 64; int got; MPI_Status s;\n"
        "if (MPI_File_read_at(f, at, b, n, MPI_BYTE, &s)) return -1;\n"
        "MPI_Get_count(&s, MPI_BYTE, &got); use(b, got); return got; }\n" +
        lines(
            n, lambda i: f"void g{i}(MPI_File f, long *t, int m) {{ char b[64];"
            f"for (int k = 0; k < m; k++)"
            f"if (get(f, t[k] * {i + 1}, b, k + {i}) < 0) return; }}"))


@kind(1000)
def tables(n):
    """Many tables, all of which decide where is read."""
    return lines(
        n, lambda i: f"long t{i}[64]; static const int c{i}[4] = {{{i}, 2, 3, "
        f"{i + 1}}};") + loop(
            lines(n, lambda i: f"t{i}[k & 63] += c{i}[k & 3]; s += t{i}[k & 31];"
                  ) + read("s"))


@kind(60000)
def initialiser(n):
    """Large initialisers, of numbers, structures and addresses."""
    numbers = ",".join(str(i * 37 % 1009) for i in range(n))
    places = ",".join(f"{{{i}, &n[{i}]}}" for i in range(n // 4))
    return (f"static long n[] = {{{numbers}}};\n"
            f"static struct {{ long at; long *more; }} p[] = {{{places}}};\n" +
            loop("n[k] += p[k].at; s += *p[k].more;" + read("s + n[k]")))


@kind(1500)
def wide_structure(n):
    """A structure of many members, filled in and used member by member."""
    return ("struct wide {" + lines(n, lambda i: f"long m{i};") + "};\n" + loop(
        lines(n, lambda i: f"w.m{i} = w.m{(i * 7 + 3) % n} + t[{i % 9}];") +
        read("w.m0"), before="struct wide w = {0};\n"))


@kind(150)
def regions(n):
    """Many functions with many reads each."""
    return lines(
        n, lambda i: f"void g{i}(MPI_File f, long *t, int m) {{ char b[64];"
        "for (int k = 0; k < m; k++) {" +
        "".join(read(f"t[{j}] * k + {i}") for j in range(20)) + "} }")


@kind(400)
def strings(n):
    """Names that are put together, of files that are opened and read."""
    return ("#include <stdio.h>\n" + loop(
        lines(
            n, lambda i: f'snprintf(c, sizeof c, "part%d.{i}", k);'
            "if (!MPI_File_open(MPI_COMM_SELF, c, MPI_MODE_RDONLY, "
            "MPI_INFO_NULL, &f)) {" + read(f"{i} * k") +
            "MPI_File_close(&f); }"), before="char c[64];\n"))


@kind(300)
def headers(n):
    """Data that were read decide what is read next."""
    return loop(
        lines(
            n, lambda i: f"MPI_File_read_at(f, s + {i}, h, 16, MPI_BYTE, "
            "MPI_STATUS_IGNORE); s += h[0]; if (h[1]) {" +
            read("s + h[1]") + "}"), before="long h[2];\n")


@kind(150, ".cpp")
def templates(n):
    """Classes and functions made of templates, and containers."""
    return (
        "#include <map>\n#include <string>\n#include <vector>\n"
        "template <int N> struct Part {\n"
        "std::vector<long> places; std::map<int, long> by;\n"
        "long at(int k) { return places[k] + by[k % (N + 1)]; }\n"
        "template <class F> void each(F f) {"
        " for (auto &[k, v] : by) f(v + N); } };\n"
        "template <int N> void part(MPI_File f, Part<N> &p) {\nchar b[64];\n"
        "for (size_t k = 0; k < p.places.size(); k++) {" + read("p.at(k) * N")
        + "}\np.each([&](long at) {" + read("at") + "}); }\n" + lines(
            n, lambda i: f"template void part<{i}>(MPI_File, Part<{i}> &);"))


def text(name, size=None):
    make, measured, _ = KINDS[name]
    return HEAD + make(size or measured)
