#!/usr/bin/env python3
"""Compiles a program with and without -fprefetch-slice and compares runs.

What a run gives is its standard output (as sorted lines: ranks print in any
order), its exit status and the files that it leaves in its folder. The build
without slicing says what is right. A build with slicing, at -O0 to -O3, must give
the same on 1, 2 and 4 ranks, and once with its slices watched for stores to what is
not theirs (test/guard), where that can be. --matrix part takes one cell of these,
watched and not watched, which --draw and the test decide; --level and --ranks name
a cell.

The statistics of every sliced run must be as expected: by default slices were
launched, if there are any, none failed, and the program found all pages that it looked
for; --expect says otherwise, or more. Beside the keys of the statistics,

    found   is the share of such pages that were there or on their way, in percent,
    hits    is how many pages were there or on their way,
    missed  is how many were neither, for each rank.

A test whose slices cannot bring the pages says why by --unserved.

How far ahead a slice gets is up to the scheduler, too. So the program's pauses last until
the slices sleep (test/pauses). A run that falls short of an expected KEY>=N, or misses or
wastes more pages, is repeated with longer pauses. All other expectations count as they
are. With --nodes, the runs are on several nodes (test/nodes). With --mpi none, the program
has no MPI and runs as one process. With --mutants, broken variants of the run time and of
the pass run in the same cell (test/programs/mutate): which of them fail is noted.
"""

import argparse
import hashlib
import json
import math
import operator
import os
import re
import shutil
import shlex
import subprocess
import sys

INPUTS = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(os.path.dirname(INPUTS))
sys.path.insert(0, TESTS)
from launching import AS_ROOT, Trouble, launcher  # noqa: E402

# Every level and every number of ranks, not every pair.
RUNS = {"O0": [2], "O1": [1], "O2": [4], "O3": [2]}
# With the second MPI library: what differs are the handles, at any level.
FEWER_RUNS = {"O0": [2], "O3": [4]}
# Of a test for both MPI libraries, --matrix part draws one of so many for the second.
SECOND_LIBRARY_OF = 3
# The wrappers of some distributions carry flags that clang warns about.
CLANG = ["-Werror", "-Wall", "-I", INPUTS, "-Wno-unused-command-line-argument", "-lm", "-pthread"]
# By a source's ending: without and with MPI, and options.
COMPILERS = {
    ".c": ("foreslice-clang", "foreslice-mpicc", ["-std=gnu17", *CLANG]),
    ".cpp": ("foreslice-clang++", "foreslice-mpicxx", ["-std=c++20", *CLANG]),
    ".f90": ("foreslice-flang", "foreslice-mpifort", ["-I", INPUTS]),
}
COMPARE = {
    ">=": operator.ge, "<=": operator.le, "==": operator.eq,
    "!=": operator.ne, ">": operator.gt, "<": operator.lt,
}  # fmt: skip
REMARKS = ["-Rpass=prefetch-slice", "-Rpass-missed=prefetch-slice"]
EXPECTED = ["slice_faults==0", "slices_endless==0", "slices_unknown_handle==0",
            "slices_out_of_memory==0"]  # fmt: skip
EXPECTATION = re.compile(r"(\w+)([<>=!]=?)(\d+)")
# A run that takes so long hangs, beside other work, too.
SECONDS = 600
# So many milliseconds slices have been asleep at the end of a pause, in each run until
# they are as far ahead as expected.
PAUSES = [1, 8, 64, 64]
# Where the test says how many pages a rank may miss, so many percent are found.
FOUND_AT_LEAST = 60
# Of these a test expects few: how many there are is up to the scheduler, too.
MISSING = {"missed", "pages_wasted"}
# Options that a test does not give itself.
FROM_LIT = {"only_library", "other_library", "source", "name", "bin", "work", "guard", "matrix", "draw", "level", "mutants"}


