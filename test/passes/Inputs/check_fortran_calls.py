"""Fails where a call of MPI that the passes or the run time know has no row for Fortran.

usage: check_fortran_calls.py ROOT"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])


def names(path, pattern):
    return set(re.findall(pattern, (root / path).read_text(), re.M))


rows = names("passes/model/FortranCalls.def", r"^FORTRAN_CALL\((\w+),")
calls = names("passes/frontend/mpi/Calls.def", r"^IO_\w+\((MPI_\w+),")
# Forms of MPI 4 that the MPI libraries do not have for Fortran.
calls = {name for name in calls if not name.endswith("_c")}
entries = names("runtime/frontend/mpiio/fortran_entry_points.def", r"^FORESLICE_\w+\(\w+, (\w+)\)")
lower = {name.lower() for name in rows}
missing = sorted(calls - rows) + sorted(entries - lower)
for name in missing:
    print("no row for", name)
print(len(calls), "calls,", len(entries), "entry points")
sys.exit(bool(missing))
