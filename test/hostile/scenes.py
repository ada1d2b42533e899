"""Functions of hostile programs that read files while something happens to them.

Each draws a function of a random program; what it prints is the same in every plain
run, whatever the other process does meanwhile.
"""

import contextlib

from program import Writer

SCENES = []
CHANGES = ("rename", "exchange", "link", "inplace", "truncate", "extend", "remove",
           "oldtime", "hole", "copy", "direct", "map", "trickle")  # fmt: skip
# After these, what was opened before keeps its bytes.
PUBLISHED = ("rename", "exchange", "link", "remove")
HANDLERS = ("signal", "sigaction", "sigset", "ssignal", "raw")
# After these, interrupted calls go on.
RESTARTING = ("signal", "sigaction", "ssignal", "raw")
LARGEST = 65536  # of one read


def scene(weight):
    def enlist(function):
        SCENES.append((weight, function))
        return function

    return enlist


def begin(g, w, *more):
    w(f"static byte b[{LARGEST}];", "char name[80];", "MPI_Status status;", "MPI_File f;", *more)


@contextlib.contextmanager
def function(name, code):
    """One whose regions begin when it is called: its callers find it by name, so that
    slices of theirs do not follow."""
    with code.block(f"ENTRY u64 {name}(u64 sum)"):
        yield code
        code("return sum;")
    code("")


def call(name):
    return f'sum = named("{name}")(sum);'


def name_file(g, w, scene, k="k", into="name", common=False):
    """The file's name is of this rank, or all ranks have one."""
    of = "" if common else ".%d"
    w(f'snprintf({into}, sizeof {into}, "{scene}.%d{of}", {k}{"" if common else ", rank"});')


def open_it(g, w, name="name", everybody=False):
    comm = "MPI_COMM_WORLD" if everybody and g.chance(0.6) else "MPI_COMM_SELF"
    w(f"f = openFile({comm}, {name}, MPI_MODE_RDONLY);")
    return everybody and comm == "MPI_COMM_WORLD"


def look(g, w, size, collective=False, versions=False, inside=(), reads=(3, 12), whole=False):
    """A loop that reads f, of that size; `inside` are lines of its body. Started reads
    at the end of a file never end under Open MPI: the file must be known as whole."""
    block = g.pick(*[n for n in (504, 4000, 4096, 16384, LARGEST) if n < size])
    n = g.upto(*reads)
    stride = (size - block) // n
    way = g.weighted([(5, "at"), (3, "pointer"), (2 * whole, "started"), (2, "dependent"), (3 * collective, "all")])
    at = f"(MPI_Offset)j * {stride}"
    if way == "dependent":
        w("at = 0;")
        at = "at"
    with w.block(f"for (int j = 0; j < {n}; j++)"):
        if way == "pointer":
            w(f"MPI_File_seek(f, {at}, MPI_SEEK_SET);", f"MPI_File_read(f, b, {block}, MPI_BYTE, &status);")
        elif way == "started":
            w("MPI_Request request;", f"MPI_File_iread_at(f, {at}, b, {block}, MPI_BYTE, &request);",
              "MPI_Wait(&request, &status);")  # fmt: skip
        else:
            w(f"MPI_File_read_at{'_all' if way == 'all' else ''}(f, {at}, b, {block}, MPI_BYTE, &status);")
        if versions:
            w(f"note(&seen, b, (u64)({at}), received(&status));")
        else:
            w("mixNumber(&sum, (u64)received(&status));", "mix(&sum, b, (size_t)received(&status));")
        if way == "dependent":
            # Behind a short read stands what was there before.
            w(f"at = received(&status) < 8 ? 0 : (MPI_Offset)(load(b, 8) >> 16) % {size - block};")
        w(*inside)
        if g.chance(0.7):
            w("compute();")


def make_files(g, w, scene, files, size, kind, common):
    with w.block(f"for (int k = 0; k < {files}; k++)"):
        name_file(g, w, scene, common=common)
        make = 'ask("link", name, 1, {0});' if kind == "link" else "makeVersion(name, 1, {0});"
        w(("if (rank == 0) " if common else "") + make.format(size))
    if common:
        w("MPI_Barrier(MPI_COMM_WORLD);")
    # A file that has just changed may change again unseen; later it may not.
    w(f"usleep({g.pick(0, 25000, 30000, 30000)});")


