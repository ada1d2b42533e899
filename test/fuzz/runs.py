"""Compiles and runs one program, and says what it gave."""

import dataclasses
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, "..", "programs", "Inputs")
sys.path.insert(0, os.path.dirname(HERE))
from launching import LAUNCHERS, Trouble, base_environment, launch  # noqa: E402, F401

# A run that takes so long hangs, beside other work, too.
SECONDS = 900
# MPI libraries leak, are not instrumented, and must leave malloc alone.
SANITIZED = {
    "ASAN_OPTIONS": "detect_leaks=0",
    "TSAN_OPTIONS": "ignore_noninstrumented_modules=1",
    "OMPI_MCA_memory": "^patcher",
    "UCX_MEM_EVENTS": "n",
}
FAULTS = ("segv", "fpe", "ill", "overflow", "endless", "memory", "delay",
          "lie", "handle", "skip", "twice", "value")  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Case:
    """How a sliced program is run."""

    level: str
    ranks: int
    cache: str
    page: str
    always: bool = True
    fault: str | None = None
    watched: bool = False

    def environment(self):
        settings = {"FORESLICE_CACHE_SIZE": self.cache, "FORESLICE_PAGE_SIZE": self.page}
        if self.always:
            settings["FORESLICE_ALWAYS"] = "1"
        if self.fault:
            settings["FUZZ_FAULT"] = self.fault
        return settings

    def __str__(self):
        settings = " ".join(f"{k}={v}" for k, v in self.environment().items())
        watched = ", watched" if self.watched else ""
        return f"-{self.level} on {self.ranks} ranks{watched}, {settings}"


@dataclasses.dataclass
class Outcome:
    output: list
    status: int
    files: dict
    errors: str


class Toolchain:
    def __init__(self, build, mpi, work, storage):
        self.bin = os.path.join(os.path.abspath(build), "bin")
        self.mpi, self.work, self.storage = mpi, work, storage
        self.environment = base_environment()
        # What test/guard makes; where the processor cannot, programs are not watched.
        guard = os.path.join(self.bin, "..", "lib", "slice_guard.so")
        self.watching = {"LD_BIND_NOW": "1", "GLIBC_TUNABLES": "glibc.pthread.rseq=0",
                         "LD_PRELOAD": os.path.abspath(guard)}  # fmt: skip
        self.can_watch = os.path.exists(guard) and not subprocess.call(
            ["env", "true"], env=self.watching | {"PATH": os.environ["PATH"]}, stderr=subprocess.DEVNULL)  # fmt: skip
        # Without the library, clang shall leave the directives out.
        clang = os.path.join(self.bin, "foreslice-clang")
        self.openmp = os.path.isabs(subprocess.check_output([clang, "-print-file-name=libomp.so"], text=True).strip())
        # For C and, by another name, for C++.
        self.helpers = os.path.join(HERE, "helpers.c"), os.path.join(work, "helpers.cpp")
        with open(self.helpers[1], "w") as file:
            file.write('#include "helpers.c"\n')
        self.faults = os.path.join(work, "faults.o")
        include = os.path.join(HERE, "..", "..", "runtime", "include")
        self.command([clang, "-O1", "-c", "-I", include, os.path.join(HERE, "faults.c"), "-o", self.faults])

    def command(self, command):
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        if done.returncode:
            raise Trouble(f"{' '.join(command)}\n{done.stderr}")
        return done.stderr

    def compile(self, source, program, level, *flags, apart=False):
        """Returns what the compiler said. With `apart`, helpers.c is a source."""
        if source.endswith(".f90"):
            return self.command([
                os.path.join(self.bin, "foreslice-mpifort"), "-fprefetch-slice-mpi=" + self.mpi, "-w",
                "-" + level, "-I", HERE, "-I", PROGRAMS, "-module-dir", os.path.dirname(program), source, "-o", program, *flags])  # fmt: skip
        with open(source) as text:
            if self.openmp and "#pragma omp" in text.read():
                flags += ("-fopenmp",)
        cxx = source.endswith(".cpp")
        sources = ["-DFUZZ_APART", source, self.helpers[cxx]] if apart else [source]
        if self.mpi == "none":
            compiler = ["foreslice-clang++" if cxx else "foreslice-clang"]
        else:
            compiler = ["foreslice-mpicxx" if cxx else "foreslice-mpicc", "-fprefetch-slice-mpi=" + self.mpi]
        return self.command([
            os.path.join(self.bin, compiler[0]), *compiler[1:], "-std=c++20" if cxx else "-std=gnu17", "-w",
            "-" + level, "-I", HERE, *sources, "-o", program, *flags, "-lm"])  # fmt: skip

    def has_sanitizers(self, names):
        """Whether clang's run-time libraries for them are installed."""
        source = os.path.join(self.work, "empty.c")
        with open(source, "w") as file:
            file.write("int main(void) { return 0; }\n")
        try:
            self.compile(source, os.path.join(self.work, "empty"), "O1", "-fsanitize=" + names)
        except Trouble:
            return False
        return True

    def compile_sliced(self, source, program, level, apart):
        whole = ["-fprefetch-slice-whole-program"] if apart else []
        return self.compile(source, program, level, "-fprefetch-slice", "-Rpass=prefetch-slice",
                            "-Rpass-missed=prefetch-slice", self.faults, *whole, apart=apart)  # fmt: skip

    def run(self, program, ranks, stdin, settings=None, before=(), storage=None, arguments=()):
        """Runs it, with words before it, in an empty folder of its own."""
        folder = os.path.join(storage or self.storage, f"{os.path.basename(os.path.dirname(program))}.run")
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        # Open MPI: one run that ends removes what another one has just made.
        environment = {**self.environment, **(settings or {}), "TMPDIR": program + ".tmp"}
        os.makedirs(environment["TMPDIR"], exist_ok=True)
        with open(stdin) as given:
            output, errors, status = launch(self.mpi, ranks, [*before, program, *arguments], SECONDS,
                                            cwd=folder, env=environment, stdin=given)  # fmt: skip
        files = digests(folder)
        shutil.rmtree(folder)
        return Outcome(sorted(output.splitlines()), status, files, errors)


