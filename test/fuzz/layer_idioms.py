"""Idioms of a program's own layers between its code and its files.

What decides the next read is in the program's buffers, tables of functions, flags and
objects, so that a slice has to see through these layers or to guess.
"""

from idiom import data_file, idiom


def filler(g, bytes):
    """A source of characters: a descriptor or a stream, a buffer, and what refills the buffer."""
    name, w = g.name("source"), g.top
    w(f"typedef struct {{\n  int fd;\n  FILE *stream;\n  size_t next, end;\n  int done;\n  byte data[{bytes}];\n}} {name};")
    with w.block(f"static int {name}_refill({name} *from)"):
        w("if (from->done)", "  return 0;",
          "ssize_t got = from->stream ? (ssize_t)fread(from->data, 1, sizeof from->data, from->stream)",
          "                           : read(from->fd, from->data, sizeof from->data);",
          "from->next = 0;", "from->end = got > 0 ? (size_t)got : 0;",
          f"from->done = {g.pick('got <= 0', 'from->end < sizeof from->data')};", "return got > 0;")  # fmt: skip
    with w.block(f"static int {name}_get({name} *from)"):
        w(f"if (from->next == from->end && !{name}_refill(from))", "  return -1;", "return from->data[from->next++];")
    w("")
    return name


def open_source(g, w, name, file):
    """A source that begins with a file; the name of a variable."""
    source = g.name("from")
    by_stream = g.chance(0.4)
    w(f"static {name} {source};", f"memset(&{source}, 0, sizeof {source});")
    if by_stream:
        w(f'{source}.stream = fopen({file}, "rb");')
    else:
        w(f"{source}.fd = open({file}, O_RDONLY);")
    missing = f"!{source}.stream" if by_stream else f"{source}.fd < 0"
    return source, missing, f"fclose({source}.stream);" if by_stream else f"close({source}.fd);"


@idiom(40)
def refilled(g, s, w):
    """Words of a text, taken from a buffer that a function of the program's refills."""
    name = filler(g, g.pick(64, 777, 4096))
    file = g.pick('"numbers"', '"part1.dat"', f'"{data_file(g, s).name}"')
    source, missing, close = open_source(g, w, name, file)
    w(f"if ({missing})", "  exit(93);", "u64 word = 0;", "int c;", f"long left = {g.pick(200, 3000, 1000000)};")
    with w.block(f"while ((c = {name}_get(&{source})) >= 0 && left-- > 0)"):
        with w.block(f"if (c == {g.pick(10, 32, 0)})"):
            w("mixNumber(&sum, word);", "word = 0;")
            if g.chance(0.5):
                w(f"if (left % {g.pick(7, 50)} == 0)", "  compute();")
            if g.chance(0.2):
                w(f"if (sum % {g.pick(97, 499)} == 3)", "  break;")
            w("continue;")
        w(f"word = word * {g.pick(10, 31)} + (u64)c;")
    w("mixNumber(&sum, word);", close)


@idiom(40)
def records_refilled(g, s, w):
    """Records with a length, each copied out of refills by a function that may need several."""
    name = filler(g, g.pick(50, 512, 3000))
    take, top = g.name("take"), g.top
    with top.block(f"static int {take}({name} *from, byte *to, size_t bytes)"):
        with top.block("for (size_t have = 0; have < bytes;)"):
            top("size_t part = from->end - from->next;")
            with top.block("if (part == 0)"):
                top(f"if (!{name}_refill(from))", "  return 0;", "continue;")
            top("if (part > bytes - have)", "  part = bytes - have;", "memcpy(to + have, from->data + from->next, part);",
                "from->next += part;", "have += part;")  # fmt: skip
        top("return 1;")
    top("")
    source, missing, close = open_source(g, w, name, g.pick('"records"', '"part2.dat"'))
    w(f"if ({missing})", "  exit(93);", "uint32_t length;", "byte b[600];", f"int left = {g.upto(3, 60)};")
    with w.block(f"while (left-- > 0 && {take}(&{source}, (byte *)&length, sizeof length))"):
        w("length %= sizeof b;", f"if (!{take}(&{source}, b, length))", "  break;", "mix(&sum, b, length);", "compute();")
    w(close)


