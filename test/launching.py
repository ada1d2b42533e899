"""Runs MPI programs, for tests that make many of them."""

import os
import signal
import subprocess
import sys

NODES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "nodes", "nodes")

LAUNCHERS = {
    "openmpi": ["mpirun.openmpi", "--oversubscribe", "--bind-to", "none", "-q", "-n"],
    "mpich": ["mpiexec.mpich", "-n"],
    # The standard ABI has no launcher of its own.
    "abi": ["mpiexec.mpich", "-n"],
}


# MPI in a container: often as root.
AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


class Trouble(Exception):
    """What went wrong."""


def base_environment():
    """Without settings of the run time but the delivery, and as a container needs it."""
    environment = {k: v for k, v in os.environ.items()
                   if not k.startswith("FORESLICE_") or k == "FORESLICE_DELIVERY"}  # fmt: skip
    return {**environment, **AS_ROOT}


def ranks_of(layout):
    """Of a layout like 2x4, 4 ranks on each of 2 nodes: how many in all."""
    nodes, ranks = layout.split("x")
    return int(nodes) * int(ranks)


def launcher(mpi, ranks, nodes=None, more=()):
    """The words before a program's; more are options for the MPI launcher."""
    if nodes:
        more = ["--option=" + option for option in more]
        return [sys.executable, "-B", NODES, "--mpi", mpi, *more, nodes]
    # One rank needs no launcher, which saves most of the time of a run.
    return [*LAUNCHERS[mpi], str(ranks), *more] if ranks > 1 else []


def launch(mpi, ranks, command, seconds, nodes=None, **options):
    """Output, errors and exit status; nodes is a layout, of as many ranks, and
    options are Popen's."""
    process = subprocess.Popen([*launcher(mpi, ranks, nodes), *command], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, start_new_session=True, **options)  # fmt: skip
    try:
        output, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        raise Trouble(f"hangs; its output so far:\n{output}") from None
    return output, errors, process.returncode
