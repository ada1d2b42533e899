"""check_entry_points.py TABLE LIBRARY... - every MPI function that a library
defines has a row in the table."""

import re
import subprocess
import sys

table, libraries = sys.argv[1], sys.argv[2:]
rows = set(re.findall(r"^FORESLICE_ENTRY_POINT\((\w+)\)", open(table).read(), re.M))
for library in libraries:
    symbols = subprocess.check_output(["nm", "-D", "--defined-only", library], text=True)
    shown = {line.split()[-1] for line in symbols.splitlines()}
    missing = {name for name in shown if name.startswith("MPI_")} - rows
    if missing:
        sys.exit("%s: no row for %s of %s" % (table, ", ".join(sorted(missing)), library))
