"""Idioms in which folders, lists and other files say what is read, without MPI."""

from idiom import data_file, holding, idiom


def made_tree(g, w):
    """A folder with files, in folders of its own; its name is in `root`."""
    depth = g.upto(1, 3)
    w("char root[40], name[300];", f'snprintf(root, sizeof root, "tree{g.name("")}.%d", rank);', "mkdir(root, 0755);")
    with w.block(f"for (int k = 0; k < {g.upto(1, 14)}; k++)"):
        w("int length = snprintf(name, sizeof name, \"%s\", root);")
        with w.block(f"for (int in = k % {depth}; in > 0; in--)"):
            w('length += snprintf(name + length, 40, "/d%d", in);', "mkdir(name, 0755);")
        w(f'snprintf(name + length, 40, "/f%d{g.pick(".dat", "")}", k);',
          f"makeData(name, (size_t)(k % {g.pick(3, 9)} * {g.pick(700, 30000)}), (u64)k + {g.upto(0, 99)}u);")  # fmt: skip


READ_FILE = ("u64 part = 0;", "ssize_t got;")


def read_whole(g, w, name):
    """A file's digest is added to `all`, whatever the order of files is."""
    bytes = g.pick(600, 4096, 50000)
    w(f"static byte b[{bytes}];", *READ_FILE, f"int fd = open({name}, O_RDONLY);")
    with w.block(f"while (fd >= 0 && (got = read(fd, b, {bytes})) > 0)"):
        w("mix(&part, b, (size_t)got);", "compute();")
    w("if (fd >= 0)", "  close(fd);", "all += part;")


@idiom(30, where="alone")
def walked(g, s, w):
    """Files that fts_read() finds."""
    made_tree(g, w)
    options = g.pick("FTS_PHYSICAL", "FTS_LOGICAL")
    w("char *roots[] = {root, NULL};", f"FTS *walk = fts_open(roots, {options} | FTS_NOCHDIR, NULL);",
      "u64 all = 0;", "FTSENT *e;")  # fmt: skip
    with w.block("while ((e = fts_read(walk)))"):
        if g.chance(0.4):
            w('if (e->fts_info == FTS_D && !strcmp(e->fts_name, "d1"))', "  fts_set(walk, e, FTS_SKIP);")
        w("if (e->fts_info != FTS_F)", "  continue;")
        if g.chance(0.3):
            w("if (e->fts_statp->st_size < 1000)", "  continue;")
        read_whole(g, w, "e->fts_path")
    w("fts_close(walk);", "mixNumber(&sum, all);")


@idiom(30, where="alone")
def visited(g, s, w):
    """Files that nftw() or ftw() hands to a function."""
    made_tree(g, w)
    w("visitedSum = 0;", g.pick("nftw(root, visit, 8, FTW_PHYS);", "nftw(root, visit, 8, 0);", "ftw(root, visitPlainly, 8);"),
      "mixNumber(&sum, visitedSum);")  # fmt: skip


@idiom(30, cxx=True, where="alone")
def listed(g, s, w):
    """Files that std::filesystem lists."""
    made_tree(g, w)
    tree = g.chance(0.6)
    w("u64 all = 0;", f"std::filesystem::{'recursive_' if tree else ''}directory_iterator at(root), end;")
    with w.block("for (; at != end; ++at)"):
        if tree and g.chance(0.4):
            w('if (at->path().filename() == "d1")', "  at.disable_recursion_pending();")
        if tree and g.chance(0.3):
            w("all += (u64)at.depth();")
        w(f"if (!{g.pick('at->is_regular_file()', 'std::filesystem::is_regular_file(at->path())')})", "  continue;")
        if g.chance(0.3):
            w('if (at->path().extension() == ".dat" && at->file_size() < 1000)', "  continue;")
        read_whole(g, w, g.pick("at->path().c_str()", "at->path().string().c_str()"))
    w("mixNumber(&sum, all);")


