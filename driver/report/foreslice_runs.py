"""Statistics files: what is in them, checked before anything else looks at it."""

import json
import os
import re

VERSION = 1
MOST_BUCKET = 160
FIGURES = {
    "total": ["reads", "read_bytes", "demand_read_ns", "cache_reads", "cache_read_ns",
              "system_reads", "ready_reads", "hit_wait_ns", "misses", "pages_prefetched", "pages_used",
              "pages_wasted", "pages_refetched", "pages_resident", "requests_skipped",
              "storage_reads", "storage_bytes", "storage_reads_timed", "storage_read_ns",
              "invalidations", "collective_plain_reads", "dependent_reads", "dependent_read_ns",
              "demand_read_mean_ns", "demand_read_p50_ns", "demand_read_p95_ns", "demand_read_p99_ns"],
    "run": ["run_ns", "launch_ns", "helper_cpu_ns", "overrun_ns", "launches", "region_reads",
            "reads_posted", "slice_ns", "slice_waits", "slice_wait_ns", "slices_not_needed",
            "slices_turned_off", "slices_completed", "slices_cancelled", "slice_faults",
            "slices_endless", "slices_out_of_memory", "slices_unknown_handle",
            "slices_channel_full", "slices_diverged", "slices_overtaken"],
}  # fmt: skip


class Refused(Exception):
    """What the user gave cannot be used, and why."""


class Run:
    def __init__(self, name, data):
        self.name = name
        self.data = data
        self.total, self.run = data["total"], data["run"]
        self.ranks = max(data["ranks"], 1)
        self.has_regions = data.get("has_regions")  # None: not told
        self.traces = []
        self.repeats = [self]  # all runs of this name
        self.identity = data.get("identity") or {}
        # Reads that found something of what was prefetched.
        self.found = self.total["cache_reads"] + self.total["system_reads"]

    def mean(self, key):
        """Of a rank, in ns."""
        return (self.total.get(key) or self.run.get(key) or 0) / self.ranks

    def share(self, key):
        """Of run time, all ranks."""
        return self.mean(key) / max(self.mean("run_ns"), 1)

    def setting(self, name):
        return self.data["settings"].get(name, "")

    def setting_bytes(self, name, default):
        """Of 64M and such."""
        found = re.fullmatch(r"(\d+)([KMGT]?)", self.setting(name))
        return int(found[1]) << (10 * " KMGT".index(found[2] or " ")) if found else default


    def counted(self):
        """Whether its reads were counted at all."""
        return self.total["reads"] > 0

    def is_off(self):
        return self.setting("FORESLICE_DISABLE") == "1"

    def waiting(self):
        """Time that a rank waits for reads, in ns."""
        wait, cached = self.mean("hit_wait_ns"), self.mean("cache_read_ns")
        return max(self.mean("demand_read_ns") - cached, 0) + min(wait, cached)

    def bound(self):
        """The run time if no read waited, in ns."""
        return max(self.data["verdict"]["run_ns"] - self.waiting(), 0)


def with_repeats(runs):
    """One run for each name: the one of median run time, which has all."""
    by_name = {}
    for run in runs:
        by_name.setdefault(run.name, []).append(run)
    kept = []
    for repeats in by_name.values():
        repeats.sort(key=lambda run: run.data["verdict"]["run_ns"])
        median = repeats[(len(repeats) - 1) // 2]
        median.repeats = repeats
        kept.append(median)
    return kept


def split_name(argument):
    """NAME=FILE, or a file that exists."""
    name, equals, path = argument.partition("=")
    if equals and name and not os.path.exists(argument):
        return name, path
    return None, argument


def read_json(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}")
    except (ValueError, RecursionError) as error:
        raise Refused(f"{path}: is no JSON: {error}")


def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 64


def check(path, good, what):
    if not good:
        raise Refused(f"{path}: is no statistics of a run ({what}): FORESLICE_STATS={path} in "
                      "the environment of a program makes them")  # fmt: skip


def check_list(path, data, key, fields):
    """A list of objects, each with these fields of these types."""
    entries = data.get(key)
    check(path, isinstance(entries, list), f"'{key}' is no list")
    for entry in entries:
        good = isinstance(entry, dict) and all(isinstance(entry.get(f), t) for f, t in fields)
        check(path, good, f"'{key}' has another form")
        for value in entry.values():
            check(path, not isinstance(value, (int, float)) or isinstance(value, bool)
                  or is_count(value), f"'{key}' has figures that are no counts")  # fmt: skip


def check_identity(path, identity):
    good = isinstance(identity, dict) and all(
        all(isinstance(text, str) for text in value) if isinstance(value, list) else isinstance(value, (str, bool))
        for value in identity.values())  # fmt: skip
    check(path, good, "'identity' has another form")


def load_run(name, path):
    data = read_json(path)
    check(path, isinstance(data, dict) and "foreslice_statistics" in data,
          "'foreslice_statistics' is missing")  # fmt: skip
    if data["foreslice_statistics"] != VERSION:
        raise Refused(f"{path}: has version {json.dumps(data['foreslice_statistics'])[:40]} of the "
                      f"statistics; this command knows {VERSION}")  # fmt: skip
    for group, keys in FIGURES.items():
        check(path, isinstance(data.get(group), dict), f"'{group}' is missing")
        for key in keys:
            check(path, is_count(data[group].get(key)), f"'{group}.{key}' is no count")
        for key, value in data[group].items():
            known = isinstance(value, (list, bool)) or is_count(value)
            check(path, known, f"'{group}.{key}' is no count")
    check(path, is_count(data.get("ranks")), "'ranks' is no count")
    settings = data.get("settings")
    check(path, isinstance(settings, dict) and all(isinstance(v, str) for v in settings.values()),
          "'settings' are no texts")  # fmt: skip
    verdict = data.get("verdict")
    check(path, isinstance(verdict, dict) and isinstance(verdict.get("text"), str)
          and is_count(verdict.get("run_ns"))
          and (verdict.get("without_prefetching_ns") is None
               or is_count(verdict["without_prefetching_ns"])), "'verdict' has another form")  # fmt: skip
    histogram = data["total"].get("demand_read_histogram")
    check(path, isinstance(histogram, list) and all(
        isinstance(pair, list) and len(pair) == 2 and all(map(is_count, pair))
        and pair[0] < MOST_BUCKET for pair in histogram), "the histogram has another form")  # fmt: skip
    check_list(path, data, "files", [("path", str), ("reads", int), ("cache_reads", int),
                                     ("demand_read_ns", int), ("hit_wait_ns", int)])  # fmt: skip
    check_list(path, data, "regions", [("name", str)])
    data.setdefault("datasets", [])  # of runs before they were counted
    check_list(path, data, "datasets", [("name", str), ("file", str), *((key, int) for key in (
        "requests", "requested_bytes", "reads", "read_bytes", "ready_reads"))])  # fmt: skip
    check_identity(path, data.get("identity", {}))
    check_list(path, data, "notes", [("text", str), ("ranks", int)])
    return Run(name, data)
