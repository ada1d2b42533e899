#!/usr/bin/env python3
"""Runs a program that ends in many ways: check_endings.py SCHEMA DATA PROGRAM LAUNCHER...

Its output and exit status must be its own, and what it leaves as expected.
"""

import json
import os
import shutil
import subprocess
import sys

import jsonschema

data, program = sys.argv[2:4]
schema = jsonschema.Draft202012Validator(json.load(open(sys.argv[1])))
launcher = sys.argv[4:]
# A run that takes so long hangs, beside other work, too.
SECONDS = 600
with open(data, "rb") as file:
    total = sum(file.read(51 * 8192))
NOTE = "rank %d ended without MPI_Finalize: the figures are its own"


def run(way, ranks, **environment):
    command = [*launcher, "-n", str(ranks), program, way, data]
    return subprocess.run(command, env={**os.environ, **environment}, timeout=SECONDS,
                          capture_output=True, text=True)  # fmt: skip


def check(way, ranks, expected, notes=(), warnings=()):
    """What it leaves must be the files expected, with these notes and warnings."""
    shutil.rmtree("out", ignore_errors=True)
    os.mkdir("out")
    done = run(way, ranks, FORESLICE_ALWAYS="1", FORESLICE_STATS="out/stats",
               FORESLICE_TRACE="out/traces")  # fmt: skip
    assert (done.stdout, done.returncode) == ("sum %d\n" % total * ranks, 4), (way, done)
    said = [line for line in done.stderr.splitlines() if line.startswith("foreslice")]
    assert len(said) == len(warnings), (way, said)
    for line, warning in zip(said, warnings):
        assert warning in line, (way, line)
    found = [os.path.join(folder, name)[4:] for folder, _, names in os.walk("out") for name in names]
    assert sorted(found) == sorted(expected), (way, ranks, found)
    for name in found:
        content = json.load(open("out/" + name))
        if name.startswith("stats"):
            schema.validate(content)
            assert [note["text"] for note in content["notes"]] == list(notes), (way, content)
            # One launch is before MPI_Init.
            assert content["ranks"] == 1 and content["run"]["launches"] == 2, (way, content)
            assert content["total"]["reads"] == 51 and content["run"]["run_ns"] > 0, (way, content)
        else:
            events = [event["name"] for event in content["traceEvents"]]
            assert "region" in events and "MPI_File_open" in events, (way, events)


HANDLERS = "handler-exit", "handler-exit-unblocked", "handler-abort"
for way in "return", "exit", "abort", *HANDLERS:
    check(way, 1, ["stats", "traces/rank-0.json"], [NOTE % 0])
    check(way, 2, ["stats.1", "traces/rank-1.json"], [NOTE % 1])
# MPI_Finalize in an exit handler of the program: nothing is missing.
check("late", 1, ["stats", "traces/rank-0.json"])
# A child speaks for nobody.
check("child", 1, [])
for ranks in 1, 2:
    check("full", ranks, [], warnings=["FORESLICE_TRACE: out/traces/rank-0.json: File too large",
                                       "FORESLICE_STATS: no statistics written: out/stats: File too large"])  # fmt: skip

table = run("exit", 1, FORESLICE_STATS="-")
assert table.returncode == 4 and "  " + NOTE % 0 in table.stderr.splitlines(), table