def layouts(text):
    """By the number of all ranks."""
    return {math.prod(map(int, layout.split("x"))): layout for layout in text.split(",")}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source")
    parser.add_argument("--bin", required=True, help="folder of the commands")
    parser.add_argument("--work", required=True, help="folder to work in")
    parser.add_argument("--guard", metavar="LIBRARY", help="watch slices with this")
    parser.add_argument("--mpi", default="openmpi", choices=["openmpi", "mpich", "abi", "none"])
    parser.add_argument("--only-library", choices=["openmpi", "mpich", "abi"],
                        help="run what is for this family, and no more; for abi, what is for mpich")  # fmt: skip
    parser.add_argument("--matrix", default="all", choices=["part", "all"],
                        help="all of the cells, or the one that is drawn")  # fmt: skip
    parser.add_argument("--draw", default="0", metavar="TEXT",
                        help="another text draws another cell")  # fmt: skip
    parser.add_argument("--level", choices=RUNS, help="this level only")
    parser.add_argument("--ranks", help="comma-separated; instead of 1, 2 and 4; with --level the runs' own")
    parser.add_argument("--nodes", type=layouts, metavar="NxR,NxR", default={},
                        help="instead of --ranks: so many nodes with so many ranks each")  # fmt: skip
    parser.add_argument("--flag", action="append", default=[], help="for the compiler")
    parser.add_argument("--env", action="append", default=[], metavar="NAME=VALUE",
                        help="for the sliced program")  # fmt: skip
    parser.add_argument("--launcher-option", action="append", default=[])
    parser.add_argument("--status", type=int, default=0,
                        help="the exit status that the program has")  # fmt: skip
    parser.add_argument("--slow", metavar="OPTIONS",
                        help="run on slow storage, with options of foreslice-slowfs")  # fmt: skip
    parser.add_argument("--slices", type=int, default=1,
                        help="how many regions the program has")  # fmt: skip
    parser.add_argument("--optimised-slices", type=int,
                        help="how many at -O2 and -O3, if not as many")  # fmt: skip
    parser.add_argument("--expect", action="append", default=[], metavar="KEY>=N",
                        help="of the statistics: launches, cache_reads, ...")  # fmt: skip
    parser.add_argument("--unserved", metavar="REASON",
                        help="why the program does not find its pages")  # fmt: skip
    parser.add_argument("--mutants", metavar="DIR", help="what test/programs/mutate has made")
    parser.add_argument("--no-statistics", action="store_true",
                        help="the program never comes to MPI_Finalize")  # fmt: skip
    arguments = parser.parse_args()
    arguments.name = os.path.relpath(arguments.source, TESTS)
    # What the test itself says.
    arguments.own = [f"{key}={value}" for key, value in sorted(vars(arguments).items())
                     if value and key not in FROM_LIT]  # fmt: skip
    if arguments.only_library:
        arguments.other_library = arguments.mpi != {"abi": "mpich"}.get(arguments.only_library, arguments.only_library)
        arguments.mpi = arguments.only_library
    elif arguments.mpi == "none":
        arguments.ranks = "1"
    given = {key(expectation) for expectation in arguments.expect}
    expected = EXPECTED + (["launches>0"] if arguments.slices else ["launches==0"])
    prefetches = arguments.slices and not {"launches==0", "pages_prefetched==0"} & set(arguments.expect)
    arguments.claims = bool(prefetches and not arguments.unserved and not arguments.no_statistics)
    if arguments.claims:
        expected.append("found>=%d" % (FOUND_AT_LEAST if "missed" in given else 100))
    elif arguments.unserved and given & {"found", "missed"}:
        parser.error("--unserved with a bound of pages")
    arguments.expect += [e for e in expected if key(e) not in given]
    return arguments


def key(expectation):
    return EXPECTATION.fullmatch(expectation).group(1)


def fail(message):
    raise Trouble(message)


