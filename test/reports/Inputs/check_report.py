#!/usr/bin/env python3
"""check_report.py COMMAND STATISTICS TRACES: what foreslice-report refuses, and its rules."""

import copy
import json
import pathlib
import subprocess
import sys

command, statistics, traces = sys.argv[1:]
good = json.loads(pathlib.Path(statistics).read_text())


def report(*arguments):
    return subprocess.run([command, *arguments, "-o", "out.html"],
                          capture_output=True, text=True, timeout=600)  # fmt: skip


def refused(text, *words, arguments=("bad.json",)):
    pathlib.Path("bad.json").write_bytes(text if isinstance(text, bytes) else text.encode())
    done = report(*arguments)
    said = done.stderr.splitlines()
    assert done.returncode == 1 and len(said) == 1, (text[:80], done)
    assert said[0].startswith("foreslice-report: ") and all(w in said[0] for w in words), said


def changed(*path_and_value):
    *path, last, value = path_and_value
    data = copy.deepcopy(good)
    inner = data
    for key in path:
        inner = inner[key]
    inner[last] = value
    return json.dumps(data)


refused("", "bad.json", "no JSON")
refused(b"\xff\xfe", "bad.json", "no JSON")
refused("[" * 100000, "bad.json", "no JSON")
refused("[]", "bad.json", "foreslice_statistics")
refused('{"total": {"reads": 3}}', "foreslice_statistics", "FORESLICE_STATS=bad.json")
refused(changed("foreslice_statistics", 7), "version 7", "knows 1")
refused(changed("total", "reads", -1), "total.reads")
refused(changed("total", "reads", 1e400), "total.reads")
refused(changed("run", "run_ns", "<b>"), "run.run_ns")
refused(changed("total", "demand_read_histogram", [[10**9, 1]]), "histogram")
refused(changed("files", [{"path": 3}]), "'files'")
refused(changed("regions", {}), "'regions'")
refused(changed("verdict", None), "'verdict'")
refused("", "nowhere.json", "No such file", arguments=("nowhere.json",))
refused("", "NAME=FILE", arguments=(statistics, statistics))
refused("", "no run is called 'b'", arguments=("a=" + statistics, "--trace", "b=" + traces))
refused("", "of which run?", f"--trace NAME={traces}", "a, b",
        arguments=("a=" + statistics, "b=" + statistics, "--trace", traces))  # fmt: skip
refused("", "rank-N.json", arguments=("a=" + statistics, "--trace", "a=."))
pathlib.Path("foreign").mkdir(exist_ok=True)
pathlib.Path("foreign/rank-0.json").write_text('{"traceEvents": []}')
refused("", "no trace of a rank", arguments=("a=" + statistics, "--trace", "a=foreign"))

merged = subprocess.run([sys.executable, command, "--merge-trace", traces, "-o", "all.json"])
assert merged.returncode == 0
assert {e["pid"] for e in json.load(open("all.json"))["traceEvents"]} == {0, 1}

# Ranks that take 1 s, and so many of what each rule is about.
calm = {**{k: 0 for k, v in good["total"].items() if isinstance(v, int)}, "reads": 100,
        "read_bytes": 1 << 20, "storage_bytes": 1 << 20, "cache_reads": 100, "pages_prefetched": 100,
        "pages_used": 100}  # fmt: skip
quiet = {**{k: 0 for k in good["run"]}, "run_ns": 2 * 10**9, "launches": 4, "region_reads": 100,
         "reads_posted": 100, "slice_ns": 10**9}  # fmt: skip
RULES = {
    "0 launches": {"launches": 0},
    "4 of 4 launches not needed": {"slices_not_needed": 4},
    "a fault of their own.": {"slice_faults": 2},
    "a handle that the run time does not know.": {"slices_unknown_handle": 1},
    "60 of 100 reads": {"region_reads": 40},
    "50 requests skipped": {"requests_skipped": 50},
    "3 waits took 900 ms of 1 s": {"slice_waits": 3, "slice_wait_ns": 9 * 10**8, "demand_read_ns": 10**9},
    "hits waited 50 % of run time; 1000 storage reads of 1.024 KiB took 10 ms each, 5 in flight": {
        "hit_wait_ns": 10**9, "cache_read_ns": 10**9, "demand_read_ns": 10**9, "storage_reads": 1000,
        "storage_reads_timed": 1000, "storage_read_ns": 10**10},
    "hits waited 50 % of run time; 100 storage reads of 10.24 KiB took 10 ms each, 0.5 in flight": {
        "hit_wait_ns": 10**9, "cache_read_ns": 10**9, "demand_read_ns": 10**9, "storage_reads": 100,
        "storage_reads_timed": 100, "storage_read_ns": 10**9},
    "No rule has anything to say": {"slice_waits": 3, "slice_wait_ns": 9 * 10**8},
    "60 of 100 prefetched pages went unused, 3 were fetched again": {"pages_wasted": 60, "pages_used": 40,
                                                                     "pages_refetched": 3},
    "70 of 100 prefetched pages went unused, 0 were fetched again": {
        "pages_wasted": 70, "pages_used": 30, "storage_bytes": 99 << 20, "read_bytes": 99 << 20},
    "with room for all; 50 were dropped": {"pages_wasted": 60, "pages_used": 40, "invalidations": 50},
    "8 MiB fetched for 1 MiB read": {"storage_bytes": 8 << 20},
    "30 of 100 reads": {"collective_plain_reads": 30},
    "up to 40 % of run time": {"overrun_ns": 8 * 10**8},
}  # fmt: skip
runs = []
for number, (figures, values) in enumerate([("calm", {}), *RULES.items()]):
    data = copy.deepcopy(good)
    for group, figure in (("total", calm), ("run", quiet)):
        data[group].update({k: values.get(k, v) for k, v in figure.items()})
    pathlib.Path(f"{number}.json").write_text(json.dumps(data))
    runs.append(f"run{number}={number}.json")
done = report(*runs)
assert done.returncode == 0, done.stderr
page = pathlib.Path("out.html").read_text()
tips = page[page.index("What to try next") : page.index("By file")].split("<h3>")[1:]
assert "No rule has anything to say" in tips[0], tips[0]
for tip, figures in zip(tips[1:], RULES):
    assert figures in tip, (figures, tip)
    assert tip.count("<li>") == (not figures.startswith("No rule")), tip
assert "FORESLICE_IO_DEPTH" in tips[8] and "FORESLICE_IO_DEPTH" not in tips[9], tips[8:10]

evil = "<script>alert(1)</script>$x_$\n\"'&\u202e"
data = copy.deepcopy(good)
data["files"][0]["path"] = data["regions"][0]["name"] = data["verdict"]["text"] = evil
data["notes"] = [{"text": evil, "ranks": 1}]
data["settings"]["FORESLICE_NETWORK"] = evil
pathlib.Path("evil.json").write_text(json.dumps(data))
done = report(evil.replace("/", "") + "=evil.json", statistics)
assert done.returncode == 0, done.stderr
assert "<script" not in pathlib.Path("out.html").read_text()
