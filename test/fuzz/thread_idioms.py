"""Idioms of programs that read on several threads.

A worker has all that it uses in one structure, so that programs stay
deterministic: it reads, and adds to a digest of its own. Handles may be shared,
but file pointers are not.
"""

from idiom import IGNORE, data_file, holding, idiom

MEMBERS = "  MPI_File file;\n  u64 first, step, count, size, sum;"


def steps(g, w, bytes):
    """A loop that reads in even steps, some of them not at all."""
    with w.block("for (u64 k = 0; k < mine->count; k++)"):
        w(f"u64 at = (mine->first + k * mine->step) % (mine->size - {bytes});")
        if g.chance(0.3):
            w(f"if (at % {g.pick(3, 5)} == 1)", "  continue;")
        w(f"MPI_File_read_at(mine->file, (MPI_Offset)at, b, {bytes}, {IGNORE});", "mix(&mine->sum, b, sizeof b);")
        if g.chance(0.5):
            w("usleep(200);")


def places(g, w, bytes):
    """A loop in which what was read says where the next read is."""
    w("u64 at = mine->first;")
    with w.block("for (u64 k = 0; k < mine->count; k++)"):
        w(f"MPI_File_read_at(mine->file, (MPI_Offset)(at % (mine->size - {bytes})), b, {bytes}, {IGNORE});",
          "mix(&mine->sum, b, sizeof b);", "at += mine->step + load(b, 2);")  # fmt: skip


def make_worker(g, kind):
    """static void *worker(void *), and the name of it."""
    name, w = g.name("worker"), g.top
    w(f"typedef struct {{\n{MEMBERS}\n}} {name}_share;")
    with w.block(f"static void *{name}(void *argument)"):
        w(f"{name}_share *mine = ({name}_share *)argument;", f"byte b[{kind}];", "memset(b, 0, sizeof b);")
        for _ in range(g.upto(1, 2)):
            with w.block(""):
                g.weighted([(3, steps), (1, places)])(g, w, kind)
        w("return NULL;")
    return name


@idiom(40)
def workers(g, s, w):
    """Threads that read their shares of a file, while this one waits or reads, too."""
    g.threads = True
    file, n, bytes = data_file(g, s), g.upto(1, 4), g.pick(64, 500, 3000)
    worker = make_worker(g, bytes)
    own = g.streams or g.chance(0.4)
    w(f"{worker}_share shares[{n}];", f"pthread_t threads[{n}];")
    with w.block(f"for (int t = 0; t < {n}; t++)"):
        handle = f'openFile(MPI_COMM_SELF, "{file.name}", MPI_MODE_RDONLY)' if own else file.handle
        w(f"{worker}_share share = {{{handle}, {g.number(s, 1)} % 4096u + (u64)t * {g.pick(700, 4096)},",
          f"  {g.pick(64, 999, 4096)}, {g.upto(0, 12)}, {file.size}u, (u64)t + 1}};",
          "shares[t] = share;", f"pthread_create(&threads[t], NULL, {worker}, &shares[t]);")  # fmt: skip
    if g.chance(0.5):
        with w.block(""):
            w("byte b[300];", "memset(b, 0, sizeof b);")
            with w.block(f"for (int k = 0; k < {g.upto(1, 8)}; k++)"):
                w(f"MPI_File_read_at({file.handle}, (MPI_Offset)k * {g.pick(300, 5000)}, b, 300, {IGNORE});",
                  "mix(&sum, b, sizeof b);", "compute();")  # fmt: skip
    with w.block(f"for (int t = 0; t < {n}; t++)"):
        w("pthread_join(threads[t], NULL);", "mixNumber(&sum, shares[t].sum);")
        if own:
            w("MPI_File_close(&shares[t].file);")


