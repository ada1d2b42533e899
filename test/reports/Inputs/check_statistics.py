#!/usr/bin/env python3
"""Runs an example on slow storage: check_statistics.py SCHEMA COMMAND...

Its statistics must be valid by the schema, have all kinds of entries, and say what their figures
say; the schema must refuse what it does not know. The table must lead with the verdict. How far
ahead a slice gets is up to the scheduler, too: a run that falls short is repeated.
"""

import json
import os
import subprocess
import sys

import jsonschema

schema = json.load(open(sys.argv[1]))
command = sys.argv[2:]
storage, backing = os.environ["SLOWFS_DIR"], os.environ["SLOWFS_BACKING"]


def run(file, where, *more):
    environment = {**os.environ, "FORESLICE_STATS": where} if where else None
    return subprocess.run([*command, "--file", file, *more], env=environment, check=True,
                          capture_output=True, text=True)  # fmt: skip


def accepts(value):
    return jsonschema.Draft202012Validator(schema).is_valid(value)


def enough(found):
    """Of what the scheduler decides on."""
    total, [region] = found["total"], found["regions"]
    return (region["reads_posted"] >= 40 and total["ready_reads"] > 0 and
            total["storage_bytes"] >= 40 * 65536)  # fmt: skip


def check_verdict(verdict):
    """Its words against its figures."""
    spent, without = verdict["run_ns"], verdict["without_prefetching_ns"]
    saved = (without - spent) / without
    expected = ("prefetching saved " if saved >= 0.01 else
                "prefetching made the run about " if spent - without >= 0.01 * without else
                "prefetching changed run time by less than 1 %")  # fmt: skip
    assert verdict["text"].startswith(expected), verdict
    assert verdict["text"].endswith(" of reads found their data ready"), verdict


run(backing + "/data", None, "--generate")
for _ in range(5):
    run(storage + "/data", "stats.json")
    found = json.load(open("stats.json"))
    if enough(found):
        break
assert enough(found), found
jsonschema.Draft202012Validator.check_schema(schema)
jsonschema.Draft202012Validator(schema).validate(found)
assert not accepts({**found, "unknown": 1})
assert not accepts({**found, "foreslice_statistics": 2})
assert not accepts({**found, "run": {**found["run"], "launches": -1}})

assert found["ranks"] == 2 and found["by_rank"]["run_ns"]["max_rank"] < 2, found["by_rank"]
check_verdict(found["verdict"])
[file], [region] = found["files"], found["regions"]
assert file["path"] == storage + "/data" and file["by_size"], file
# Each rank launches once before MPI_Init.
assert "nested_strided.c" in region["name"] and region["launches"] == 4, region
assert region["region_reads"] == file["reads"] == 80, region
assert found["total"]["ready_reads"] <= found["total"]["cache_reads"]
assert found["scheme"]["content_pages"]["max"] > 0, found["scheme"]

table = run(storage + "/data", "-").stderr.splitlines()
assert table[0].startswith("foreslice: prefetching "), table[0]
# Behind the figures there are notes, in sentences: of storage, say, if the file is old enough to be read before MPI_Init.
figures = table[:table.index("given up")] if "given up" in table else table
assert max(map(len, figures)) <= 100, table
assert any(line.startswith("storage") for line in table), table
assert not any("slice_faults" in line for line in table), table