@scene(6)
def changes(g, w, scene):
    """Files change before they are opened; the program waits until they have."""
    kind, files = g.pick(*CHANGES), g.upto(2, 7)
    size = g.pick(70000, 300000, 1 << 20, 1000003)
    common = g.chance(0.35)
    after = g.pick(size, size, size + 50000, size - 9000)
    way = g.pick("before", "meanwhile", "meanwhile", "self", "mpi")
    first, every = g.upto(1, files - 1), g.pick(1, 1, 2)
    begin(g, w, "char next[80];", "MPI_Offset at;", "int asked = 0;")
    make_files(g, w, scene, files, size, kind, common)
    mine = "rank == 0 && " if common else ""
    is_changed = lambda k: f"{k} >= {first} && ({k} - {first}) % {every} == 0"
    with w.block(f"for (int k = 0; k < {files}; k++)"):
        name_file(g, w, scene, common=common)
        if way == "meanwhile":
            with w.block("if (asked)"):
                w("asked = 0;", "answer();")
        else:
            does = {"before": f'ask("{kind}", name, 2 + k, {after})', "self": f"rewrite(name, 2 + k, {after})",
                    "mpi": f"rewriteByMpi(name, 2 + k, {after})"}  # fmt: skip
            w(f"if ({mine}{is_changed('k')})", f"  {does[way]};")
        if common:
            w("MPI_Barrier(MPI_COMM_WORLD);")
        everybody = open_it(g, w, everybody=common)
        inside = []
        if way == "meanwhile":
            inside = Writer()
            with inside.block(f"if ({mine}k + 1 < {files} && {is_changed('(k + 1)')} && j == {g.upto(0, 2)})"):
                name_file(g, inside, scene, k="k + 1", into="next", common=common)
                inside(f'tell("{kind}", next, 3 + k, {after});', "asked = 1;")
            inside = inside.lines
        look(g, w, size, everybody, inside=inside)
        w("MPI_File_close(&f);")
        if common:
            w("MPI_Barrier(MPI_COMM_WORLD);")


@scene(3)
def long_writes(g, w, scene):
    """A large file is being written when the region begins, and done when the
    program opens it."""
    way = g.pick("other", "other", "other", "rank")
    kind = g.pick("trickle", "trickle", "trickle", "inplace", "copy", "map", "truncate", "extend")
    size = 1 << 20 if way == "other" and kind == "trickle" else g.pick(64, 128) << 20
    with function(scene + "Apart", g.top) as top:
        begin(g, top, "MPI_Offset at;")
        with top.block("for (int k = 0; k < 2; k++)"):
            name_file(g, top, scene, common=True)
            with top.block("if (k == 1)"):
                if way == "other":
                    top("if (rank == 0)", "  answer();")
                top("MPI_Barrier(MPI_COMM_WORLD);")
            top("f = openFile(MPI_COMM_SELF, name, MPI_MODE_RDONLY);")
            look(g, top, size, reads=(8, 30), inside=["if (k == 0)", f"  usleep({g.pick(100, 1000)});"])
            top("MPI_File_close(&f);")
    w("char name[80];")
    make_files(g, w, scene, 2, size, kind, True)
    if way == "other":
        with w.block("if (rank == 0)"):
            w(f'ask("prepare", "-", 2, {size});', f'tell("{kind}", "{scene}.1", 2, {size});')
    else:
        # The others' region begins while the last rank writes.
        with w.block("if (ranks > 1 && rank == ranks - 1)"):
            w(f"byte *data = (byte *)versionBytes(2, {size});", "MPI_Barrier(MPI_COMM_WORLD);",
              f'store("{scene}.1", data, {size});', "MPI_Barrier(MPI_COMM_WORLD);", "return sum;")  # fmt: skip
    w("MPI_Barrier(MPI_COMM_WORLD);", f"usleep({g.pick(22000, 30000, 50000)});", call(scene + "Apart"))


