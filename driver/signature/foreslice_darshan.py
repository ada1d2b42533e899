"""Prints what a log of Darshan says of accesses as JSON, for foreslice-signature --darshan.

With DXT in the log: the accesses of each rank to each file. Without: the counters of each file. The
MPI-IO layer is taken for files that are accessed by MPI-IO, else POSIX. What keeps the log from being
read is {"error": text}.
"""

import json
import os
import sys

COUNTERS = {
    "read": {"accesses": "READS", "bytes": "BYTES_READ", "end": "MAX_BYTE_READ", "in_row": "CONSEC_READS"},
    "write": {"accesses": "WRITES", "bytes": "BYTES_WRITTEN", "end": "MAX_BYTE_WRITTEN", "in_row": "CONSEC_WRITES"},
}
# Of reads and writes together.
COMMON = {"stride": "STRIDE1_STRIDE", "strides": "STRIDE1_COUNT", "size": "ACCESS1_ACCESS", "sizes": "ACCESS1_COUNT"}


def program_of(metadata):
    words = metadata["exe"].split()
    return os.path.basename(words[0]) if words else ""


def accesses(report, module):
    """(file, rank, operation) and the accesses as [offset, length, start in ns]."""
    if module not in report.modules:
        return {}
    report.mod_read_all_dxt_records(module)
    found = {}
    for record in report.records[module].to_df(attach=None):
        file = report.name_records[record["id"]]
        for operation in ("read", "write"):
            for segment in record[operation + "_segments"].to_dict("records"):
                found.setdefault((file, int(record["rank"]), operation), []).append(
                    [int(segment["offset"]), int(segment["length"]), round(segment["start_time"] * 1e9)])
    return {key: sorted(value, key=lambda access: access[2]) for key, value in found.items()}


def counters(report):
    if "POSIX" not in report.modules:
        return
    report.mod_read_all_records("POSIX")
    for record in report.records["POSIX"].to_df(attach=["id", "rank"])["counters"].to_dict("records"):
        for operation, names in COUNTERS.items():
            values = {key: int(record["POSIX_" + name]) for key, name in {**names, **COMMON}.items()}
            if values["accesses"] > 0:
                yield {"file": report.name_records[record["id"]], "rank": int(record["rank"]),
                       "operation": operation, **values}


def read(path):
    import darshan

    # The library of Darshan prints its errors itself.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    report = darshan.DarshanReport(path, read_all=False)
    found, by_mpi = accesses(report, "DXT_POSIX"), accesses(report, "DXT_MPIIO")
    files = {file for file, rank, operation in by_mpi}
    found = {**{key: value for key, value in found.items() if key[0] not in files}, **by_mpi}
    return {"program": program_of(report.metadata), "ranks": int(report.metadata["job"]["nprocs"]),
            "streams": [{"file": file, "rank": rank, "operation": operation, "accesses": value}
                        for (file, rank, operation), value in found.items()],
            "counters": [] if found else list(counters(report))}


try:
    result = read(sys.argv[1])
except ImportError:
    result = {"error": "Python has no module darshan; 'pip install darshan' installs it"}
except Exception as error:  # of PyDarshan, which documents none
    result = {"error": "'%s' cannot be read: %s" % (sys.argv[1], " ".join(str(error).split()))}
json.dump(result, sys.stdout)
