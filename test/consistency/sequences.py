"""Compiles test/programs/consistency.c and runs sequences of it."""

import dataclasses
import json
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test"))
from launching import LAUNCHERS, NODES, Trouble, base_environment, launch, ranks_of  # noqa: E402, F401

# A slice may end in none of these ways.
BAD_ENDS = ("slice_faults", "slices_endless", "slices_unknown_handle", "slices_out_of_memory")


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
    nodes: str = ""

    def environment(self):
        return {"FORESLICE_ALWAYS": "1", "FORESLICE_PAGE_SIZE": self.page,
                "FORESLICE_CACHE_SIZE": self.cache, "FORESLICE_DELAYS": str(self.delays)}  # fmt: skip

    def arguments(self):
        where = ["--nodes", self.nodes] if self.nodes else ["--ranks", str(self.ranks)]
        return ["--first", str(self.first), "--sequences", str(self.count), "--chunk", str(self.count),
                *where, "--mpi", self.mpi, "--levels", self.level,
                "--pages", self.page, "--caches", self.cache, "--delays", str(self.delays)]  # fmt: skip


class Programs:
    """The program at each level, compiled when first asked for."""

    def __init__(self, build, work, storage=None):
        self.bin = os.path.join(os.path.abspath(build), "bin")
        self.work, self.storage = os.path.abspath(work), os.path.abspath(storage or work)
        # There may be more ranks than cores.
        self.environment = base_environment() | {"OMPI_MCA_mpi_yield_when_idle": "1"}

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
        try:
            output, errors, status = launch(case.mpi, case.ranks,
                                            [program, str(case.first), str(case.count)],
                                            seconds, case.nodes, cwd=folder, env=environment)  # fmt: skip
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            shutil.rmtree(path, ignore_errors=True)
        wrong = [line for line in output.splitlines() if not line.endswith(": 0 wrong")]
        if status or wrong or not output:
            raise Trouble("\n".join([f"exit status {status}", *wrong, errors[-2000:]]))
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
