"""What the benchmarks share: the build tree's compiler, MPI launches with a
time limit, slow storage, medians and tables.

Every run has a limit and is repeated when it stalls: a machine that starves a
core for a minute says nothing about the program.
"""

import contextlib
import datetime
import importlib.util
import json
import os
import pathlib
import platform
import re
import shlex
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PATTERNS = ("simple", "nested", "random")
# By MPI library: its compiler wrapper, the variable that names the compiler
# behind it, and how to start so many ranks.
MPIS = {
    "openmpi": (
        ["mpicc.openmpi", "mpicc"],
        "OMPI_CC",
        ["mpirun.openmpi", "mpirun"],
        # Ranks that wait for others give up their core: two that come to share
        # one would else take turns of 4 ms while the other core is idle.
        ["--oversubscribe", "--bind-to", "none",
         "--mca", "mpi_yield_when_idle", "1", "-np"],
    ),
    "mpich": (
        ["mpicc.mpich", "mpicc"],
        "MPICH_CC",
        ["mpiexec.mpich", "mpiexec"],
        ["-n"],
    ),
}
# The same for C++.
CXX = {
    "openmpi": (["mpicxx.openmpi", "mpicxx"], "OMPI_CXX"),
    "mpich": (["mpicxx.mpich", "mpicxx"], "MPICH_CXX"),
}


def fail(message, status=1):
    print(f"{pathlib.Path(sys.argv[0]).name}: {message}", file=sys.stderr)
    sys.exit(status)


def need_module(name, package):
    """Goes on in Debian's Python where only that one has the module."""
    if importlib.util.find_spec(name):
        return
    system = "/usr/bin/python3"
    if sys.executable != system and os.access(system, os.X_OK) and not subprocess.call(
            [system, "-c", f"import {name}"], stderr=subprocess.DEVNULL):  # fmt: skip
        os.execv(system, [system, *sys.argv])
    fail(f"{sys.executable} has no module {name}: install Debian's package {package}, or run "
         "this with a Python that has the module")  # fmt: skip


def first_program(names):
    for name in names:
        if path := shutil.which(name):
            return path
    fail(f"none of these programs found: {', '.join(names)}")


class Stalled(Exception):
    """A run went over its time limit each time it was tried."""


class Run:
    """What a program said: its output, and its own time if it told one."""

    def __init__(self, process, out, err):
        self.status, self.out, self.err = process.returncode, out, err
        seconds = re.search(r"^seconds (\S+)$", err, re.M)
        self.seconds = float(seconds[1]) if seconds else None