@scene(4)
def storm(g, w, scene):
    """A file changes all the time. No byte is older than the last open's, and if
    versions are published, one handle shows one of them."""
    kind = g.pick(*[k for k in CHANGES if k not in ("remove", "trickle")])
    size = g.pick(70000, 200000, 1 << 19)
    begin(g, w, "MPI_Offset at;", "unsigned last = 1;", "u64 wrong = 0;")
    name_file(g, w, scene, k="0")
    w("mkdir(name, 0700);", 'strcat(name, "/file");')
    w(f'ask("link", name, 1, {size});' if kind == "link" else f"makeVersion(name, 1, {size});")
    w(f'ask("storm-{kind}", name, 0, {size});')
    with w.block(f"for (int k = 0; k < {g.pick(30, 200, 500)}; k++)"):
        w("struct versions seen = {0, 0, 0};")
        w("if (MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &f) != MPI_SUCCESS)", "  continue;")
        look(g, w, size, versions=True, reads=(3, 8))
        w("MPI_File_close(&f);")
        if kind in PUBLISHED:
            w("wrong += seen.least != seen.most;")
        # Stores through a mapping tear words, holes have none.
        if kind not in ("map", "hole", "extend", "copy"):
            w("wrong += seen.foreign > 0;")
        w("wrong += seen.least > 0 && seen.least < last;", "last = seen.least > last ? seen.least : last;")
    w('ask("stop", "-", 0, 0);', "mixNumber(&sum, wrong);", f'section("{scene} of a storm, wrong opens", wrong);')


@scene(5)
def locks(g, w, scene):
    """Locks of the program's own, on files that are read, were read, are never read."""
    kind, files, size = g.pick("fcntl", "fcntl", "fcntl", "ofd", "flock", "lease"), g.upto(3, 6), g.pick(70000, 300000, 1 << 20)
    # The file before the last one is short, and no other is opened then.
    never = files + 1
    target = g.pick(never, g.upto(0, files - 1))
    when = g.upto(target + 1, files) if kind == "lease" and target < files else g.upto(0, files - 1)
    begin(g, w, "MPI_Offset at;", "char locked[80];", "int fd = -1;")
    make_files(g, w, scene, files + 2, size, "", False)
    name_file(g, w, scene, k=str(target), into="locked")
    look_at_lock = f'mixNumber(&sum, fd < 0 ? 99 : lockState("{kind}", locked, fd));'
    name_file(g, w, scene, k=str(files - 1))
    w("truncate(name, 3000);", f"usleep({g.pick(0, 30000)});")
    take = ["fd = open(locked, O_RDWR | O_CLOEXEC);", f'mixNumber(&sum, (u64)takeLock("{kind}", fd));']
    with w.block(f"for (int k = 0; k < {files + 2}; k++)"):
        name_file(g, w, scene)
        with w.block(f"if (k == {when})"):
            w(*take)
        open_it(g, w)
        inside = [look_at_lock] if g.chance(0.3) else []
        w("at = 0;")
        look(g, w, size, inside=inside)
        # A guess of slices is that reads are full.
        w("MPI_File_read_at(f, 0, b, 4000, MPI_BYTE, &status);", "MPI_File_close(&f);", look_at_lock)
        if g.chance(0.5):
            w(f"usleep({g.pick(1000, 20000)});", look_at_lock)
        w("if (received(&status) < 4000)", "  break;")
    with w.block("if (fd < 0)"):
        w(*take)
    for _ in range(2):
        w(look_at_lock, f"usleep({g.pick(100, 20000)});")
        name_file(g, w, scene, k=str((target + 1) % (files - 1)))
        w("f = openFile(MPI_COMM_SELF, name, MPI_MODE_RDONLY);", "MPI_File_close(&f);", look_at_lock)
    w("close(fd);")


@scene(3)
def directories(g, w, scene):
    """One relative name, in the current directory of the moment."""
    folders, size = g.upto(2, 4), g.pick(70000, 300000)
    begin(g, w, "MPI_Offset at;", "char folder[80];")
    with w.block(f"for (int k = 0; k < {folders}; k++)"):
        name_file(g, w, scene, into="folder")
        w("mkdir(folder, 0700);", 'snprintf(name, sizeof name, "%s/same", folder);',
          f"makeVersion(name, 1 + (unsigned)k, {size});")  # fmt: skip
    w(f"usleep({g.pick(0, 30000)});")
    with w.block(f"for (int i = 0; i < {g.upto(4, 9)}; i++)"):
        name_file(g, w, scene, k=f"i * {g.pick(1, 3)} % {folders}", into="folder")
        w('need(!chdir(folder), "chdir");')
        open_it(g, w, name='"same"')
        look(g, w, size, whole=True)
        w("MPI_File_close(&f);", 'need(!chdir(".."), "chdir");')


