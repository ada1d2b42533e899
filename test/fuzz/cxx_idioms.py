"""Idioms of C++."""

from idiom import IGNORE, data_file, idiom


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
def algorithms(g, s, w):
    """A lambda that an algorithm calls for each place."""
    file = data_file(g, s)
    w(f"std::vector<u64> places({g.upto(2, 12)});", "byte b[700];",
      f"std::iota(places.begin(), places.end(), {g.number(s, 1)} % 50u);")  # fmt: skip
    read = f"MPI_File_read_at({file.handle}, (MPI_Offset)(k * {g.pick(700, 4000)} % {file.size - 700}u), b, 700, {IGNORE});"
    if g.chance(0.5):
        with w.block("std::for_each(places.begin(), places.end(), [&](u64 k)", "});"):
            w(read, "mix(&sum, b, sizeof b);", "compute();")
    else:
        with w.block("sum = std::accumulate(places.rbegin(), places.rend(), sum, [&](u64 before, u64 k)", "});"):
            w(read, "mix(&before, b, sizeof b);", "compute();", "return before;")


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