@idiom(40)
def decoder(g, s, w):
    """A decoder that gets its data and hands its results out by callbacks."""
    name = g.name("decoder")
    bytes, top = g.pick(100, 900, 5000), g.top
    top(f"typedef struct {{\n  void *of;\n  size_t (*more)(void *, byte *, size_t);\n  int (*out)(void *, const byte *, size_t);\n}} {name};",
        f"struct {name}_state {{\n  FILE *stream;\n  int fd;\n  u64 sum, wanted;\n}};")  # fmt: skip
    with top.block(f"static size_t {name}_more(void *of, byte *to, size_t bytes)"):
        top(f"struct {name}_state *state = (struct {name}_state *)of;", "if (state->stream)",
            "  return fread(to, 1, bytes, state->stream);", "ssize_t got = read(state->fd, to, bytes);",
            "return got > 0 ? (size_t)got : 0;")  # fmt: skip
    with top.block(f"static int {name}_out(void *of, const byte *from, size_t bytes)"):
        top(f"struct {name}_state *state = (struct {name}_state *)of;", "mix(&state->sum, from, bytes);", "compute();",
            "return --state->wanted > 0;")  # fmt: skip
    with top.block(f"static void {name}_run({name} *d)"):
        top(f"byte b[{bytes}];", "size_t got;")
        with top.block("while ((got = d->more(d->of, b, sizeof b)) > 0)"):
            top("if (!d->out(d->of, b, got))", "  break;")
    top("")
    with w.block(f"for (int k = 0; k < {g.upto(1, 4)}; k++)"):
        w(f"struct {name}_state state = {{NULL, -1, sum, {g.pick(3, 20, 1000)}}};", f"{name} d = {{&state, {name}_more, {name}_out}};",
          "char path[32];", 'snprintf(path, sizeof path, "part%d.dat", k);')  # fmt: skip
        if g.chance(0.5):
            w('state.stream = fopen(path, "rb");', "if (!state.stream)", "  break;", f"{name}_run(&d);", "fclose(state.stream);")
        else:
            w("state.fd = open(path, O_RDONLY);", "if (state.fd < 0)", "  continue;", f"{name}_run(&d);", "close(state.fd);")
        w("mixNumber(&sum, state.sum);")


@idiom(30)
def virtual_file(g, s, w):
    """A structure of functions, of which a test at run time says that they are a file's or the memory's."""
    name, file, top = g.name("layer"), data_file(g, s), g.top
    bytes = g.pick(60, 512, 4000)
    top(f"typedef struct {name} {{\n  int fd, is_virtual;\n  const byte *memory;\n  u64 at, size;",
        f"  long (*get)(struct {name} *, byte *, u64);\n}} {name};")  # fmt: skip
    top(f"static const byte {name}_text[5000] = {{1, 2, 3}};")
    with top.block(f"static long {name}_memory({name} *l, byte *to, u64 bytes)"):
        top("u64 part = l->at + bytes > l->size ? l->size - l->at : bytes;", "memcpy(to, l->memory + l->at, part);",
            "l->at += part;", "return (long)part;")  # fmt: skip
    with top.block(f"static long {name}_file({name} *l, byte *to, u64 bytes)"):
        top("long got = (long)pread(l->fd, to, bytes, (off_t)l->at);", "l->at += got > 0 ? (u64)got : 0;", "return got;")
    with top.block(f"static long {name}_get({name} *l, byte *to, u64 bytes)"):
        top("if (l->is_virtual)", "  return l->get(l, to, bytes);", f"return {name}_file(l, to, bytes);")
    top("")
    w(f"static byte b[{bytes}];", f"{name} l;", "memset(&l, 0, sizeof l);", f'l.fd = open("{file.name}", O_RDONLY);', f"l.size = {file.size}u;",
      f"l.is_virtual = {g.pick('0', '1', '1', 'rank % 2', '(int)(sum % 2)')};",
      f"l.get = {g.pick(f'{name}_file', f'{name}_file', f'(sum & 4 ? {name}_memory : {name}_file)', f'{name}_memory')};")  # fmt: skip
    with w.block(f"if (l.get == {name}_memory)"):
        w(f"l.memory = {name}_text;", f"l.size = sizeof {name}_text;")
    with w.block(f"for (int k = 0; k < {g.upto(2, 25)}; k++)"):
        w(f"long got = {name}_get(&l, b, {g.pick('sizeof b', f'1 + (u64)k * 37u % {bytes}u')});", "if (got <= 0)", "  break;",
          "mix(&sum, b, (size_t)got);", "compute();")  # fmt: skip
        if g.chance(0.3):
            w(f"l.at = l.at * {g.pick(3, 5)} % l.size;")
    w("close(l.fd);")


