"""What limits a run now, and what to try next: rules on its counters, each with its figures."""

import os
import re

NOTICED = 0.05  # of run time
FAILURES = {
    "slice_faults": "a fault of their own",
    "slices_endless": "a second of CPU time without a request",
    "slices_out_of_memory": "more private memory than 16 MiB",
    "slices_unknown_handle": "a handle that the run time does not know",
    "slices_channel_full": "too many forwarded values",
    "slices_diverged": "another path than the program's",
    "slices_overtaken": "data that came behind the program",
}


def percent(share):
    return f"{100 * share:.0f} %" if share >= 0.01 or share == 0 else "less than 1 %"


def seconds(ns):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.0f} ns"


def size(count):
    for unit in ("B", "KiB", "MiB", "GiB"):
        if count < 1024:
            return f"{count:.4g} {unit}"
        count /= 1024
    return f"{count:.4g} TiB"


def part(some, of):
    return some / of if of else 0


def is_script(run):
    """Whether an interpreter ran it: nobody compiles that again."""
    called = (run.identity.get("arguments") or [""])[0] or run.data.get("program", "")
    return bool(re.fullmatch(r"(python|perl|ruby|julia|node|Rscript|R|java|bash|sh|octave|matlab)[\d.]*",
                             os.path.basename(called)))  # fmt: skip


def way(run):
    """How the program was run."""
    hints = ", with hints" if run.run.get("hints") else ""
    if run.is_off():
        return "with prefetching off (FORESLICE_DISABLE=1)"
    if run.has_regions:
        return "compiled with -fprefetch-slice" + hints
    if run.has_regions is None:
        return "not told"
    if run.identity.get("beside"):
        return "foreslice-run, read ahead from beside the program" + hints
    return "foreslice-run or preloaded, read ahead in the process" + hints


def limits(run):
    """Where the time of a rank goes: pairs of a heading and its figures."""
    if not run.total["reads"]:
        return [("not known", "no read was counted")]
    plain = run.mean("demand_read_ns") - run.mean("cache_read_ns")
    of = max(run.mean("run_ns"), 1)
    candidates = [
        (plain / of, "reads that were not prefetched",
         f"{run.total['reads'] - run.found} of {run.total['reads']} reads took "
         f"{seconds(plain)} of each rank's {seconds(of)}"),
        (run.share("hit_wait_ns"), "storage: hits wait for pages on their way",
         f"{seconds(run.mean('hit_wait_ns'))} of each rank's {seconds(of)}"),
        (run.share("overrun_ns"), "processor time: the threads that prefetch need a core",
         f"they may have kept each main thread off its core for up to "
         f"{seconds(run.mean('overrun_ns'))} of {seconds(of)}"),
    ]  # fmt: skip
    found = [(head, f"{text} ({percent(share)})") for share, head, text in
             sorted(candidates, reverse=True) if share >= NOTICED]  # fmt: skip
    rest = 1 - run.share("demand_read_ns")
    if not found:
        found = [("the program's own work",
                  f"{percent(rest)} of run time is outside of reads: little is left to gain by "
                  "prefetching")]  # fmt: skip
    elif rest >= 0.5:
        found.append(("what is outside of reads",
                      f"computation, messages, opens and closes took {percent(rest)} of run time"))  # fmt: skip
    return found


def advice(run):
    """Pairs of what to try and the figures that it rests on."""
    return [tip for rule in RULES for tip in rule(run)]


def not_launched(run):
    if run.is_off() and not run.run["launches"]:
        yield "Run without FORESLICE_DISABLE=1.", "FORESLICE_DISABLE is 1"
    elif run.has_regions is False:
        if not run.total["reads"] and run.data["notes"]:
            yield ("Compile with -fprefetch-slice, or, where the program reads by MPI-IO, use foreslice-run --all-ranks: "
                   "what was given up below cannot be read ahead from beside the program.",
                   f"0 reads looked at, {len(run.data['notes'])} given up")  # fmt: skip
        elif not run.total["reads"]:
            yield "Nothing: the program's reads took no longer than from memory.", "0 reads looked at"
        elif not run.total["pages_prefetched"]:
            more = ("or have the script disclose its reads (foreslice_hints, foreslice-hint)" if is_script(run)
                    else "or compile with -fprefetch-slice")  # fmt: skip
            yield ("Give a signature of an earlier run (foreslice-run --trace, then foreslice-signature), "
                   f"{more}: the reads follow no pattern.",
                   f"{run.total['reads']} reads, 0 pages prefetched")  # fmt: skip
    elif not run.run["launches"]:
        yield ("Compile with -fprefetch-slice -Rpass-missed=prefetch-slice: the remarks say what "
               "was not sliced, and why.", "0 launches")  # fmt: skip


def learning(run):
    """Patterns are learnt from the first reads, which wait."""
    if run.has_regions is not False or not run.total["pages_prefetched"]:
        return
    share = part(run.waiting(), run.mean("run_ns"))
    late = run.total["reads"] - run.found
    if share < NOTICED or part(late, run.total["reads"]) < 0.25:
        return
    other = ("hints of the script (foreslice_hints)" if is_script(run) else "-fprefetch-slice")  # fmt: skip
    yield ("Use a signature of this run for the next one (foreslice-run --trace --learn, then --signature=FILE), "
           f"or {other}: the first reads of each file wait until they show a pattern.",
           f"{late} of {run.total['reads']} reads came before what they read was known")  # fmt: skip