class Checker:
    def __init__(self, arguments):
        self.a = arguments
        self.work = os.path.abspath(arguments.work)
        shutil.rmtree(self.work, ignore_errors=True)
        os.makedirs(self.work)
        self.cell = None, None
        self.fetched = None

    def compile(self, name, flags, slices=0, commands=None):
        program = os.path.join(self.work, name)
        plain, wrapper, options = COMPILERS[os.path.splitext(self.a.source)[1]]
        command = [os.path.join(os.path.abspath(commands or self.a.bin), plain if self.a.mpi == "none" else wrapper),
                   *options, os.path.abspath(self.a.source), "-o", program]  # fmt: skip
        if self.a.mpi != "none":
            command.append("-fprefetch-slice-mpi=" + self.a.mpi)
        # In the folder, as modules of Fortran are written to where the compiler runs.
        done = subprocess.run(command + flags + self.a.flag, cwd=self.work, capture_output=True, text=True)
        if done.returncode:
            fail("cannot compile %s:\n%s" % (name, done.stderr))
        found = len(re.findall(r"remark: prefetch slice (of (the rest|a part) of .* )?with", done.stderr))
        if found != slices:
            fail("%s has %d slices, expected %d:\n%s" % (name, found, slices, done.stderr))
        return program

    def run(self, program, ranks, sliced, watched=False, pauses=1, library=None):
        """Standard output, exit status, files, statistics. Library: a folder of another run time."""
        folder = "%s.n%d%s" % (program, ranks, ".watched" * watched)
        os.mkdir(folder)
        statistics = folder + ".json"
        # Open MPI: one run that ends removes what another one has just made.
        environment = dict(os.environ, **AS_ROOT, TMPDIR=folder + ".tmp")
        os.makedirs(environment["TMPDIR"], exist_ok=True)
        if sliced:
            environment["FORESLICE_STATS"] = statistics
            # The data are in memory: nothing would be prefetched.
            environment["FORESLICE_ALWAYS"] = "1"
            environment.update(setting.split("=", 1) for setting in self.a.env)
        preloaded = []
        if watched:
            preloaded.append(self.a.guard)
            environment.update(LD_BIND_NOW="1", GLIBC_TUNABLES="glibc.pthread.rseq=0")
        if sliced:
            preloaded.append(os.path.join(self.a.bin, os.pardir, "lib", "longer_pauses.so"))
            environment["LONGER_PAUSES"] = str(pauses)
        if library:
            environment["LD_LIBRARY_PATH"] = library
        if preloaded:
            environment["LD_PRELOAD"] = ":".join(preloaded)
        command = [*launcher(self.a.mpi, ranks, self.a.nodes.get(ranks), self.a.launcher_option),
                   program]  # fmt: skip
        if self.a.slow is not None:
            # The folder is copied out, so that what is compared outlives it.
            inside = 'cd "$SLOWFS_DIR" && "$@"; code=$?; cp -r "$SLOWFS_BACKING"/. "$0"; exit $code'
            command = [os.path.join(self.a.bin, "slowfs-run"), *self.a.slow.split(),
                       "--", "sh", "-c", inside, folder, *command]  # fmt: skip
        try:
            done = subprocess.run(command, cwd=folder, env=environment, text=True,
                                  capture_output=True, timeout=SECONDS)  # fmt: skip
        except subprocess.TimeoutExpired as error:
            fail("%s on %d ranks hangs; so far:\n%s" % (program, ranks, error.stdout))
        self.stderr = done.stderr
        files = {}
        for root, _, names in os.walk(folder):
            for name in names:
                path = os.path.join(root, name)
                with open(path, "rb") as file:
                    files[os.path.relpath(path, folder)] = self.digest(file)
        shutil.rmtree(folder)
        try:
            with open(statistics) as file:
                counters = json.load(file)
        except FileNotFoundError:
            counters = None
        else:
            os.remove(statistics)
        return sorted(done.stdout.splitlines()), done.returncode, files, counters

    @staticmethod
    def digest(file):
        # Sparse files of some GiB are compared by size and by their ends.
        size = os.fstat(file.fileno()).st_size
        if size <= 64 << 20:
            return hashlib.sha256(file.read()).hexdigest()
        first = file.read(1 << 20)
        file.seek(-(1 << 20), os.SEEK_END)
        return size, hashlib.sha256(first + file.read()).hexdigest()

    def check_expectations(self, counters, where, watched):
        """What slices were not far enough ahead for, or nothing."""
        if self.a.no_statistics:
            return None
        if counters is None:
            fail("%s wrote no statistics; standard error:\n%s" % (where, self.stderr))
        known = {**counters["total"], **counters["run"]}
        known.update(pages_found(known, counters["ranks"]))
        self.fetched = known["found"], known["pages_prefetched"]
        for expectation in self.a.expect:
            key, compare, number = EXPECTATION.fullmatch(expectation).groups()
            if watched and key == "reads_scouted":
                continue  # The guard leaves scouts out.
            if key not in known:
                fail("no such statistic: %s; there are: %s" % (key, ", ".join(known)))
            if not COMPARE[compare](known[key], int(number)):
                found = "%s: %s is %d, expected %s\n%s" % (
                    where, key, known[key], expectation, told(known, counters["notes"]))  # fmt: skip
                if compare == ">=" or key in MISSING:
                    return found
                fail(found)
        return None

    def check_run(self, program, n, watched, pauses, right, where, library=None):
        """Like check_expectations()."""
        output, status, files, counters = self.run(program, n, True, watched, pauses, library)
        for what, got, expected in (("output", output, right[0]),
                                    ("status", status, right[1]),
                                    ("files", files, right[2])):  # fmt: skip
            if got != expected:
                fail("%s of %s differs:\n%s\nexpected:\n%s\nstandard error:\n%s"
                     % (what, where, got, expected, self.stderr))  # fmt: skip
        completed = counters and counters["run"]["slices_completed"]
        if watched and completed and "slice_guard: watched" not in self.stderr:
            fail("%s: its slices were not watched:\n%s" % (where, self.stderr))
        return self.check_expectations(counters, where, watched)

    def check(self):
        cells = cells_of(self.a)
        plain = self.compile("plain", ["-O1"])
        right = {}
        for n in sorted({n for _, n, _ in cells}):
            self.cell = None, n
            right[n] = self.run(plain, n, sliced=False)
            if right[n][1] != self.a.status:
                fail("the program itself ends with %d on %d ranks:\n%s" % (right[n][1], n, self.stderr))
            if not right[n][0]:
                fail("the program prints nothing to compare")
        programs = {}
        for level, n, watched in cells:
            self.cell = level, n
            if level not in programs:
                programs[level] = self.compile_sliced(level)
            self.check_cell(programs[level], level, n, watched, right[n])
            if self.a.mutants and not watched:
                self.run_mutants(programs[level], level, n, right[n])

    def run_mutants(self, program, level, n, right):
        """Notes which of the mutants fail. A mutant of the pass touches the file MUTATED."""
        found, fetched = {}, self.fetched
        for name in sorted(os.listdir(self.a.mutants)):
            folder = os.path.join(self.a.mutants, name)
            library = os.path.join(folder, "lib")
            commands = os.path.join(folder, "bin")
            if not self.a.claims or not os.path.isdir(library):
                continue
            try:
                changed = program
                if os.path.isdir(commands):
                    touched = os.environ["MUTATED"] = os.path.join(self.work, "mutated")
                    changed = self.compile_sliced(level, name, commands)
                    if not os.path.exists(touched):
                        continue
                found[name] = self.check_run(changed, n, False, PAUSES[1], right, name, library)
                # All of the program's pages, and no others: what the mutant changes is not where
                # the slice reads, or comes to the same pages.
                if not found[name] and fetched[0] == 100 and self.fetched == fetched:
                    found[name] = "same"
            except Trouble as trouble:
                found[name] = str(trouble)
        note = {"name": self.a.name, "options": self.a.own, "cell": [level, n], "claims": self.a.claims,
                "unserved": self.a.unserved, "failed": {k: v and v[:300] for k, v in found.items()}}  # fmt: skip
        with open(os.path.join(self.a.mutants, "notes"), "a") as file:
            file.write(json.dumps(note) + "\n")

    def compile_sliced(self, level, name="sliced", commands=None):
        slices = self.a.slices
        if level in ("O2", "O3") and self.a.optimised_slices is not None:
            slices = self.a.optimised_slices
        flags = ["-fprefetch-slice", "-" + level, *REMARKS]
        return self.compile(name + "." + level, flags, slices, commands)

    def check_cell(self, program, level, n, watched, right):
        where = "%s on %d ranks%s" % (level, n, ", watched" * watched)
        for pauses in PAUSES:
            short = self.check_run(program, n, watched, pauses, right, where)
            if not short:
                return
        fail(short)


