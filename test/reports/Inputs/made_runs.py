#!/usr/bin/env python3
"""made_runs.py MODULES: statistics, traces and a program's record with figures that the test says, in this folder.

    off.json          prefetching was off: 4 s
    on-1.json to -3   compiled with the flag: 1.2 s, 1 s and 3 s, of which each rank waits 0.2 s
    passed-by.json    a program below foreslice-run, of which nothing could be read ahead
    script.json       a script below foreslice-run, whose reads follow no pattern
    traces/           of two ranks: the first waits in its first half, the second in its other one
"""

import json
import pathlib
import sys

sys.path.insert(0, sys.argv[1])
from foreslice_runs import FIGURES  # noqa: E402

SECOND = 10**9
IDENTITY = {"arguments": ["./solver", "--input", "big <1>.nc"], "hosts": ["n1", "n2"],
            "started": "2026-01-31T08:00:00Z", "job": "Slurm 77", "mpi": "Open MPI v9.8", "version": "0.3.1",
            "beside": False}  # fmt: skip


def made(name, run_ns, without=None, identity=IDENTITY, disable="", has_regions=True, notes=(), **figures):
    data = {"foreslice_statistics": 1, "ranks": 2, "has_regions": has_regions, "program": "/site/solver",
            "identity": identity, "settings": {"FORESLICE_DISABLE": disable},
            "verdict": {"text": f"the verdict of {name}", "run_ns": run_ns, "without_prefetching_ns": without,
                        "at_most": False, "ready_share": None},
            "files": [], "regions": [], "notes": list(notes)}  # fmt: skip
    for group, keys in FIGURES.items():
        data[group] = {key: figures.get(key, 0) for key in keys}
    data["total"]["demand_read_histogram"] = [[80, data["total"]["reads"]]] if data["total"]["reads"] else []
    data["run"]["run_ns"] = 2 * run_ns
    if data["total"]["reads"]:
        data["files"] = [{"path": "/data/" + 30 * "very-long-name-" + ".nc", "reads": data["total"]["reads"],
                          "cache_reads": 0, "ready_reads": 20, "system_reads": 55, "demand_read_ns": 1, "hit_wait_ns": 0}]  # fmt: skip
    if has_regions and not disable:
        data["regions"] = [{"name": "refused.c:19:3 in main", "launches": 2}]
    pathlib.Path(name + ".json").write_text(json.dumps(data))


def trace(rank, begin):
    """Ten reads one after the other, of 0.1 s each, that wait if they begin in the half that begins there."""
    events = [{"ph": "X", "pid": rank, "tid": 1, "ts": 1e6 + number * 1e5, "dur": 1e5,
               "name": "read, not ready" if begin <= number < begin + 5 else "read, ready",
               "args": {"of": "/data/a.nc", "bytes": 1 << 20, "offset": number << 20}} for number in range(10)]  # fmt: skip
    other = {"foreslice_trace": 1, "rank": rank, "lost_events": 0}
    pathlib.Path(f"traces/rank-{rank}.json").write_text(json.dumps({"otherData": other, "traceEvents": events}))


made("off", 4 * SECOND, disable="1")
waits = dict(reads=100, read_bytes=100 << 20, cache_reads=100, cache_read_ns=SECOND // 2, demand_read_ns=SECOND // 2,
             hit_wait_ns=4 * SECOND // 10, launches=2, region_reads=100, pages_prefetched=100, pages_used=90,
             pages_wasted=10, storage_bytes=100 << 20)  # fmt: skip
for number, spent in enumerate((12, 10, 30), 1):
    made(f"on-{number}", spent * SECOND // 10, without=5 * SECOND, **waits)
made("script", SECOND, has_regions=False, reads=100, demand_read_ns=SECOND,
     identity={**IDENTITY, "arguments": ["/usr/bin/python3.11", "a.py"], "beside": True})  # fmt: skip
made("passed-by", SECOND, has_regions=False, notes=[{"text": "what cannot be read ahead", "ranks": 1}],
     identity={**IDENTITY, "beside": True})  # fmt: skip
pathlib.Path("traces").mkdir()
for rank in (0, 1):
    trace(rank, 5 * rank)
