"""Idioms by what holds the data and the places: types, buffers, functions."""

import reads
from idiom import data_file, idiom


@idiom(20, where="mpi")
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