def pages_found(counters, ranks):
    """Collective reads that the ranks did not agree to serve were not looked for. What the
    slice had fetched before the program opened the file is in the system's memory. What the
    system has dropped from there was fetched."""
    hits = found = counters["ready_hits"] + counters["unready_hits"]
    missed = counters["misses"] + counters["collective_plain_reads"]
    left = counters["system_reads"] if counters["pages_left_to_system"] else 0
    left = min(missed, left + counters["pages_lost_by_system"])
    found, missed = found + left, missed - left
    return {"hits": hits, "found": 100 * found // max(found + missed, 1), "missed": math.ceil(missed / ranks)}


def told(counters, notes):
    """The counters that are not zero, and what the run time gave up."""
    lines = [f"{key}: {value}" for key, value in counters.items()
             if value and isinstance(value, int)]  # fmt: skip
    return "\n".join(lines + [note["text"] for note in notes])


def cells_of(a):
    """What to run: levels, numbers of ranks, and whether the slices are watched."""
    ranks = list(a.nodes) or [int(n) for n in a.ranks.split(",")] if a.ranks or a.nodes else [1, 2, 4]
    levels = FEWER_RUNS if a.mpi in ("mpich", "abi") else RUNS
    can_watch = a.guard and a.slow is None and not a.nodes and not a.mutants
    if a.level:
        cells = [(a.level, n) for n in ranks]
    else:
        cells = [(level, n) for level, numbers in levels.items()
                 for n in [n for n in numbers if n in ranks] or ranks[:1]]  # fmt: skip
        if a.matrix == "all":
            watched = [("O2", ranks[0], True)] if can_watch and "O2" in levels else []
            return [(*cell, False) for cell in cells] + watched
        cells = [cells[drawn(a) % len(cells)]]
    return [(*cell, watched) for cell in cells for watched in [False, True][: 1 + bool(can_watch)]]


def drawn(a):
    """A number that the draw decides, for each command of each test another one."""
    text = json.dumps([a.draw, a.name, a.own]).replace(TESTS, "")
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def is_left_out(a):
    """Whether the test is for the first MPI library, too, and the second is not drawn."""
    if a.only_library:
        return a.other_library
    if a.matrix == "all" or a.level or a.mpi != "mpich":
        return False
    with open(a.source) as file:
        others = [line for line in file if "%check-program" in line and "--mpi mpich" not in line]
    return bool(others) and drawn(a) // len(FEWER_RUNS) % SECOND_LIBRARY_OF != 0


def commands_again(a, cell):
    """The commands that repeat the test, and the cell alone."""
    build = os.path.relpath(os.path.join(a.bin, os.pardir))
    parameters = ["--param", "matrix=" + a.matrix, "--param", "draw=" + a.draw]
    lines = [["lit", "-v", *parameters, os.path.join(build, "test", a.name)]]
    level, n = cell
    if level:
        options = ["--level", level]
        options += ["--nodes", a.nodes[n]] if a.nodes else ["--ranks", str(n)] if a.mpi != "none" else []
        settings = [f"{k}={v}" for k, v in os.environ.items() if k.startswith("FORESLICE_")]
        lines.append([*(["env", *settings] if settings else []), sys.executable, *sys.argv, *options])
    return "".join("\n    " + shlex.join(line) for line in lines)


def main():
    a = parse_arguments()
    if is_left_out(a):
        # Other lines of the test may write there.
        os.makedirs(a.work, exist_ok=True)
        print("check_program: left out: for another MPI library, or by the draw")
        return
    checker = Checker(a)
    try:
        checker.check()
    except Trouble as trouble:
        sys.exit(f"check_program: {trouble}\nThe test again, and alone what has failed:"
                 f"{commands_again(a, checker.cell)}")  # fmt: skip


if __name__ == "__main__":
    main()