@idiom(30)
def block_in_object(g, s, w):
    """A structure has the block beside what says where and how much comes next; functions of the user's may read in its place."""
    name, file, top = g.name("blocks"), data_file(g, s), g.top
    bytes = g.pick(64, 600, 4000)
    before, behind = ("u64 at, length;", "int fd, given;") if g.chance(0.5) else ("int fd, given;", "u64 at, length;")
    top(f"typedef struct {{\n  {before}\n  long (*get)(void *to, u64 most);\n  byte data[{bytes}];\n  {behind}\n}} {name};")
    with top.block(f"static long {name}_input(void *to, u64 most)"):
        top("return (long)fread(to, 1, most, stdin);")
    with top.block(f"static long {name}_next({name} *o)"):
        top("if (o->given)", "  return o->get(o->data, o->length);")
        top(g.pick("long got = (long)pread(o->fd, o->data, o->length, (off_t)o->at);",
                   "lseek(o->fd, (off_t)o->at, SEEK_SET);\n  long got = (long)read(o->fd, o->data, o->length);"))  # fmt: skip
        top("o->at += got > 0 ? (u64)got : 0;", "return got;")
    top("")
    w(f"static {name} o;", "memset(&o, 0, sizeof o);", f'o.fd = open("{file.name}", O_RDONLY);', f"o.given = {g.pick('0', '0', '0', 'rank % 2', '1')};",
      f"o.get = {name}_input;", f"o.length = 1 + {g.number(s, 1)} % {bytes}u;")  # fmt: skip
    with w.block(f"for (int k = 0; k < {g.upto(2, 25)}; k++)"):
        w(f"long got = {name}_next(&o);", "if (got <= 0)", "  break;", "mix(&sum, o.data, (size_t)got);", "compute();")
        w(g.pick("", f"o.length = 1 + (u64)o.data[0] * 31u % {bytes}u;", f"o.length = 1 + (u64)k * 37u % {bytes}u;", f"o.at = o.at * 3 % {file.size}u;"))
        if g.chance(0.2):
            w(f"if (o.data[got - 1] % {g.pick(50, 120)} == 7)", "  o.given = 1;")
    w("close(o.fd);")


