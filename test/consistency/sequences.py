"""Compiles test/programs/consistency.c and runs sequences of it."""

import dataclasses
import json
import os
import re
import shutil
import signal
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LAUNCHERS = {
    "openmpi": ["mpirun.openmpi", "--oversubscribe", "--bind-to", "none", "-q", "-n"],
    "mpich": ["mpiexec.mpich", "-n"],
}
# A slice may end in none of these ways.
BAD_ENDS = ("slice_faults", "slices_endless", "slices_unknown_handle", "slices_out_of_memory")


class Trouble(Exception):
    """What went wrong."""


@dataclasses.dataclass(frozen=True)
class Case:
    """Sequences that one run makes, and how."""

    first: int
    count: int
    ranks: int
    mpi: str
    level: str
    page: str
    cache: str
    delays: int

    def environment(self):
        return {"FORESLICE_ALWAYS": "1", "FORESLICE_PAGE_SIZE": self.page,
                "FORESLICE_CACHE_SIZE": self.cache, "FORESLICE_DELAYS": str(self.delays)}  # fmt: skip

    def arguments(self):
        return ["--first", str(self.first), "--sequences", str(self.count), "--chunk", str(self.count),
                "--ranks", str(self.ranks), "--mpi", self.mpi, "--levels", self.level,
                "--pages", self.page, "--caches", self.cache, "--delays", str(self.delays)]  # fmt: skip


class Programs:
    """The program at each level, compiled when first asked for."""

    def __init__(self, build, work, storage=None):
        self.bin = os.path.join(os.path.abspath(build), "bin")
        self.work, self.storage = os.path.abspath(work), os.path.abspath(storage or work)
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith("FORESLICE_")}
        # In a container: often as root, and more ranks than cores.
        self.environment.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                                OMPI_MCA_mpi_yield_when_idle="1")  # fmt: skip

    def compile(self, mpi, level):
        program = os.path.join(self.work, f"consistency.{mpi}.{level}")
        source = os.path.join(ROOT, "test", "programs", "consistency.c")
        sliced = [] if level == "plain" else ["-fprefetch-slice", "-" + level]
        done = subprocess.run(
            [os.path.join(self.bin, "foreslice-mpicc"), "-fprefetch-slice-mpi=" + mpi, "-std=gnu17", "-w",
             "-I", os.path.join(os.path.dirname(source), "Inputs"), source, "-o", program, *sliced],
            env=self.environment, capture_output=True, text=True)  # fmt: skip
        if done.returncode:
            raise Trouble(done.stderr)
        return program

    def run(self, program, case, name, seconds, more=None):
        """The counters of a run in which every read was as it may be."""
        folder = os.path.join(self.storage, name)
        statistics = os.path.join(self.work, name + ".json")
        for path in (folder, os.path.join(self.work, name + ".tmp")):
            shutil.rmtree(path, ignore_errors=True)
            os.makedirs(path)
        # Open MPI: one run that ends removes what another one has just made.
        environment = {**self.environment, **case.environment(), **(more or {}),
                       "FORESLICE_STATS": statistics, "TMPDIR": path}  # fmt: skip
        # One rank needs no launcher, which saves most of the time of a run.
        launcher = LAUNCHERS[case.mpi] + [str(case.ranks)] if case.ranks > 1 else []
        process = subprocess.Popen([*launcher, program, str(case.first), str(case.count)], cwd=folder,
                                   env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, start_new_session=True)  # fmt: skip
        try:
            output, errors = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, errors = process.communicate()
            raise Trouble(f"hangs; its output so far:\n{output}") from None
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            shutil.rmtree(path, ignore_errors=True)
        wrong = [line for line in output.splitlines() if not line.endswith(": 0 wrong")]
        if process.returncode or wrong or not output:
            raise Trouble("\n".join([f"exit status {process.returncode}", *wrong, errors[-2000:]]))
        if program.endswith(".plain"):
            return {}
        try:
            with open(statistics) as file:
                counters = json.load(file)
        except FileNotFoundError:
            raise Trouble("wrote no statistics") from None
        os.unlink(statistics)
        counters = {**counters["total"], **counters["run"]}
        for end in BAD_ENDS:
            if counters[end]:
                raise Trouble(f"{end} is {counters[end]}")
        return counters


def failing_sequence(trouble):
    """The number of the first sequence that went wrong, if the program said so."""
    found = re.search(r"^sequence (\d+), rank", str(trouble), re.MULTILINE)
    return int(found.group(1)) if found else None