def over_files(g, w, scene, files, size, inside, after=(), tolerant=False):
    """A loop over files that were made before, with lines in both loops."""
    with w.block(f"for (int k = 0; k < {files}; k++)"):
        name_file(g, w, scene)
        if tolerant:
            w("if (MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &f) != MPI_SUCCESS) {",
              "  mixNumber(&sum, 404);", "  continue;", "}")  # fmt: skip
        else:
            open_it(g, w)
        look(g, w, size, inside=inside, reads=(4, 20), whole=True)
        w("MPI_File_close(&f);", *after)


@scene(3)
def processes(g, w, scene):
    """Children read the same files."""
    files, size = g.upto(1, 4), g.pick(70000, 300000)
    begin(g, w, "MPI_Offset at;")
    make_files(g, w, scene, files, size, "", False)
    way = g.pick("exit", "_exit", "exec", "shell", "pipe")
    does = {"shell": "readByShell(name)", "pipe": "readByPipe(name)"}.get(
        way, f'readByChild("{way}", name, (u64)j * 512, {g.pick(100, 4096)})')  # fmt: skip
    over_files(g, w, scene, files, size, [f"if (j % {g.upto(3, 6)} == 1)", f"  mixNumber(&sum, {does});"])


@scene(3)
def descriptors(g, w, scene):
    """Few descriptors are left, or the program counts on their order."""
    files, size = g.upto(3, 8), g.pick(70000, 300000, 1 << 20)
    few = g.chance(0.6)
    with function(scene + "Apart", g.top) as top:
        begin(g, top, "MPI_Offset at;")
        over_files(g, top, scene, files, size,
                   ["if (k == 0)", "  usleep(1000);"] if few else ["mixNumber(&sum, (u64)exchangesInput());"],
                   tolerant=few)  # fmt: skip
    w("char name[80];")
    make_files(g, w, scene, files, size, "", False)
    w(*([f"fillDescriptors({g.pick(2, 3, 4, 5, 8, 12)});"] if few else []))
    w(call(scene + "Apart"), *(["giveDescriptors();"] if few else []))


@scene(2)
def environment(g, w, scene):
    """The environment and the mask of modes change."""
    files, size = g.upto(2, 5), 70000
    begin(g, w, "MPI_Offset at;", "char text[40];")
    make_files(g, w, scene, files, size, "", False)
    w("mode_t mask = umask(0777);")
    over_files(g, w, scene, files, size,
               ['snprintf(text, sizeof text, "HOSTILE_%d", j * 7 + k);', "setenv(text, text, 1);",
                "if (j % 3 == 0)", "  unsetenv(text);"])  # fmt: skip
    w("umask(mask);")


@scene(4)
def faults(g, w, scene):
    """Slices fault where the program does not; its handlers must not see that."""
    number, size, n = g.pick("SIGSEGV", "SIGSEGV", "SIGFPE"), 300000, g.upto(10, 40)
    at = "items[i]->at" if number == "SIGSEGV" else f"(MPI_Offset)({size - 5000} / divisors[i])"
    with function(scene + "Apart", g.top) as top:
        top("byte b[4096];", "MPI_Status status;", "MPI_File f = apartFile;")
        with top.block(f"for (int i = 0; i < {n}; i++)"):
            top("sem_wait(&itemReady);")
            top(f"MPI_File_read_at(f, {at}, b, {g.pick(64, 4096)}, MPI_BYTE, &status);",
                "mix(&sum, b, (size_t)received(&status));")  # fmt: skip
    begin(g, w, "pthread_t thread;")
    name_file(g, w, scene, k="0")
    w(f"makeVersion(name, 1, {size});")
    open_it(g, w)
    w("apartFile = f;")
    install = f'install("{g.pick(*HANDLERS)}", {number}, onFault);'
    before = g.chance(0.2)
    w(*([install] if before else []))
    for number_of_pass in range(g.upto(2, 3)):
        if number_of_pass == 1 and not before:
            w(install)
        w(f"thread = startItems({n}, {size - 5000});", call(scene + "Apart"), "pthread_join(thread, NULL);")
    w("MPI_File_close(&f);", f"signal({number}, SIG_DFL);")