@idiom(30, cxx=True)
def virtual_reader(g, s, w):
    """A base class of readers; the program chooses at run time which of them it has."""
    name, file, top = g.name("Base"), data_file(g, s), g.top
    bytes = g.pick(64, 700, 5000)
    with top.block(f"struct {name}", "};"):
        top(f"virtual ~{name}() = default;", "virtual long next(byte *to, u64 bytes) = 0;", "virtual void move(u64 at) = 0;")
    with top.block(f"struct {name}File final : {name}", "};"):
        top("int fd;", f"explicit {name}File(const char *name) : fd(open(name, O_RDONLY)) {{}}", f"~{name}File() override {{ close(fd); }}",
            "long next(byte *to, u64 bytes) override { return (long)read(fd, to, bytes); }",
            "void move(u64 at) override { lseek(fd, (off_t)at, SEEK_SET); }")  # fmt: skip
    with top.block(f"struct {name}Part final : {name}", "};"):
        top(f"std::unique_ptr<{name}> base;", "u64 left;",
            f"{name}Part(std::unique_ptr<{name}> base, u64 left) : base(std::move(base)), left(left) {{}}",
            "void move(u64 at) override { base->move(at); }")  # fmt: skip
        with top.block("long next(byte *to, u64 bytes) override"):
            top("long got = base->next(to, bytes < left ? bytes : left);", "left -= got > 0 ? (u64)got : 0;", "return got;")
    top("")
    w(f'std::unique_ptr<{name}> reader = std::make_unique<{name}File>("{file.name}");', f"std::vector<byte> b({bytes});",
      f"if ({g.pick('true', 'sum % 2', 'rank == 0')})", f"  reader = std::make_unique<{name}Part>(std::move(reader), {g.pick(2000, 40000)}u);")  # fmt: skip
    with w.block(f"for (u64 k = 0; k < {g.upto(2, 20)}; k++)"):
        if g.chance(0.4):
            w(f"reader->move(k * {g.pick(4096, 777)} % {file.size}u);")
        w("long got = reader->next(b.data(), b.size());", "if (got <= 0)", "  break;", "mix(&sum, b.data(), (size_t)got);", "compute();")


@idiom(30)
def until_flag(g, s, w):
    """A flag that another thread or a handler could set ends the loop."""
    flag, file = g.name("stop"), data_file(g, s)
    kind = g.pick("volatile int", "volatile sig_atomic_t", "std::atomic<bool>" if g.cxx else "_Atomic int")
    g.top(f"static {kind} {flag};")
    bytes = g.pick(300, 4096, 20000)
    w(f"static byte b[{bytes}];", f'int fd = open("{file.name}", O_RDONLY);', "ssize_t got = 0;", "int turns = 0;",
      f"{flag} = {g.pick('0', '0', '0', '1')};")  # fmt: skip
    with w.block(f"while (!{flag} && (got = read(fd, b, sizeof b)) > 0)"):
        w("mix(&sum, b, (size_t)got);", "compute();", "turns++;", f"if (turns == {g.pick(3, 12, 40)})", f"  {flag} = 1;")
    w("mixNumber(&sum, (u64)turns);", "close(fd);")


@idiom(30, cxx=True)
def chosen_by_suffix(g, s, w):
    """A reader's object that reads a file as the end of the file's name says."""
    name, file, top = g.name("Suffix"), data_file(g, s), g.top
    bytes = g.pick(64, 700, 5000)
    suffix = file.name[file.name.rfind("."):] if "." in file.name else ""
    with top.block(f"struct {name}", "};"):
        top("std::string file;", f"explicit {name}(std::string file) : file(std::move(file)) {{}}")
        with top.block("std::string suffix() const"):
            top("size_t at = file.rfind('.');", 'return at == std::string::npos ? "" : file.substr(at);')
        with top.block("u64 words() const"):
            top("u64 all = 0;", "std::ifstream in(file);", "std::string word;", f"for (long k = 0; k < {g.pick(20, 500)} && in >> word; k++)",
                "  mix(&all, (const byte *)word.data(), word.size());", "return all;")  # fmt: skip
        with top.block("u64 blocks() const"):
            top("u64 all = 0;", "std::ifstream in(file, std::ios::binary);", f"std::vector<char> b({bytes});",
                f"for (int k = 0; k < {g.upto(2, 20)} && in.read(b.data(), (std::streamsize)b.size()); k++)",
                "  mix(&all, (const byte *)b.data(), b.size());", "return all;")  # fmt: skip
        with top.block("u64 read() const"):
            top(f'return suffix() == "{g.pick(suffix, suffix, ".txt")}" ? blocks() : words();')
    top("")
    w(f'{name} reader("{file.name}");', "mixNumber(&sum, reader.read());", "compute();")