def in_memory(run):
    resident, prefetched = run.total["pages_resident"], run.total["pages_prefetched"]
    # Of files that are not cached nobody knows where the data were.
    idle = run.run["slices_not_needed"] if run.run["region_reads"] else 0
    if idle or resident > prefetched:
        yield ("Nothing: the operating system has the data in memory. Measure with cold caches if "
               "that is not how the program will run.",
               f"{idle} of {run.run['launches']} launches not needed, "
               f"{resident} pages left to the system, {prefetched} prefetched")  # fmt: skip


def failures(run):
    for key, cause in FAILURES.items():
        if run.run[key]:
            where = [r["name"] for r in run.data["regions"] if r.get(key)]
            yield (f"See with -Rpass-analysis=prefetch-slice what the slice of "
                   f"{', '.join(where) or 'the region'} does: slices ended by {cause}.",
                   f"{run.run[key]} of {run.run['launches']} launches")  # fmt: skip


def outside(run):
    missed = run.total["reads"] - run.run["region_reads"]
    if run.run["launches"] and part(missed, run.total["reads"]) >= NOTICED:
        yield ("Compile with -Rpass-missed=prefetch-slice: reads are made where no region was "
               "launched.", f"{missed} of {run.total['reads']} reads")  # fmt: skip


def behind(run):
    if part(run.total["requests_skipped"], run.run["reads_posted"]) >= NOTICED:
        yield ("The slice is behind the program: look with -Rpass-analysis=prefetch-slice at what it "
               "computes and waits for.",
               f"{run.total['requests_skipped']} requests skipped, {run.run['reads_posted']} reads "
               "posted")  # fmt: skip
    wait = part(run.run["slice_wait_ns"], run.run["slice_ns"])
    # A slice of what comes first may wait to the end, and have nothing to do.
    if wait >= 0.5 and run.run["slice_waits"] and part(run.waiting(), run.mean("run_ns")) >= NOTICED:
        yield ("Values that the slice waits for (input, messages, handles) hold it up: have them "
               "earlier in the program.",
               f"{run.run['slice_waits']} waits took {seconds(run.run['slice_wait_ns'])} of "
               f"{seconds(run.run['slice_ns'])} that slices ran")  # fmt: skip


def storage(run):
    if run.share("hit_wait_ns") < NOTICED:
        return
    reads = max(run.total["storage_reads"], 1)
    each = run.total["storage_read_ns"] / max(run.total["storage_reads_timed"], 1)
    deep = part(each * reads, run.run["run_ns"])
    figures = (f"hits waited {percent(run.share('hit_wait_ns'))} of run time; {reads} storage reads of "
               f"{size(run.total['storage_bytes'] / reads)} took {seconds(each)} each, {deep:.2g} in "
               "flight on average")  # fmt: skip
    depth = run.setting("FORESLICE_IO_DEPTH")
    if deep < 1:
        yield ("Pages are asked for late, not too few at once: have what decides about reads earlier in the program. "
               "Where a read decides about the next one, nobody can ask sooner.", figures)  # fmt: skip
        return
    yield (f"Try FORESLICE_IO_DEPTH above {depth or '32'}, and FORESLICE_PAGE_SIZE=256K where reads are "
           "contiguous. If neither helps, storage is at its limit.", figures)  # fmt: skip


def cache(run):
    wasted, prefetched = run.total["pages_wasted"], run.total["pages_prefetched"]
    again, limit = run.total["pages_refetched"], run.setting("FORESLICE_CACHE_SIZE") or "64M"
    if part(wasted, prefetched) < 0.1 and part(again, prefetched) < 0.1:
        return
    figures = f"{wasted} of {prefetched} prefetched pages went unused, {again} were fetched again"
    # What was ever fetched fits, so nothing had to go to make room.
    if run.has_regions is False:
        return  # Who runs the program as it is cannot open files less often.
    if not again and run.total["storage_bytes"] <= run.setting_bytes("FORESLICE_CACHE_SIZE", 64 << 20):
        yield ("Open a file once, not again and again, and sync or write it less often: each time "
               "pages are dropped, prefetched ones too.",
               f"{figures}, with room for all; {run.total['invalidations']} were dropped at opens, "
               "closes, syncs and writes")  # fmt: skip
    else:
        yield f"Try a larger FORESLICE_CACHE_SIZE (now {limit} a process).", figures


def page_size(run):
    fetched, read = run.total["storage_bytes"], run.total["read_bytes"]
    if read and fetched > 1.5 * read:
        yield (f"Try a smaller FORESLICE_PAGE_SIZE (now {run.setting('FORESLICE_PAGE_SIZE') or '64K'}): "
               "much of each page is not read.",
               f"{size(fetched)} fetched for {size(read)} read")  # fmt: skip


def collective(run):
    plain = run.total["collective_plain_reads"]
    if part(plain, run.total["reads"]) >= NOTICED:
        yield ("Collective reads went to the MPI library, as not all ranks had their pages: where "
               "ranks read apart from each other, independent reads gain more.",
               f"{plain} of {run.total['reads']} reads")  # fmt: skip


def overrun(run):
    if run.share("overrun_ns") >= NOTICED:
        yield ("Leave a core of each node to the threads that prefetch, or run fewer ranks on it.",
               f"up to {percent(run.share('overrun_ns'))} of run time; the threads took "
               f"{seconds(run.run['helper_cpu_ns'])} of processor time")  # fmt: skip


RULES = (not_launched, learning, in_memory, failures, outside, behind, storage, cache, page_size, collective,
         overrun)  # fmt: skip