@scene(4)
def signals(g, w, scene):
    """Signals that the program, or another process, sends to it."""
    files, size = g.upto(1, 3), g.pick(70000, 300000)
    number, how = g.pick("SIGURG", "SIGUSR1", "SIGSEGV", "SIGBUS", "SIGIO"), g.pick(*HANDLERS)
    begin(g, w, "MPI_Offset at;", "int before;", "sigset_t one;", "struct timespec limit = {2, 0};")
    make_files(g, w, scene, files, size, "", False)
    w("sigemptyset(&one);", f"sigaddset(&one, {number});", f'install("{how}", {number}, onSignal);')
    send = f"pthread_kill(pthread_self(), {number});"
    does, counted = [g.pick(f"raise({number});", send)], "(u64)signalsSeen + 1000 * (u64)elsewhere"
    if g.chance(0.3):
        # Not sent to the process: threads of the MPI library would take it.
        does = ["sigprocmask(SIG_BLOCK, &one, NULL);", send, "mixNumber(&sum, (u64)sigtimedwait(&one, NULL, &limit));",
                "sigprocmask(SIG_UNBLOCK, &one, NULL);"]  # fmt: skip
    elif how in RESTARTING and g.chance(0.5):
        does = ["before = signalsSeen;", f'ask("signal", "-", getpid(), {number});', "mixNumber(&sum, (u64)seenAfter(before));"]
        counted = "(u64)signalsSeen"  # Where an alarm is pending, another thread may take it.
    over_files(g, w, scene, files, size,
               [f"if (j % {g.upto(2, 5)} == 1) {{", *["  " + line for line in does], "}",
                f"mixNumber(&sum, {counted});"])  # fmt: skip
    w(f"signal({number}, SIG_DFL);")


@scene(3)
def handlers(g, w, scene):
    """A handler reads, jumps or forks while the program reads by POSIX; a thread is cancelled."""
    files, size, block = g.upto(1, 3), g.pick(70000, 300000), g.pick(100, 512, 4096)
    w("static byte b[4096];", "char name[80];")
    make_files(g, w, scene, files, size, "", False)
    with w.block(f"for (int k = 0; k < {files}; k++)"):
        name_file(g, w, scene)
        w(f"handleEvery(name, '{g.pick(*'rjf')}', {g.pick(1000, 4000, 10000)});", "int fd = open(name, O_RDONLY);")
        with w.block(f"for (int j = 0; j < {g.upto(20, 200)}; j++)"):
            w(f"memset(b, 0, {block});",
              f"mixNumber(&sum, (u64)readHandled(fd, b, {block}, (off_t)(j * {g.pick(block, 4096, 7919)} % {size - block})));",
              f"mix(&sum, b, {block});")  # fmt: skip
            if g.chance(0.4):
                w(f"if (j % {g.upto(5, 9)} == 1)", "  raise(SIGPROF);")
        w("mixNumber(&sum, handledNoMore());", "close(fd);")
        if g.chance(0.5):
            w("mixNumber(&sum, cancelReader(name));")


@scene(3)
def spool(g, w, scene):
    """Files that are read by POSIX, and removed or replaced at once; then their folder is."""
    files, size, block = g.upto(4, 40), g.pick(9000, 70000), g.pick(512, 4096)
    w("static byte b[4096];", "char name[80], folder[60], other[80];", f'snprintf(folder, sizeof folder, "{scene}.%d", rank);',
      "mkdir(folder, 0700);", 'snprintf(other, sizeof other, "%s/other", folder);')  # fmt: skip
    with w.block(f"for (int k = 0; k < {files}; k++)"):
        w('snprintf(name, sizeof name, "%s/%d", folder, k);', f"makeVersion(name, 1 + (unsigned)k % 3, {size});")
    with w.block(f"for (int k = 0; k < {files}; k++)"):
        w('snprintf(name, sizeof name, "%s/%d", folder, k);', "int fd = open(name, O_RDONLY);", "ssize_t n;")
        with w.block(f"while ((n = read(fd, b, {block})) > 0)"):
            w("mix(&sum, b, (size_t)n);")
        w("close(fd);")
        remove = g.pick("unlink(name)", "remove(name)", "rename(name, other)", "unlinkat(AT_FDCWD, name, 0)")
        w(f"mixNumber(&sum, (u64){remove});")
    w("mixNumber(&sum, (u64)unlink(other));" if "other" in remove else "", "mixNumber(&sum, (u64)rmdir(folder));")


def make_scene(g, code, main):
    """A function, to code, and the call of it, to main."""
    draw = g.weighted(SCENES)
    name = g.name(draw.__name__)
    with function(name, code):
        draw(g, code, name)
    main(call(name), f'section("{name}", sum);')