@idiom(20, cxx=False)
def without_prototype(g, s, w):
    """The function that reads was declared without a list of its arguments."""
    name, file, top = g.name("unlisted"), data_file(g, s), g.top
    bytes = g.pick(64, 700, 5000)
    top(f"static int {name}_file;", f"static byte {name}_data[{bytes}];", f"static long {name}_next();")
    with top.block(f"static __attribute__((noinline)) u64 {name}_all(int turns)"):
        top("u64 all = 0;", f"for (int k = 0; k < turns && {name}_next() > 0; k++)",
            f"  mix(&all, {name}_data, sizeof {name}_data), compute();", "return all;")  # fmt: skip
    top(f"static long {name}_next(void) {{ return read({name}_file, {name}_data, sizeof {name}_data); }}", "")
    w(f'{name}_file = open("{file.name}", O_RDONLY);', f"mixNumber(&sum, {name}_all({g.upto(2, 20)}));", f"close({name}_file);")


@idiom(20, where="mpi")
def representation_in_array(g, s, w):
    """A view whose data representation is text in an array of the function's own."""
    file, bytes = data_file(g, s), g.pick(64, 700, 5000)
    w(f"static byte b[{bytes}];", f'char representation[] = "{g.pick("native", "native", "internal")}";',
      f'MPI_File f = openFile(MPI_COMM_SELF, "{file.name}", MPI_MODE_RDONLY);',
      f"MPI_File_set_view(f, {g.pick(0, 16, 800)}, MPI_BYTE, MPI_BYTE, representation, MPI_INFO_NULL);")  # fmt: skip
    with w.block(f"for (int k = 0; k < {g.upto(2, 20)}; k++)"):
        w(f"MPI_File_read_at(f, (MPI_Offset)k * {g.pick(bytes, 3000)}, b, {bytes}, MPI_BYTE, MPI_STATUS_IGNORE);",
          "mix(&sum, b, sizeof b);", "compute();")  # fmt: skip
    w("MPI_File_close(&f);")


@idiom(24)
def mapped_parts(g, s, w):
    """A mapping that a structure keeps and a function gives back through its arguments."""
    name, file, top = g.name("weights"), data_file(g, s), g.top
    top(f"typedef struct {{\n  byte *all;\n  size_t bytes;\n  const byte *first, *second;\n}} {name};")
    with top.block(f"static __attribute__((noinline)) int {name}_open(const char *path, {name} *to, int *fd, size_t *bytes)"):
        top("struct stat status;", "*fd = open(path, O_RDONLY);", "if (*fd < 0 || fstat(*fd, &status))", "  return 0;",
            "*bytes = to->bytes = (size_t)status.st_size;",
            f"to->all = (byte *)mmap(NULL, to->bytes, PROT_READ, {g.pick('MAP_PRIVATE', 'MAP_SHARED')}, *fd, 0);",
            "if (to->all == MAP_FAILED)", "  return 0;", "to->first = to->all + 16;", "to->second = to->first + to->bytes / 3;", "return 1;")  # fmt: skip
    with top.block(f"static __attribute__((noinline)) void {name}_use(const {name} *of, u64 k, u64 *sum)"):
        top(f"const byte *from = {g.pick('k % 2 ? of->second : of->first', 'of->first', 'of->all')} + k * {g.pick(64, 4096, 5000)} % (of->bytes / 2);",
            f"mix(sum, from, {g.pick(8, 400)});")  # fmt: skip
    top("")
    w(f"{name} parts;", "int fd;", "size_t bytes;", f'if (!{name}_open("{file.name}", &parts, &fd, &bytes))', "  exit(94);")
    if g.chance(0.5):
        w("close(fd);", "fd = -1;")
    with w.block(f"for (u64 k = 0; k < {g.upto(2, 24)}; k++)"):
        w(f"{name}_use(&parts, {g.pick('k', 'k * k', 'sum % 100')}, &sum);", "compute();")
    w("munmap(parts.all, bytes);", "if (fd >= 0)", "  close(fd);")


