"""What prefetching would bring to a program, from one trace of its accesses or a log of Darshan.

Each thread of the trace is played again: the times between its reads stay as they were, and each read that
prefetching knows of is fetched, before the thread comes to it, in the time that the read took. How many fetches
the storage serves at once, no trace says: one and 32 are the bounds. Reads that came from memory are no waiting,
and stay.
"""

import collections
import csv
import datetime
import glob
import heapq
import io
import os
import struct
import subprocess

from foreslice_heat import Seen
from foreslice_runs import Refused

# As the run time judges a read: Worth.cpp.
FAST_NS, FAST_NS_PER_64K = 10_000, 30_000
DEPTH = 32

Read = collections.namedtuple("Read", "start ns bytes expected file offset site", defaults=(None, "-"))


def is_fast(read):
    return read.ns <= FAST_NS + FAST_NS_PER_64K * read.bytes / 65536


def of_traces(command, path):
    """The reads of each thread, in order."""
    done = subprocess.run([command, "--accesses", path], capture_output=True, text=True)
    if done.returncode:
        raise Refused(done.stderr.strip().removeprefix("foreslice-signature: error: "))
    threads, modules = collections.defaultdict(list), set()
    for row in csv.DictReader(io.StringIO(done.stdout), dialect="excel-tab", quoting=csv.QUOTE_NONE):
        if row["operation"] == "read":
            threads[int(row["rank"]), int(row["process"]), int(row["thread"])].append(
                Read(int(row["start_ns"]), int(row["ns"]), int(row["result"]), row["expected"] == "1", row["file"],
                     int(row["offset"]), row["site"]))  # fmt: skip
            modules.add(row["site"].rpartition("+")[0])
    return dict(threads), identity_of_traces(path, modules)


def time_of_day(seconds):
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def identity_of_traces(path, modules):
    """Of the names of the files, PROGRAM.HOST.PROCESS.accesses, and of their headers: docs/access-trace.md."""
    programs, hosts, began, ranks, files = set(), set(), [], 0, sorted(glob.glob(os.path.join(path, "*.accesses"))) or [path]
    for file in files:
        with open(file, "rb") as trace:
            header = trace.read(40)
        if len(header) == 40:
            ranks = max(ranks, *struct.unpack_from("<I", header, 20))
            began += struct.unpack_from("<Q", header, 32)
        name = os.path.basename(file).removesuffix(".accesses").rpartition(".")[0]
        # Either has dots: the program is one of the modules that read, where it reads by itself.
        program = next((module for module in modules if module and name.startswith(module + ".")), name.partition(".")[0])
        programs.add(program)
        hosts.add(name.removeprefix(program).removeprefix("."))
    return [("program", ", ".join(sorted(programs))), ("host", ", ".join(sorted(hosts))),
            ("started", time_of_day(min(began) / 1e9) if began and min(began) else ""),
            ("ranks" if ranks else "processes", str(ranks or len(files)))]  # fmt: skip


def of_darshan(path):
    """The same of a log with DXT; what would be expected is not known there, but for even strides."""
    try:
        import darshan
    except ImportError:
        raise Refused("Python has no module darshan; 'pip install darshan' installs it") from None
    try:
        report = darshan.DarshanReport(path, read_all=False)
        module = next((m for m in ("DXT_MPIIO", "DXT_POSIX") if m in report.modules), None)
        if module:
            report.mod_read_all_dxt_records(module)
    except Exception as error:  # of PyDarshan, which documents none
        raise Refused(f"'{path}' cannot be read: {' '.join(str(error).split())}") from None
    if not module:
        raise Refused(f"'{path}' has no single accesses: set DXT_ENABLE_IO_TRACE=1 for the run that Darshan watches")
    threads = collections.defaultdict(list)
    for record in report.records[module].to_df(attach=None):
        rank, file = int(record["rank"]), report.name_records[record["id"]]
        before = []
        for segment in record["read_segments"].to_dict("records"):
            offset, length = int(segment["offset"]), int(segment["length"])
            before.append((offset, length))
            last = before[-4:]
            steps = {b[0] - a[0] for a, b in zip(last, last[1:])}
            even = len(last) == 4 and len(steps) == 1 and len({size for _, size in last}) == 1
            start = round(segment["start_time"] * 1e9)
            threads[rank, 0, 0].append(Read(start, round(segment["end_time"] * 1e9) - start, length, even, file, offset))
    return {key: sorted(reads) for key, reads in threads.items()}, identity_of_log(report.metadata)


