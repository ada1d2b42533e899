"""Idioms that read by streams, with MPI or without."""

from idiom import data_file, holding, idiom


@idiom(30)
def stream_records(g, s, w):
    """Lengths stand before the records, of which some are skipped."""
    file = holding(g, s, "records")
    w("byte b[600];", "uint32_t length;", f'FILE *in = fopen("{file.name}", "rb");')
    if g.chance(0.3):
        w(f"setvbuf(in, NULL, {g.pick('_IONBF, 0', '_IOFBF, 100000', '_IOFBF, 64')});")
    if g.chance(0.3):
        w(f"int left = {g.upto(2, 9)};")
        head = "while (left-- > 0 && fread(&length, sizeof length, 1, in) == 1)"
    else:
        head = "while (fread(&length, 4, 1, in) == 1 && length <= sizeof b)"
    with w.block(head):
        if g.chance(0.5):
            with w.block(f"if (length % {g.pick(2, 3)} == 1)"):
                w("fseek(in, (long)length, SEEK_CUR);", "continue;")
        w("size_t got = fread(b, 1, length % (sizeof b + 1), in);", "mix(&sum, b, got);", "compute();")
        if g.chance(0.3):
            w("if (got < length % (sizeof b + 1))", "  break;")
    w("mixNumber(&sum, (u64)ftell(in));", "mixNumber(&sum, (u64)!feof(in));", "fclose(in);")


@idiom(40)
def until_feof(g, s, w):
    """Files one after the other, each until feof, a short or an empty read."""
    size, count = g.pick((1, 4096), (1, 999), (8, 700), (100, 33))
    w(f"static byte b[{size * count}];", "char name[32];")
    with w.block(f"for (int k = 0; k < {g.upto(1, 5)}; k++)"):
        w('snprintf(name, sizeof name, "part%d.dat", k);', f'FILE *in = fopen(name, "{g.pick("r", "rb")}");')
        with w.block("if (!in)"):
            w("mixNumber(&sum, 404);", g.pick("continue;", "break;"))
        read = f"fread(b, {size}, {count}, in)"
        if g.chance(0.3):
            w(f"fseek(in, {g.pick(64, 5000)}, SEEK_SET);")
        kind = g.pick("feof", "empty", "short")
        w("size_t got;")
        if kind == "feof":
            with w.block("while (!feof(in))"):
                w(f"got = {read};", f"mix(&sum, b, got * {size});", "compute();")
        elif kind == "empty":
            with w.block(f"while ((got = {read}) > 0)"):
                w(f"mix(&sum, b, got * {size});", "compute();")
        else:
            with w.block("do", f"}} while (got == {count});"):
                w(f"got = {read};", f"mix(&sum, b, got * {size});", "compute();")
        w("mixNumber(&sum, (u64)ftello(in));", "fclose(in);")


@idiom(24)
def sought(g, s, w):
    """Places from a loop, from data, from the end, and once more from the begin."""
    file, bytes = data_file(g, s), g.pick(24, 600, 5000)
    w(f"static byte b[{bytes}];", f'FILE *in = fopen("{file.name}", "rb");', "long at = 0;")
    with w.block(f"for (int k = 0; k < {g.upto(2, 14)}; k++)"):
        way = g.pick("places", "data", "end", "steps", "mixed")
        if way == "places":
            w(f"fseek(in, (long)(({g.number(s, 1)} + (u64)k * 4001) % {file.size - bytes}u), SEEK_SET);")
        elif way == "data":
            w("at = (at + (long)load(b, 2) * 3) % 60000;", "fseek(in, at, SEEK_SET);")
        elif way == "end":
            w(f"fseeko(in, -(off_t)(k * {bytes} % 50000), SEEK_END);")
        elif way == "steps":
            w(f"fseek(in, {g.pick(100, 4096, 9000)}, SEEK_CUR);")
        else:
            w("if (k % 4 == 3)", "  rewind(in);", "else", "  fseek(in, ftell(in) / 2, SEEK_SET);")
        w(f"size_t got = fread(b, 1, {bytes}, in);", "mix(&sum, b, got);", "compute();")
    w("mixNumber(&sum, (u64)ftell(in));", "fclose(in);")