@idiom(24)
def mapped_characters(g, s, w):
    """Bytes of a mapping are written as single characters to a file of the rank's own, which is then read."""
    file, count = data_file(g, s), g.upto(100, 5000)
    step = g.pick(1, 3, 64)
    put = g.pick("putc(c, out);", "fputc(c, out);", "putc_unlocked(c, out);")
    w(f'int fd = open("{file.name}", O_RDONLY);', "struct stat status;", "if (fd < 0 || fstat(fd, &status))", "  exit(94);",
      "const byte *all = (const byte *)mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);",
      "if (all == (const byte *)MAP_FAILED)", "  exit(94);",
      "char name[40];", f'snprintf(name, sizeof name, "{g.name("dump")}.%d", rank);', 'FILE *out = fopen(name, "w+");', "if (!out)", "  exit(94);")  # fmt: skip
    with w.block(f"for (long k = 0; k + {step} <= status.st_size && k < {count * step}; k += {step})"):
        w("""int c = "0123456789abcdef"[all[k] >> 4];""", put, """c = k % 64 ? ' ' : '\\n';""", put)
    w("rewind(out);", "int c;", "u64 seen = 0;")
    with w.block(f"while ((c = {g.pick('getc', 'fgetc')}(out)) != EOF)"):
        w("seen = seen * 31 + (u64)c;")
    w("mixNumber(&sum, seen);", "fclose(out);", "munmap((void *)all, (size_t)status.st_size);", "close(fd);")


@idiom(40)
def lines_end_files(g, s, w):
    """Files one after the other, by lines; a line may end a file early."""
    way = g.pick("fgets", "getline", "ifstream") if g.cxx else g.pick("fgets", "getline")
    sign, n = g.pick("!line[0]", "line[0] == '7'", "strchr(line, 'Q')", "strlen(line) > 200"), g.upto(2, 6)
    w("char name[32];")
    if way == "getline":
        w("char *line = NULL;", "size_t room = 0;")
    with w.block(f"for (int k = 0; k < {n}; k++)"):
        w(f'snprintf(name, sizeof name, k == {g.upto(0, 3)} ? "numbers" : "part%d.dat", k % 4);')
        if way == "ifstream":
            w("std::ifstream in(name);", "std::string text;")
            with w.block("while (std::getline(in, text))"):
                w("const char *line = text.c_str();", "mix(&sum, line, strlen(line));", f"if ({sign})", "  break;")
        else:
            w('FILE *in = fopen(name, "r");', "if (!in)", "  continue;")
            if way == "fgets":
                w(f"char line[{g.pick(16, 80, 300)}];")
            with w.block("while (" + ("fgets(line, sizeof line, in)" if way == "fgets" else "getline(&line, &room, in) > 0") + ")"):
                w("mix(&sum, line, strlen(line));", f"if ({sign})", "  break;")
            w("fclose(in);")
        w("compute();")
    if way == "getline":
        w("free(line);")


@idiom(40, where="alone")
def job_pool(g, s, w):
    """Threads that take files' numbers from a list, and read each file whole."""
    name, n, top = g.name("pool"), g.upto(1, 3), g.top
    bytes = g.pick(512, 4096, 30000)
    g.threads = True
    top(f"static pthread_mutex_t {name}_lock = PTHREAD_MUTEX_INITIALIZER;", f"static int {name}_next, {name}_end;", f"static u64 {name}_sum;")
    with top.block(f"static void *{name}_run(void *unused)"):
        top(f"byte *b = (byte *)malloc({bytes});", "char path[32];", "(void)unused;")
        with top.block("for (;;)"):
            top(f"pthread_mutex_lock(&{name}_lock);", f"int job = {name}_next < {name}_end ? {name}_next++ : -1;",
                f"pthread_mutex_unlock(&{name}_lock);", "if (job < 0)", "  break;", "u64 mine = (u64)job;",
                'snprintf(path, sizeof path, "part%d.dat", job % 5);')  # fmt: skip
            if g.chance(0.5):
                top('FILE *in = fopen(path, "rb");', "if (!in)", "  continue;", "size_t got;",
                    f"while ((got = fread(b, 1, {bytes}, in)) > 0)", "  mix(&mine, b, got);", "fclose(in);")  # fmt: skip
            else:
                top("int fd = open(path, O_RDONLY);", "if (fd < 0)", "  continue;", "ssize_t got;",
                    f"while ((got = read(fd, b, {bytes})) > 0)", "  mix(&mine, b, (size_t)got);", "close(fd);")  # fmt: skip
            top(f"pthread_mutex_lock(&{name}_lock);", f"{name}_sum += mine;", f"pthread_mutex_unlock(&{name}_lock);", "usleep(200);")
        top("free(b);", "return NULL;")
    top("")
    w(f"pthread_t threads[{n}];", f"{name}_next = 0;", f"{name}_end = {g.upto(1, 12)};", f"{name}_sum = 0;",
      f"for (int t = 0; t < {n}; t++)", f"  pthread_create(&threads[t], NULL, {name}_run, NULL);",
      f"for (int t = 0; t < {n}; t++)", "  pthread_join(threads[t], NULL);", f"mixNumber(&sum, {name}_sum);")  # fmt: skip


