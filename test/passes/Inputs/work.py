#!/usr/bin/env python3
"""Compiles sources of bench/large_sources.py, each of a size and of twice the
size, and fails where the pass looks at more than in proportion.

The pass counts what it looks at, so that no clock and no other load decides.
"""

import importlib.util
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[3]
SIZES = {
    "reads": 200,
    "reads_in_loop": 200,
    "blocks": 200,
    "switch_table": 400,
    "unrolled": 200,
    "wide_structure": 100,
    "calls": 50,
    "functions": 50,
    "tables": 50,
    "loops": 40,
    "call_dag": 12,
    "call_fan": 6,
    "refused_loops": 150,
    "refused_nest": 40,
    "pointers": 600,
    "separate_pointers": 1600,
}
MOST = 2.5  # times the work for twice the size


def large_sources():
    path = ROOT / "bench" / "large_sources.py"
    spec = importlib.util.spec_from_file_location("large_sources", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def work(compiler, source):
    done = subprocess.run(
        [*compiler, "-O0", "-w", "-S", "-emit-llvm", "-x", "c", "-", "-o", "-",
         "-I", pathlib.Path(__file__).parent, "-mllvm",
         "-prefetch-slice-print-work"],
        input=source, text=True, capture_output=True, check=True)
    return [
        int(re.search(f"{what}: (\\d+)", done.stderr)[1])
        for what in ("instructions copied", "instructions canonicalised",
                     "pairs compared")
    ]


def main():
    sources = large_sources()
    failed = False
    for name, size in SIZES.items():
        text = [
            sources.text(name, n).replace("<mpi.h>", '"mpi-decls.h"')
            for n in (size, 2 * size)
        ]
        once, twice = (work(sys.argv[1:], t) for t in text)
        good = all(b <= MOST * max(a, 1) for a, b in zip(once, twice))
        print(f"{name}: {once} for {size}, {twice} for {2 * size}",
              "" if good else "TOO MUCH")
        failed |= not good
    return failed


if __name__ == "__main__":
    sys.exit(main())
