#!/usr/bin/env python3
"""Checks the traces of the ranks of one program: check_trace.py rank-0.json rank-1.json ..."""

import collections
import json
import sys

EXTENTS = {"region", "slice", "storage read", "read, ready", "read, not ready",
           "read, not prefetched", "waits for pages", "waits for data",
           "waits for the main thread", "MPI_File_open", "MPI_File_close",
           "MPI_File_sync"}  # fmt: skip
COUNTERS = {"reads in flight", "pages prefetched and unread", "low threshold", "high threshold",
            "requests queued", "requests parked"}  # fmt: skip
SLACK = 0.001 + 0.5  # us: times have three digits, and a double not all of those of a day

seen, begins, ends = set(), [], []
counted = collections.Counter()
for rank, path in enumerate(sys.argv[1:]):
    trace = json.load(open(path))
    assert trace["otherData"] == {"foreslice_trace": 1, "rank": rank, "lost_events": 0}, path
    names = {}
    open_until, last = collections.defaultdict(list), {}
    for event in trace["traceEvents"]:
        assert event["pid"] == rank, event
        if event["ph"] == "M":
            names.setdefault((event["name"], event.get("tid")), event["args"])
            continue
        track = event["tid"] if event["ph"] == "X" else event["name"]
        assert event["ts"] + SLACK >= last.get(track, 0), (event, last[track])
        last[track] = event["ts"]
        seen.add(event["name"])
        if event["ph"] == "C":
            [value] = event["args"].values()
            assert value >= 0, event
            counted[event["name"]] = max(counted[event["name"]], value)
            continue
        assert event["ph"] == "X" and event["dur"] >= 0, event
        end = event["ts"] + event["dur"]
        holders = open_until[track]
        while holders and holders[-1] <= event["ts"] + SLACK:
            holders.pop()
        assert not holders or end <= holders[-1] + SLACK, (event, "is not inside", holders)
        holders.append(end)
        begins.append((event["ts"], rank))
        ends.append((end, rank))
    assert names["process_name", 0]["name"] == f"rank {rank}", names
    tracks = {args["name"] for (kind, _), args in names.items() if kind == "thread_name"}
    assert {"main thread", "prefetch thread", "I/O in flight 1"} <= tracks, tracks

assert EXTENTS <= seen, EXTENTS - seen
assert COUNTERS <= seen, COUNTERS - seen
for name in COUNTERS - {"low threshold"}:
    assert counted[name] > 0, name
assert counted["reads in flight"] > 1, counted
# The ranks ran together: each began before any ended.
first = {rank: min(t for t, r in begins if r == rank) for _, rank in begins}
last = {rank: max(t for t, r in ends if r == rank) for _, rank in ends}
assert max(first.values()) < min(last.values()), (first, last)