@idiom(30)
def opened_for_each(g, s, w):
    """The same file is opened, read and closed for each piece."""
    file, bytes = data_file(g, s), g.pick(64, 900, 5000)
    way = g.pick("open", "fopen", "dup")
    at = f"(off_t)(({g.number(s, 1)} + (u64)k * {g.pick(bytes, 8192)}) % {file.size - bytes}u)"
    w(f"static byte b[{bytes}];")
    if way == "dup":
        w(f'int base = open("{file.name}", O_RDONLY);')
    with w.block(f"for (int k = 0; k < {g.upto(2, 20)}; k++)"):
        w("size_t got;")
        if way == "open":
            w(f'int fd = open("{file.name}", O_RDONLY);', f"ssize_t r = pread(fd, b, sizeof b, {at});", "got = r > 0 ? (size_t)r : 0;", "close(fd);")
        else:
            w(f'FILE *in = fopen("{file.name}", "rb");' if way == "fopen" else 'FILE *in = fdopen(dup(base), "rb");',
              f"fseeko(in, {at}, SEEK_SET);", "got = fread(b, 1, sizeof b, in);", "fclose(in);")  # fmt: skip
        w("mix(&sum, b, got);", "compute();")
    if way == "dup":
        w("close(base);")


@idiom(30)
def named_places(g, s, w):
    """Places that a tree of names of the program's own knows."""
    file, n, bytes = data_file(g, s), g.upto(2, 16), g.pick(64, 800)
    name, top = g.name("place"), g.top
    w(f'int fd = open("{file.name}", O_RDONLY);', f"static byte b[{bytes}];", "char key[24];")
    if g.cxx and g.chance(0.6):
        kind = g.pick("std::map", "std::unordered_map")
        w(f"{kind}<std::string, u64> places;")
        put, find, free = "places[key] = (u64)k * 7919u;", "places.at(key)", []
    else:
        top(f"typedef struct {name} {{\n  char key[24];\n  u64 at;\n  struct {name} *less, *more;\n}} {name};")
        with top.block(f"static {name} *{name}_put({name} *tree, const char *key, u64 at)"):
            top("if (!tree) {", f"  tree = ({name} *)calloc(1, sizeof *tree);", "  strcpy(tree->key, key);", "  tree->at = at;",
                "} else if (strcmp(key, tree->key) < 0)", f"  tree->less = {name}_put(tree->less, key, at);",
                "else", f"  tree->more = {name}_put(tree->more, key, at);", "return tree;")  # fmt: skip
        with top.block(f"static u64 {name}_find(const {name} *tree, const char *key)"):
            top("int order;", "if (!tree)", "  return 0;", "order = strcmp(key, tree->key);",
                f"return order == 0 ? tree->at : {name}_find(order < 0 ? tree->less : tree->more, key);")  # fmt: skip
        with top.block(f"static void {name}_free({name} *tree)"):
            top("if (!tree)", "  return;", f"{name}_free(tree->less);", f"{name}_free(tree->more);", "free(tree);")
        top("")
        w(f"{name} *tree = NULL;")
        put, find, free = f"tree = {name}_put(tree, key, (u64)k * 7919u);", f"{name}_find(tree, key)", [f"{name}_free(tree);"]
    with w.block(f"for (int k = 0; k < {n}; k++)"):
        w('snprintf(key, sizeof key, "step%d", k * 7 % 23);', put)
    with w.block(f"for (int k = 0; k < {n}; k++)"):
        w('snprintf(key, sizeof key, "step%d", k * 7 % 23);',
          f"ssize_t got = pread(fd, b, sizeof b, (off_t)({find} % {file.size}u));", "mix(&sum, b, got > 0 ? (size_t)got : 0);", "compute();")  # fmt: skip
        if g.chance(0.3):
            w(f"if (k == {n // 2})", f"  snprintf(key, sizeof key, \"late%d\", k), {put.rstrip(';').replace('(u64)k * 7919u', '99')};")
    w(*free, "close(fd);")