@idiom(24, where="alone")
def tokens(g, s, w):
    """Places in lines that strtok() and its kin take apart."""
    file, n = data_file(g, s), g.upto(1, 14)
    w("char line[128], name[40];", f'snprintf(name, sizeof name, "table{g.name("")}.%d", rank);',
      'FILE *table = fopen(name, "w");')  # fmt: skip
    with w.block(f"for (int k = 0; k < {n}; k++)"):
        w(f'fprintf(table, k % {g.pick(4, 50)} == 3 ? "\\n" : "row%d {g.pick("", " ")}%d,%d\\n", k, k * 77777 % {file.size}, {g.pick(100, 3000)} + k);')
    w("fclose(table);", 'table = fopen(name, "r");', "static byte b[5000];", f'int fd = open("{file.name}", O_RDONLY);')
    with w.block("while (fgets(line, sizeof line, table))"):
        way = g.pick("strtok", "strtok_r", "strsep", "sscanf")
        if way == "strtok":
            w('char *row = strtok(line, " \\n");', 'char *at = row ? strtok(NULL, " ,") : NULL;',
              'char *bytes = at ? strtok(NULL, ",\\n") : NULL;')  # fmt: skip
        elif way == "strtok_r":
            w("char *left;", 'char *row = strtok_r(line, " \\n", &left);', 'char *at = row ? strtok_r(NULL, " ,", &left) : NULL;',
              'char *bytes = at ? strtok_r(NULL, ",\\n", &left) : NULL;')  # fmt: skip
        elif way == "strsep":
            w("char *left = line;", 'char *row = strsep(&left, " \\n");', 'char *at = row ? strsep(&left, ",") : NULL;',
              'char *bytes = at ? strsep(&left, "\\n") : NULL;')  # fmt: skip
        else:
            w("char row[64], at[64], bytes[64];", 'if (sscanf(line, "%s %[^,],%s", row, at, bytes) != 3)', "  continue;")
        if way != "sscanf":
            w("if (!at || !bytes)", "  continue;")
        w(f"ssize_t got = pread(fd, b, strtoul(bytes, NULL, 10) % sizeof b, {g.pick('atol(at)', 'strtol(at, NULL, 10)')});",
          "mix(&sum, b, got > 0 ? (size_t)got : 0);", "compute();")  # fmt: skip
    w("fclose(table);", "close(fd);")


@idiom(30, where="alone")
def reopened(g, s, w):
    """One stream, which freopen() makes the next file's."""
    size = g.pick(512, 4096, 20000)
    w(f"static byte b[{size}];", "char name[32];", 'FILE *in = fopen("part0.dat", "rb");')
    with w.block(f"for (int k = 1; in && k < {g.upto(2, 6)}; k++)"):
        if g.chance(0.4):
            w(f"fseek(in, {g.pick(10, 3000)}, SEEK_SET);")
        w("size_t got;")
        with w.block(f"while ((got = fread(b, 1, {size}, in)) > 0)"):
            w("mix(&sum, b, got);", "compute();")
        w('snprintf(name, sizeof name, "part%d.dat", k);', f'in = freopen(name, "{g.pick("r", "rb")}", in);',
          "mixNumber(&sum, (u64)!in);")  # fmt: skip
    w("if (in)", "  fclose(in);")


@idiom(24, where="alone")
def moved(g, s, w):
    """A function that nobody sees through moves the stream."""
    file, size = data_file(g, s), g.pick(64, 3000, 9000)
    w(f"static byte b[{size}];", f'FILE *in = fopen("{file.name}", "rb");')
    with w.block(f"for (int k = 0; k < {g.upto(2, 20)}; k++)"):
        w(f"size_t got = fread(b, 1, {size}, in);", "mix(&sum, b, got);", "compute();",
          f"if (k % {g.pick(1, 3, 50)} == 0)", f"  seekUnseen(in, {g.pick(8, 700, 20000)}, SEEK_CUR);")  # fmt: skip
    w("mixNumber(&sum, (u64)ftell(in));", "fclose(in);")


@idiom(24, where="alone")
def piped(g, s, w):
    """Numbers of records come by a pipe."""
    index = holding(g, s, "index")
    n = g.upto(1, 12)
    w("int ends[2];", "if (pipe(ends))", "  exit(91);")
    with w.block(f"for (u64 k = 0; k < {n}; k++)"):
        w(f"u64 row = k * 7u % {index.entries}u;", "if (write(ends[1], &row, sizeof row) != sizeof row)", "  exit(92);")
    w("close(ends[1]);", f'int fd = open("{index.name}", O_RDONLY);', "u64 row;", "entry e;")
    with w.block("while (read(ends[0], &row, sizeof row) == sizeof row)"):
        w("if (pread(fd, &e, sizeof e, (off_t)(row * sizeof e)) == (ssize_t)sizeof e)", "  mix(&sum, &e, sizeof e);", "compute();")
    w("close(ends[0]);", "close(fd);")
