"""Traces of ranks: put into one file, and the curves of their counters."""

import json
import os
import re

from foreslice_heat import Seen
from foreslice_runs import Refused, read_json

CURVES = ("reads in flight", "pages prefetched and unread", "low threshold", "high threshold",
          "requests parked")  # fmt: skip


def load_traces(folder, others=""):
    """Those of a folder, by rank; others: of how the names of other processes' files go on."""
    try:
        files = [f for f in os.listdir(folder) if re.fullmatch(rf"rank-\d+\.json{others}", f)]
    except OSError as error:
        raise Refused(f"{folder}: {error.strerror}")
    if not files:
        raise Refused(f"{folder}: has no rank-N.json: FORESLICE_TRACE={folder} in the environment "
                      "of a program makes them")  # fmt: skip
    files.sort(key=lambda f: [int(number) for number in re.findall(r"\d+", f)])
    return [of_process(load_trace(os.path.join(folder, file)), file) for file in files]


def of_process(trace, file):
    """Events have the rank for a process: those of rank-N.json.PID get the PID."""
    found = re.fullmatch(r".*\.json\.(\d+)", file)
    for event in trace["traceEvents"] if found else ():
        if isinstance(event, dict):
            event["pid"] = int(found[1])
            if event.get("name") == "process_name" and isinstance(event.get("args"), dict):
                event["args"]["name"] = f"{event['args'].get('name')} (process {found[1]})"
    return trace


def load_trace(path):
    data = read_json(path)
    events = data.get("traceEvents") if isinstance(data, dict) else None
    other = data.get("otherData") if isinstance(data, dict) else None
    if not isinstance(other, dict) or other.get("foreslice_trace") != 1 or not isinstance(events, list):
        raise Refused(f"{path}: is no trace of a rank")
    return data


def merge_traces(folder):
    traces = load_traces(folder, others=r"(\.\d+)?")
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


def reads_of(traces):
    """The program's reads, for maps."""
    found = []
    for number, trace in enumerate(traces):
        rank = trace["otherData"].get("rank")
        for event in trace["traceEvents"]:
            if not isinstance(event, dict) or event.get("ph") != "X" or not str(event.get("name")).startswith("read, "):
                continue
            about = event.get("args") if isinstance(event.get("args"), dict) else {}
            begin, length, offset = event.get("ts"), event.get("dur"), about.get("offset")
            if is_number(begin) and is_number(length) and is_number(about.get("bytes", 0)):
                found.append(Seen(rank if is_number(rank) else number, begin / 1e6, (begin + length) / 1e6,
                                  event["name"] != "read, ready", offset if is_number(offset) else None,
                                  about.get("bytes", 0), str(about.get("of"))))  # fmt: skip
    return found


def begin_of(traces):
    times = [event["ts"] for trace in traces for event in trace["traceEvents"]
             if isinstance(event, dict) and is_number(event.get("ts"))]  # fmt: skip
    return min(times, default=0)