def run(command, limit, env=None, tries=3):
    """Runs command in a process group of its own, which is ended when the
    limit (seconds) is over; then tries again."""
    for _ in range(tries):
        process = subprocess.Popen(
            [str(part) for part in command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
            errors="replace",  # programs print what files have
            env={**os.environ, **(env or {})},
            start_new_session=True,
        )
        try:
            out, err = process.communicate(timeout=limit)
            return Run(process, out, err)
        except subprocess.TimeoutExpired:
            pass
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
    raise Stalled(f"over {limit:.0f} s, {tries} times: {command}")


class PlainToolchain:
    """The compiler of a build tree, for programs without MPI."""

    def __init__(self, build):
        self.build = pathlib.Path(build).resolve()
        self.cc = self.build / "bin" / "foreslice-clang"
        self.cxx = self.build / "bin" / "foreslice-clang++"
        self.slicing = self.cc.exists()

    def compilers(self):
        """What the environment must say for the compilers to be these."""
        return {}

    def compiler_for(self, *files):
        """The command for the language of files, or for linking them."""
        ends = lambda *endings: [str(file).lower().endswith(endings) for file in files]
        if any(ends(".f", ".f77", ".f90", ".f08")):
            return self.fortran()
        return [self.cc if all(ends(".c", ".o", ".a")) else self.cxx]

    def fortran(self):
        return [self.build / "bin" / "foreslice-flang"]

    def launch(self, _, command, limit, env=None):
        return run(command, limit, env)


class Toolchain(PlainToolchain):
    """The compiler of a build tree behind an MPI library's own wrapper."""

    def __init__(self, build, mpi):
        self.build, self.mpi = pathlib.Path(build).resolve(), mpi
        cc, self.cc_variable, launcher, self.launch_options = MPIS[mpi]
        cxx, self.cxx_variable = CXX[mpi]
        self.cc, self.cxx = first_program(cc), first_program(cxx)
        self.launcher = first_program(launcher)
        config = self.build / "bin" / "foreslice-config"
        self.slicing = config.exists()
        if self.slicing:
            folder = run([config, "--clang-dir"], 20).out.strip()
            os.environ["PATH"] = f"{folder}:{os.environ['PATH']}"
        self.clang = first_program(["clang", "clang-22"])
        if os.getuid() == 0:
            os.environ["OMPI_ALLOW_RUN_AS_ROOT"] = "1"
            os.environ["OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] = "1"

    def compile(self, source, output, *options):
        result = run(
            [self.cc, "-O2", source, "-o", output, *options],
            120,
            self.compilers(),
        )
        if result.status:
            fail(f"cannot compile {source}:\n{result.err}")
        return pathlib.Path(output)

    def compilers(self):
        """What the environment must say for the wrappers to use the build
        tree's compiler."""
        return {self.cc_variable: self.clang, self.cxx_variable: "clang++"}

    def fortran(self):
        return [self.build / "bin" / "foreslice-mpifort", f"-fprefetch-slice-mpi={self.mpi}"]

    def launch(self, ranks, command, limit, env=None):
        return run(
            [self.launcher, *self.launch_options, ranks, *command], limit, env
        )

    def launch_on_nodes(self, layout, folder, command, limit, env=None):
        """On several nodes that this machine plays; all see the folder."""
        nodes = [ROOT / "test" / "nodes" / "nodes", "--mpi", self.mpi]
        return run([*nodes, "--share", folder, layout, *command], limit, env)

    def take_turns(self, rounds, ranks, commands, limit):
        """The times that each of the commands tells, which are run in turns,
        and whether all printed the same."""
        times, outputs = {name: [] for name in commands}, set()
        for _ in range(rounds):
            for name, command in commands.items():
                result = self.launch(ranks, command, limit)
                if result.status or result.seconds is None:
                    fail(f"{command} failed:\n{result.out}{result.err}")
                outputs.add("".join(sorted(result.out.splitlines(True))))
                times[name].append(result.seconds)
        return times, len(outputs) == 1

    def examples(self, folder, flagged):
        """The examples by pattern, compiled with or without the flag."""
        options = ["-fprefetch-slice"] if flagged else []
        suffix = "sliced" if flagged else "plain"
        return {
            pattern: self.compile(
                ROOT / "examples" / f"{pattern}_strided.c",
                folder / f"{pattern}.{suffix}",
                *options,
            )
            for pattern in PATTERNS
        }


def build_simulator(build):
    """The program, built anew if its sources have changed."""
    if subprocess.call(["pkg-config", "--exists", "simgrid"]):
        fail("no SimGrid: install Debian's package libsimgrid-dev")
    if not (build / "CMakeCache.txt").exists():
        fail(f"no build tree in {build}: build the project first")
    # SimGrid may have come since the tree was configured.
    for command in (["cmake", build], ["cmake", "--build", build, "--target", "foreslice-simulate"]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            fail(f"cannot build foreslice-simulate:\n{done.stdout}{done.stderr}")
    return build / "bin" / "foreslice-simulate"


def simulate(program, options, more=()):
    command = [str(program), *(str(word) for name, value in options.items()
                               for word in (f"--{name}", value)), *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        fail(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout)


@contextlib.contextmanager
def scratch():
    """A temporary folder in memory where there is one."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="foreslice-bench-", dir=memory) as d:
        yield pathlib.Path(d)


@contextlib.contextmanager
def slow_mount(build, backing, mount, *options):
    """Mounts one folder on the other, slow; exits 77 where FUSE is forbidden."""
    program = pathlib.Path(build) / "bin" / "foreslice-slowfs"
    if not program.exists():
        fail(f"{program} is missing: build the project first")
    server = subprocess.Popen(
        [program, "--foreground", "--backing", backing, "--mount", mount,
         "--until-pid", str(os.getpid()), *map(str, options)],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        # Its first line says that the mount is up; none, that it has failed.
        if not server.stdout.readline():
            sys.exit(server.wait())
        yield
    finally:
        server.terminate()
        server.wait()


@contextlib.contextmanager
def slow_storage(build, folder, *options):
    """Mounts folder/backing, made for it, on folder/mount."""
    backing, mount = folder / "backing", folder / "mount"
    backing.mkdir()
    mount.mkdir()
    try:
        with slow_mount(build, backing, mount, *options):
            yield backing, mount
    finally:
        shutil.rmtree(backing)
        mount.rmdir()


def median(values):
    values = [v for v in values if v is not None]
    return statistics.median(values) if values else None


def interval(values):
    """95 % interval of the median, by order statistics."""
    ordered, n = sorted(values), len(values)
    reach = max(0, int((n - 1.96 * n**0.5) / 2))
    return ordered[reach], ordered[n - 1 - reach]


def print_table(header, rows, text=(0,), above=None):
    """Columns as wide as they need; those in text to the left. A line above the
    names of the columns may say what groups of columns have."""
    record_table([f"{of} {name}".strip() for of, name in zip(grouped(above), header)] if above else header, rows)
    cells = [*([[label or "" for label in above]] if above else []), header, *rows]
    widths = [max(len(str(row[i])) for row in cells) for i in range(len(header))]
    for row in cells:
        line = [
            str(c).ljust(w) if i in text else str(c).rjust(w)
            for i, (c, w) in enumerate(zip(row, widths))
        ]
        print("  ".join(line).rstrip(), flush=True)


def print_markdown(header, rows, text=(0,)):
    record_table(header, rows)
    rule = ["---" if i in text else "--:" for i in range(len(header))]
    for row in (header, rule, *rows):
        print("| " + " | ".join(str(cell) for cell in row) + " |")
    print()


def grouped(above):
    """A group's label for each of its columns; a group ends at the next label or at None."""
    label = ""
    for text in above:
        label = "" if text is None else text or label
        yield label


# The results of --json -----------------------------------------------------------

TABLES = []  # what was printed
# Of the machine, before the command adds its own.
LOAD = os.getloadavg()[0]


def record_table(header, rows):
    """For what --json keeps; a command that prints a table in its own way says so here."""
    TABLES.append({"columns": list(map(str, header)), "rows": [list(map(str, row)) for row in rows]})


def add_json(parser):
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE",
                        help="write the tables and every single figure there")


def machine():
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    release = ".".join(platform.release().split(".")[:2])
    load = "idle" if LOAD < 0.5 else "beside other work"
    return f"{os.cpu_count()} cores, {memory:.0f} GiB, Linux {release}, {load}"


def revision():
    done = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"],
                          capture_output=True, text=True, check=False)
    return done.stdout.strip()


def write_json(path, figures=None):
    """What bench/results/page makes docs/results.md of, and all figures behind the tables."""
    if path:
        words = [f"bench/{pathlib.Path(sys.argv[0]).name}", *sys.argv[1:]]
        found = {"command": shlex.join(asked(words)), "machine": machine(),
                 "date": datetime.date.today().isoformat(), "revision": revision(), "tables": TABLES}
        if figures is not None:
            found["figures"] = figures
        path.write_text(as_text(found))


def as_text(found):
    """JSON with a line for each row of a table, so that a difference shows in which."""
    write = lambda value: json.dumps(value, default=sorted)
    tables = [f'  {{"columns": {write(table["columns"])},\n   "rows": [\n    ' +
              ",\n    ".join(map(write, table["rows"])) + "\n   ]}" for table in found["tables"]]
    parts = {name: write(value) for name, value in found.items()}
    parts["tables"] = "[\n" + ",\n".join(tables) + "\n ]"
    return "{\n" + ",\n".join(f" {write(name)}: {part}" for name, part in parts.items()) + "\n}\n"


def asked(words):
    """The command without the places of its files."""
    words = iter(words)
    for word in words:
        if word in ("--json", "--build"):
            next(words, None)
        elif not word.startswith(("--json=", "--build=")):
            yield word


def rows_of(path):
    """The rows of all tables of such a file, by the names of the columns."""
    for table in json.loads(pathlib.Path(path).read_text())["tables"]:
        yield from (dict(zip(table["columns"], row)) for row in table["rows"])


def read_json(path):
    """The figures that write_json has kept."""
    return json.loads(pathlib.Path(path).read_text())["figures"]