@idiom(30, cxx=True)
def thread_lambdas(g, s, w):
    """Threads that are lambdas and open their files themselves, one at a time."""
    g.threads = True
    file, n = data_file(g, s), g.upto(1, 3)
    w(f"std::vector<u64> sums({n}, {g.number(s, 1)});", "std::vector<std::thread> threads;", "static std::mutex opening;")
    with w.block(f"for (int t = 0; t < {n}; t++)"):
        with w.block("threads.emplace_back([&, t]", "});"):
            w("MPI_File mine;")
            with w.block(""):
                w("std::lock_guard<std::mutex> alone(opening);",
                  f'mine = openFile(MPI_COMM_SELF, "{file.name}", MPI_MODE_RDONLY);')  # fmt: skip
            w("std::vector<byte> b(700);", f"std::function<void(u64)> fetch = [&](u64 at) {{",
              f"  MPI_File_read_at(mine, (MPI_Offset)(at % {file.size - 700}u), b.data(), 700, {IGNORE});",
              "  mix(&sums[t], b.data(), b.size());", "};")  # fmt: skip
            with w.block(f"for (u64 k = 0; k < {g.upto(1, 10)}; k++)"):
                w(g.pick("fetch(k * 3000 + (u64)t);", "fetch(sums[t] % 4000u);"), "usleep(100);")
            with w.block(""):
                w("std::lock_guard<std::mutex> alone(opening);", "MPI_File_close(&mine);")
    with w.block(f"for (int t = 0; t < {n}; t++)"):
        w("threads[t].join();", "mixNumber(&sum, sums[t]);")


@idiom(20)
def handed_over(g, s, w):
    """A thread looks places up in an index; this one reads there afterwards."""
    g.threads = True
    index, file, n = holding(g, s, "index"), data_file(g, s), g.upto(2, 9)
    worker = make_worker(g, 16)
    w(f"{worker}_share share = {{{index.handle}, {g.upto(0, 3) * 16}, 16, {n}, {index.size}u, 5}};",
      "pthread_t thread;", f"pthread_create(&thread, NULL, {worker}, &share);", "pthread_join(thread, NULL);",
      "byte b[400];", "memset(b, 0, sizeof b);")  # fmt: skip
    with w.block(f"for (u64 k = 0; k < {n}; k++)"):
        w(f"MPI_File_read_at({file.handle}, (MPI_Offset)((share.sum + k * {g.pick(1, 400)}) % {file.size - 400}u), b, 400, {IGNORE});",
          "mix(&sum, b, sizeof b);", "compute();")  # fmt: skip


@idiom(40, where="both")
def tasks(g, s, w):
    """Tasks of OpenMP that make a read each, now and then one that reads in a loop."""
    file, n, bytes = data_file(g, s), g.upto(1, 30), g.pick(64, 700, 5000)
    one, ends = g.name("readOne"), g.pick("taskwait", "taskgroup", "")
    at = f"(off_t)((u64)k * {g.pick(1, 3, 4096, 70001)} % {file.size}u)"
    with g.top.block(f"static void {one}(int fd, int k, u64 *to)"):
        g.top(f"byte b[{bytes}];", f"ssize_t got = pread(fd, b, sizeof b, {at});",
              "mix(to, b, got > 0 ? (size_t)got : 0);")  # fmt: skip
    w(f'int fd = open("{file.name}", O_RDONLY);', f"u64 sums[{n}];", "memset(sums, 0, sizeof sums);",
      f"#pragma omp parallel num_threads({g.upto(1, 4)})", "#pragma omp single")  # fmt: skip
    with w.block(""):
        if ends == "taskgroup":
            w("#pragma omp taskgroup")
        with w.block(f"for (int k = 0; k < {n}; k++)"):
            w(f"#pragma omp task {g.pick('', 'if (k % 3) ', 'depend(inout : sums[k % 2]) ')}firstprivate(k)")
            if g.chance(0.2):
                w(f"for (int i = 0; i < {g.upto(0, 4)}; i++)", f"  {one}(fd, k + i, &sums[k]);")
            else:
                w(f"{one}(fd, k, &sums[k]);")
        if ends == "taskwait":
            w("#pragma omp taskwait", "usleep(100);")
    w(f"for (int k = 0; k < {n}; k++)", "  mixNumber(&sum, sums[k]);", "close(fd);")