@idiom(20, where="mpi")
def status_in_object(g, s, w):
    """A reader's structure has the status beside its position and what is left."""
    name, file, top = g.name("reading"), data_file(g, s), g.top
    bytes = g.pick(64, 500, 3000)
    top(f"typedef struct {{\n  MPI_File file;\n  MPI_Offset at;\n  MPI_Status status;\n  long rest;\n  byte data[{bytes}];\n}} {name};")
    with top.block(f"static int {name}_next({name} *r)"):
        top("int count = 0;", "if (r->rest <= 0)", "  return 0;",
            f"MPI_File_read_at(r->file, r->at, r->data, r->rest < {bytes} ? (int)r->rest : {bytes}, MPI_BYTE, &r->status);",
            "MPI_Get_count(&r->status, MPI_BYTE, &count);", "r->at += count;", "r->rest -= count;", "return count;")  # fmt: skip
    top("")
    w(f"{name} r;", "memset(&r, 0, sizeof r);", f"r.file = {file.handle};", f"r.at = (MPI_Offset)({g.number(s, 1)} % {file.size}u);",
      f"r.rest = {g.pick(0, 2000, 30000)};", "int got;")  # fmt: skip
    with w.block(f"while ((got = {name}_next(&r)) > 0)"):
        w("mix(&sum, r.data, (size_t)got);", "compute();")
    w("mixNumber(&sum, (u64)r.at);")


@idiom(16, uniform=True, where="mpi")
def agreed_each_step(g, s, w):
    """What ranks sum up, scan or are told in each step says where they read; some of these values never change."""
    file, bytes = data_file(g, s), g.pick(64, 600)
    way = g.pick("allreduce", "scan", "bcast")
    w(f"byte b[{bytes}];", "memset(b, 0, sizeof b);", "long mine = 5 + rank, said = 0;", "char native[] = \"native\";")
    if g.chance(0.5):
        w(f'MPI_File_set_view({file.handle}, 0, MPI_BYTE, MPI_BYTE, native, MPI_INFO_NULL);')
    with w.block(f"for (long k = 0; k < {g.upto(2, 10)}; k++)"):
        if g.chance(0.5):
            w(f"mine += {g.pick('1', 'k', 'b[0] % 4')};")
        if way == "allreduce":
            w("MPI_Allreduce(&mine, &said, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);")
        elif way == "scan":
            w("MPI_Scan(&mine, &said, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);")
        else:
            w("said = mine;", "MPI_Bcast(&said, 1, MPI_LONG, 0, MPI_COMM_WORLD);")
        w(f"MPI_File_read_at{g.pick('', '_all')}({file.handle}, (MPI_Offset)(((u64)said * {bytes}u + (u64)k * 4099u) % {file.size - bytes}u), b, {bytes}, MPI_BYTE, MPI_STATUS_IGNORE);",
          "mix(&sum, b, sizeof b);", "compute();")  # fmt: skip
