#!/usr/bin/env python3
"""Compiles programs with and without debug information, and compares.

same_slices.py [--seeds N-N] [--every N] [--without NAME] SOURCE... -- COMPILER...

The remarks must be the same, and the code of all slices. Levels and kinds of
debug information are drawn by turns. --every N takes each Nth source, --without
NAME leaves one out, --seeds adds the random programs of these seeds
(test/fuzz/generate.py). Each source must compile, and some must have slices.
"""

import argparse
import concurrent.futures
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
LEVELS = ["-O2", "-O1", "-O3", "-O0"]
KINDS = [
    ["-g"],
    ["-g", "-gdwarf-4", "-fstandalone-debug"],
    ["-g", "-fdebug-info-for-profiling"],
]
FOLDERS = ["test/passes/Inputs", "test/programs/Inputs", "test/fuzz", "runtime/include"]
REMARKS = ["-Rpass", "-Rpass-missed", "-Rpass-analysis"]
SLICE = re.compile(r'^define .*\.(slice|scout)[.\d]*"?\(')


def without_debug(line):
    """The line without what stands for debug information, and without numbers of
    metadata and attributes, which it moves."""
    return re.sub(r"(, )?!dbg !\d+|(?<= )#\d+|(?<=!)\d+", "", line)


def slices(module):
    """The code of the slices and scouts in LLVM IR."""
    inside = False
    for line in module.splitlines():
        inside |= SLICE.match(line) is not None
        if inside and not line.lstrip().startswith("#dbg"):
            yield without_debug(line)
        inside &= line != "}"


def compile_one(compiler, source, options):
    language = ["-x", "c++", "-std=c++20"] if source.suffix == ".cpp" else ["-x", "c"]
    done = subprocess.run(
        [*compiler, *language, "-w", "-S", "-emit-llvm", "-o", "-",
         *(f"-I{ROOT / folder}" for folder in FOLDERS),
         *(f"{remark}=prefetch-slice" for remark in REMARKS), *options, source],
        capture_output=True, text=True, check=False)  # fmt: skip
    if done.returncode:
        sys.exit(f"{source} {options} does not compile:\n{done.stderr}")
    # With debug information values have the names of variables.
    remarks = [re.sub(r"depends on '[^']*' from before", "depends on a value from before", line)
               for line in done.stderr.splitlines() if " remark: " in line]  # fmt: skip
    return remarks, list(slices(done.stdout))


def compare(compiler, number, source):
    """What differs, and the number of lines in slices."""
    level = LEVELS[number % len(LEVELS)]
    kind = KINDS[number % len(KINDS)]
    plain = compile_one(compiler, source, [level])
    debug = compile_one(compiler, source, [level, *kind])
    changes = [
        line
        for before, after in zip(plain, debug)
        for line in difflib.unified_diff(before, after, lineterm="", n=1)
    ]
    if changes:
        changes.insert(0, f"{source} differs with {level} {' '.join(kind)}:")
    return changes, len(plain[1])


def usual(source):
    """Whether the compiler's MPI library has all that the source uses."""
    return "REQUIRES: mpich" not in source.read_text()


def random_programs(seeds, folder):
    first, last = map(int, seeds.split("-"))
    for seed in range(first, last + 1):
        text = subprocess.run(
            [sys.executable, "-B", ROOT / "test/fuzz/generate.py", str(seed)],
            capture_output=True, text=True, check=True).stdout  # fmt: skip
        source = pathlib.Path(folder) / f"{seed}{'.cpp' if 'std::' in text else '.c'}"
        source.write_text(text)
        yield source


def main():
    options, compiler = sys.argv[1 : sys.argv.index("--")], sys.argv[sys.argv.index("--") + 1 :]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--without")
    parser.add_argument("sources", nargs="*", type=pathlib.Path)
    args = parser.parse_args(options)
    with tempfile.TemporaryDirectory() as folder:
        sources = [s for s in args.sources if s.name != args.without and usual(s)][:: args.every]
        if args.seeds:
            sources += random_programs(args.seeds, folder)
        with concurrent.futures.ThreadPoolExecutor(min(4, os.cpu_count())) as pool:
            results = list(pool.map(lambda job: compare(compiler, *job), enumerate(sources)))
    for changes, _ in results:
        print(*changes, sep="\n", end="\n" if changes else "")
    lines = sum(number for _, number in results)
    print(f"{len(results)} sources, {lines} lines of slices")
    sys.exit(not lines or any(changes for changes, _ in results))


if __name__ == "__main__":
    main()
