"""Traces of ranks: put into one file, and the curves of their counters."""

import json
import os
import re

from foreslice_runs import Refused, read_json

CURVES = ("reads in flight", "pages prefetched and unread", "low threshold", "high threshold",
          "requests parked")  # fmt: skip


def load_traces(folder):
    """Those of a folder, by rank."""
    try:
        files = [f for f in os.listdir(folder) if re.fullmatch(r"rank-\d+\.json", f)]
    except OSError as error:
        raise Refused(f"{folder}: {error.strerror}")
    if not files:
        raise Refused(f"{folder}: has no rank-N.json: FORESLICE_TRACE={folder} in the environment "
                      "of a program makes them")  # fmt: skip
    files.sort(key=lambda f: int(f[5:-5]))
    return [load_trace(os.path.join(folder, file)) for file in files]


def load_trace(path):
    data = read_json(path)
    events = data.get("traceEvents") if isinstance(data, dict) else None
    other = data.get("otherData") if isinstance(data, dict) else None
    if not isinstance(other, dict) or other.get("foreslice_trace") != 1 or not isinstance(events, list):
        raise Refused(f"{path}: is no trace of a rank")
    return data


def merge_traces(folder):
    traces = load_traces(folder)
    events = [event for trace in traces for event in trace["traceEvents"]]
    lost = sum(trace["otherData"].get("lost_events", 0) for trace in traces)
    return json.dumps({"displayTimeUnit": "ms", "otherData": {"lost_events": lost},
                       "traceEvents": events})  # fmt: skip


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def curves(trace, begin):
    """By counter: times in s since begin (us), and values."""
    found = {name: ([], []) for name in CURVES}
    for event in trace["traceEvents"]:
        if not isinstance(event, dict) or event.get("ph") != "C" or event.get("name") not in found:
            continue
        values = event.get("args")
        value = next(iter(values.values()), None) if isinstance(values, dict) else None
        if is_number(event.get("ts")) and is_number(value):
            times, levels = found[event["name"]]
            times.append((event["ts"] - begin) / 1e6)
            levels.append(value)
    return found


def begin_of(traces):
    times = [event["ts"] for trace in traces for event in trace["traceEvents"]
             if isinstance(event, dict) and is_number(event.get("ts"))]  # fmt: skip
    return min(times, default=0)