def identity_of_log(metadata):
    job = metadata.get("job", {})
    return [("program", metadata.get("exe", "")), ("started", time_of_day(job["start_time_sec"]) if "start_time_sec" in job else ""),
            ("job", str(job.get("jobid", ""))), ("ranks", str(job.get("nprocs", "")))]  # fmt: skip


def play(reads, known, depth=DEPTH):
    """How long the thread waits for each of its reads if those that known says are fetched ahead, so many at once."""
    free = [0.0] * depth
    ready = {}
    for number, read in enumerate(reads):
        if known(number, read):
            begin = heapq.heappop(free)
            ready[number] = begin + read.ns
            heapq.heappush(free, ready[number])
    # Fetching begins with the first read.
    clock, waits, end = 0.0, [], None
    for number, read in enumerate(reads):
        if end is not None:
            clock += max(read.start - end, 0)
        wait = read.ns
        if number in ready:
            wait = min(read.ns, max(ready[number] - clock, min(read.ns, FAST_NS)))
        clock += wait
        waits.append(wait)
        end = read.start + read.ns
    return waits


def seen(threads):
    """The reads, for maps: of a rank, or of a process without one."""
    return [Seen(rank if rank >= 0 else process, read.start / 1e9, (read.start + read.ns) / 1e9, not is_fast(read),
                 read.offset, read.bytes, read.file)
            for (rank, process, _), reads in threads.items() for read in reads]  # fmt: skip


class Estimate:
    """Sums over threads, in ns."""

    def __init__(self, threads, identity):
        self.identity = identity
        self.seen = seen(threads)
        self.has_ranks = all(rank >= 0 for rank, _, _ in threads)
        self.files = collections.defaultdict(lambda: collections.Counter())
        self.sites = collections.defaultdict(lambda: collections.Counter())
        self.waiting = self.span = self.ranks = 0
        for (rank, _, _), reads in threads.items():
            slow = lambda number, read: number > 0 and not is_fast(read)
            at_all = play(reads, slow)
            one_by_one = play(reads, slow, 1)
            by_signature = play(reads, lambda number, read: slow(number, read) and read.expected)
            self.span = max(self.span, reads[-1].start + reads[-1].ns - reads[0].start)
            for number, read in enumerate(reads):
                of = self.files[read.file]
                of["reads"] += 1
                of["bytes"] += read.bytes
                site = self.sites[read.site]
                site["reads"] += 1
                site["bytes"] += read.bytes
                if is_fast(read):
                    of["in_memory"] += 1
                    continue
                of["waiting"] += read.ns
                site["waiting"] += read.ns
                site["at_all"] += read.ns - at_all[number]
                of["at_all"] += read.ns - at_all[number]
                of["one_by_one"] += read.ns - one_by_one[number]
                of["by_signature"] += read.ns - by_signature[number]
                of["irregular"] += 0 if read.expected else read.ns
        self.total = sum(self.files.values(), collections.Counter())
        self.threads = len(threads)


def reason(of):
    """Why the waiting for a file would not go."""
    if not of["waiting"]:
        return "all reads came from memory"
    if of["one_by_one"] < of["waiting"] / 2:
        return "there is little computation to fetch behind: only fetches at once help"
    if of["irregular"] > of["waiting"] / 2:
        return "most reads follow no pattern: a slice may know them (-fprefetch-slice)"
    return "the first reads, from which the pattern is learnt" if of["by_signature"] < of["at_all"] else ""


def estimate(command, path):
    if not os.path.exists(path):
        raise Refused(f"{path}: No such file or directory")
    threads, identity = of_darshan(path) if os.path.isfile(path) and path.endswith(".darshan") else of_traces(command, path)
    if not threads:
        raise Refused(f"{path}: there is no read in it")
    return Estimate(threads, identity)