@idiom(30)
def written_between(g, s, w):
    """A stream that is read and written, with a seek between."""
    n, bytes = g.upto(2, 8), g.pick(64, 900)
    w("char name[40];", f'snprintf(name, sizeof name, "both{g.name("")}.%d", rank);',
      f"makeData(name, {n * bytes}, (u64)rank);", 'FILE *both = fopen(name, "r+b");', f"static byte b[{bytes}];")  # fmt: skip
    with w.block(f"for (int k = 0; k < {n}; k++)"):
        w(f"fseek(both, (long)(k * {g.pick(1, 3)} % {n}) * {bytes}, SEEK_SET);", f"size_t got = fread(b, 1, {bytes}, both);",
          "mix(&sum, b, got);", "compute();", "b[k] = (byte)(b[k] + 1);")  # fmt: skip
        w(g.pick("fseek(both, -(long)got, SEEK_CUR);", "fseek(both, 0, SEEK_CUR);", "fseek(both, 0, SEEK_END);"),
          f"fwrite(b, 1, {g.pick(bytes, 8)}, both);")  # fmt: skip
        if g.chance(0.3):
            w("fflush(both);")
    w("rewind(both);", f"while (fread(b, 1, {bytes}, both) == {bytes})", f"  mix(&sum, b, {bytes});", "fclose(both);")


@idiom(24)
def text_and_data(g, s, w):
    """A line or a character says what the stream is read for next."""
    w(f'FILE *in = fopen("{g.pick("numbers", "part0.dat")}", "rb");', "byte b[64];", "char line[40];")
    with w.block(f"for (int k = 0; k < {g.upto(2, 10)}; k++)"):
        way = g.pick("line", "character", "back", "number")
        if way == "line":
            w("if (!fgets(line, sizeof line, in))", "  break;", "mix(&sum, line, strlen(line));")
        elif way == "number":
            w("unsigned number = 0;", 'if (fscanf(in, "%u", &number) == 1)', "  mixNumber(&sum, number);")
        else:
            w("int c = fgetc(in);", "if (c == EOF)", "  break;")
            w("ungetc(c, in);" if way == "back" else "mixNumber(&sum, (u64)c);")
        w(f"size_t got = fread(b, 1, {g.pick('sizeof b', '1 + (size_t)k', '(size_t)(sum % 9)')}, in);", "mix(&sum, b, got);", "compute();")
        if g.chance(0.4):
            w("mixNumber(&sum, (u64)ftell(in));")
    w("fclose(in);")


@idiom(30, where="alone")
def stream_threads(g, s, w):
    """Threads that read a file each by a stream or a descriptor of its own."""
    name, n, bytes = g.name("reader"), g.upto(1, 6), g.pick(100, 3000)
    stream = g.chance(0.5)
    with g.top.block(f"static void *{name}(void *argument)"):
        g.top("u64 *sum = (u64 *)argument;", "char name[32];", f"byte b[{bytes}];",
              'snprintf(name, sizeof name, "part%d.dat", (int)(*sum % 4));')  # fmt: skip
        if stream:
            g.top('FILE *in = fopen(name, "rb");', "size_t got;",
                  f"while ((got = fread(b, 1, {bytes}, in)) > 0)", "  mix(sum, b, got);", "fclose(in);")  # fmt: skip
        else:
            g.top("int fd = open(name, O_RDONLY);", "ssize_t got;", "off_t at = 0;")
            with g.top.block(f"while ((got = pread(fd, b, {bytes}, at)) > 0)"):
                g.top("mix(sum, b, (size_t)got);", f"at += {g.pick('got', str(bytes + 100))};")
            g.top("close(fd);")
        g.top("return NULL;")
    w(f"u64 sums[{n}];", f"pthread_t threads[{n}];")
    with w.block(f"for (int t = 0; t < {n}; t++)"):
        w("sums[t] = (u64)t;", f"pthread_create(&threads[t], NULL, {name}, &sums[t]);")
    with w.block(f"for (int t = 0; t < {n}; t++)"):
        w("pthread_join(threads[t], NULL);", "mixNumber(&sum, sums[t]);")