def digests(folder):
    """The files that a run left. Sparse ones are compared by size and ends."""
    found = {}
    for name in sorted(os.listdir(folder)):
        if not os.path.isfile(os.path.join(folder, name)):
            continue
        with open(os.path.join(folder, name), "rb") as file:
            size = os.fstat(file.fileno()).st_size
            data = file.read(1 << 22)
            if size > 1 << 22:
                file.seek(-(1 << 18), os.SEEK_END)
                data += file.read()
        found[name] = (size, hashlib.sha1(data).hexdigest())
    return found


def compare(got, expected):
    """What differs, for people; empty if nothing does."""
    if got.status != expected.status:
        return f"exit status is {got.status}, expected {expected.status}\n{got.errors[-3000:]}"
    if got.output != expected.output:
        lines = [f"- {line}" for line in expected.output if line not in got.output]
        lines += [f"+ {line}" for line in got.output if line not in expected.output]
        return "\n".join(["output differs", *lines[:20], got.errors[-3000:]])
    if got.files != expected.files:
        names = [n for n in {**got.files, **expected.files}
                 if got.files.get(n) != expected.files.get(n)]  # fmt: skip
        return f"files differ: {', '.join(names)}"
    return ""


def read_statistics(path):
    try:
        with open(path) as file:
            return json.load(file)
    except FileNotFoundError:
        raise Trouble("wrote no statistics") from None


def refusals(remarks):
    """Why reads got no slice, without names and places."""
    reasons = re.findall(r"remark: no prefetch slice.*?: (.*?); .*? \[-Rpass", remarks)
    return [re.sub(r" \([^()]*:\d+:\d+\)", "", re.sub(r"'[^']*'", "'...'", r)) for r in reasons]
