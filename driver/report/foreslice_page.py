"""The pages of a report: of one or several runs, and of what prefetching would bring."""

import os

from foreslice_advice import advice, limits, part, percent, seconds, size, way
from foreslice_estimate import reason
from foreslice_heat import maps
from foreslice_html import Html, bars, details, document, escape, pairs, section, table
from foreslice_source import Sources
from foreslice_traces import reads_of

try:
    import foreslice_plots as plots
except ImportError:
    plots = None  # matplotlib: the curves are left out

PARTS = ("reads, not prefetched", "hits that waited", "copies from the cache", "launches",
         "computation and all else", "not counted")  # fmt: skip
FATES = ("wasted", "on their way or not read at the end", "used")
NOT_COUNTED = "not counted"
# Each row: a title, whether counted reads are needed, the figure, and the words for the figure.
MAIN = (
    ("run time, slowest rank", False, lambda r: r.data["verdict"]["run_ns"], seconds),
    ("demand reads", True, lambda r: r.total["reads"], str),
    ("read", True, lambda r: r.total["read_bytes"], size),
    ("found their data ready", True, lambda r: part(
        r.total["ready_reads"] + r.total["system_reads"], r.total["reads"]), percent),
    ("time in demand reads, of run time", True, lambda r: r.share("demand_read_ns"), percent),
    ("a demand read, mean", True, lambda r: r.total["demand_read_mean_ns"], seconds),
    ("a demand read, 95th percentile", True, lambda r: r.total["demand_read_p95_ns"], seconds),
    ("a demand read, 99th percentile", True, lambda r: r.total["demand_read_p99_ns"], seconds),
    ("waited in hits, of run time", True, lambda r: r.share("hit_wait_ns"), percent),
    ("pages prefetched", False, lambda r: r.total["pages_prefetched"], str),
    ("of them wasted", False, lambda r: part(r.total["pages_wasted"], r.total["pages_prefetched"]), percent),
    ("slices launched", False, lambda r: r.run["launches"], str),
    ("ranks", False, lambda r: r.data["ranks"], str),
)  # fmt: skip


def heading(run, runs):
    return f"<h3>{escape(run.name)}</h3>\n" if len(runs) > 1 else ""


def spread(run, figure, text):
    """The figure of the median run, and how far those of its repeats go."""
    shown = escape(text(figure(run)))
    if len(run.repeats) < 2:
        return Html(shown)
    figures = [figure(repeat) for repeat in run.repeats]
    least, most = text(min(figures)), text(max(figures))
    return Html(shown if least == most else f'{shown} <span class="range">({escape(least)} to {escape(most)})</span>')


def main_cell(run, needs_reads, figure, text):
    if (needs_reads and not run.counted()) or (run.is_off() and figure(run) == 0):
        return Html(f'<span class="figures">{NOT_COUNTED}</span>')
    return spread(run, figure, text)


def identity(runs):
    """What was run, where and when."""
    def of(run, key):
        return run.identity.get(key) or ""

    rows = (
        ("program", lambda r: os.path.normpath(r.data["program"]) if r.data.get("program") else ""),
        ("arguments", lambda r: " ".join(of(r, "arguments")[1:]) if of(r, "arguments") else ""),
        ("run", way),
        ("host", lambda r: ", ".join(of(r, "hosts") or [])),
        ("started", lambda r: of(r, "started")),
        ("job", lambda r: of(r, "job")),
        ("ranks", lambda r: str(r.data["ranks"])),
        ("MPI", lambda r: of(r, "mpi")),
        ("Foreslice", lambda r: of(r, "version")),
        ("runs of it", lambda r: f"{len(r.repeats)}, the median is shown" if len(r.repeats) > 1 else ""),
    )  # fmt: skip
    shown = [(name, *values) for name, value in rows if any(values := [value(run) for run in runs])]
    return table(["", *(run.name for run in runs)], shown, "texts identity")


def waiting_gone(run, off):
    """The sentence that a report begins with; "" where nobody can tell. off: the same program without."""
    if not run.counted():
        return ""
    spent, bound = run.data["verdict"]["run_ns"], run.bound()
    without, about = run.data["verdict"]["without_prefetching_ns"], "about "
    if run.data["verdict"]["at_most"]:
        about = "at most about "
    if off is not None:
        without, about = off.data["verdict"]["run_ns"], ""
    figures = f"run time {seconds(spent)}; bound, without any waiting for reads, {seconds(bound)}"
    if without is None or without <= bound:
        return f"{figures}."
    figures += f"; without prefetching {about}{seconds(without)}" + (" (estimate)" if off is None else "")
    gone = (without - spent) / (without - bound)
    said = f"{about}{percent(gone)} of the waiting for reads is gone" if gone >= 0 else "There is more waiting than without"
    return f"{said[0].upper()}{said[1:]}: {figures}."


def change(runs):
    """Each run against the first."""
    first = runs[0].data["verdict"]["run_ns"]
    return "".join(
        f"<p>{escape(run.name)} took {percent(part(run.data['verdict']['run_ns'], first))} of the run "
        f"time of {escape(runs[0].name)}.</p>\n" for run in runs[1:] if first)  # fmt: skip


def parts_of(run):
    """Of run time of a rank on average, in ns."""
    if not run.counted():
        return [0, 0, 0, 0, 0, run.mean("run_ns")]
    wait, cached = run.mean("hit_wait_ns"), run.mean("cache_read_ns")
    known = [max(run.mean("demand_read_ns") - cached, 0), min(wait, cached), max(cached - wait, 0),
             run.mean("launch_ns")]  # fmt: skip
    return [*known, max(run.mean("run_ns") - sum(known), 0), 0]


def where_time_went(runs):
    rows = []
    for run in runs:
        without = run.data["verdict"]["without_prefetching_ns"]
        if without is not None:
            rest = parts_of(run)[4]
            rows.append((run.name + ", without (estimate)", [max(without - rest, 0), 0, 0, 0, min(rest, without), 0]))
        rows.append((run.name, parts_of(run)))
    return bars(rows, PARTS, seconds) + '<p class="legend">Mean of the ranks.</p>\n'


def fates(runs):
    rows = []
    for run in runs:
        if not run.total["pages_prefetched"]:
            continue
        used, wasted = run.total["pages_used"], run.total["pages_wasted"]
        rows.append((run.name, [wasted, max(run.total["pages_prefetched"] - used - wasted, 0), used]))
    return bars(rows, FATES, lambda pages: f"{pages} pages") if rows else ""


def by_file(run):
    files = sorted(run.data["files"], key=lambda f: -f["demand_read_ns"])[:100]
    return table(["file", "reads", "read", "found ready", "time in reads", "waited in hits", "a read, 95th percentile"],
                 [(f["path"], f["reads"], size(f.get("read_bytes", 0)), percent(part(f.get("ready_reads", 0) + f.get("system_reads", 0), f["reads"])),
                   seconds(f["demand_read_ns"]), seconds(f["hit_wait_ns"]), seconds(f.get("demand_read_p95_ns", 0)))
                  for f in files])  # fmt: skip


def by_dataset(run):
    sets = sorted(run.data["datasets"], key=lambda d: -max(d["read_bytes"], d["requested_bytes"]))
    return table(["dataset", "file", "reads", "read", "found ready", "slices asked", "for"],
                 [(d["name"], d["file"], d["reads"], size(d["read_bytes"]), percent(part(d["ready_reads"], d["reads"])),
                   d["requests"], size(d["requested_bytes"])) for d in sets])  # fmt: skip


def by_region(run, sources):
    columns = ("launches", "region_reads", "reads_posted", "slices_completed", "slices_cancelled")
    named = sources.region if sources else str
    return table(["region", "launches", "reads", "posted", "completed", "cancelled", "waited"],
                 [(named(r["name"]), *(r.get(c, 0) for c in columns), seconds(r.get("slice_wait_ns", 0)))
                  for r in run.data["regions"]])  # fmt: skip


def given_up(run):
    return pairs([(n["text"], f"({n['ranks']} rank{'' if n['ranks'] == 1 else 's'})") for n in run.data["notes"]])


def all_figures(run):
    keys = [(k, v) for group in (run.total, run.run) for k, v in group.items()
            if v and isinstance(v, int) and not isinstance(v, bool)]  # fmt: skip
    shown = [(k, seconds(v) if k.endswith("_ns") else size(v) if k.endswith("_bytes") else v)
             for k, v in keys]  # fmt: skip
    text = table(["counter, all ranks", ""], shown)
    text += table(["setting", ""], sorted(run.data["settings"].items()))
    return details(f"All figures of {run.name}", text)


def each(runs, text):
    """The texts of those runs that have one."""
    return "".join(heading(run, runs) + found for run in runs if (found := text(run)))


def optional(title, content):
    return section(title, content) if content else ""


def curves(runs):
    if plots is None:
        return '<p class="figures">The curves need matplotlib, which this Python does not have.</p>\n'
    text = section("Times of demand reads", plots.read_times(runs)) if any(r.counted() for r in runs) else ""
    return text + "".join(section(f"Over time: {run.name}", plots.over_time(run)) for run in runs if run.traces)


def heat_maps(runs):
    return "".join(section(f"{title}{' (' + run.name + ')' if len(runs) > 1 else ''}", text)
                   for run in runs if run.traces for title, text in maps(reads_of(run.traces)))  # fmt: skip


def page(runs, records=None):
    """records: of foreslice-dump, of the program that was run."""
    title = "Foreslice: " + ", ".join(run.name for run in runs)
    sources = Sources(records) if records else None
    off = next((run for run in runs if run.is_off()), None)
    gone = {id(run): waiting_gone(run, off) for run in runs}
    # What was gained comes first.
    verdicts = "".join(
        heading(run, runs) + (f'<p class="headline">{escape(said)}</p>\n' if (said := gone[id(run)]) else "")
        + f'<p class="verdict">{escape(run.data["verdict"]["text"])}.</p>\n'
        for run in sorted(runs, key=lambda run: not gone[id(run)]))  # fmt: skip
    limited = "".join(heading(run, runs) + pairs(limits(run)) for run in runs)
    tips = "".join(heading(run, runs) + (pairs(found) if (found := advice(run)) else
                   "<p>No rule has anything to say.</p>\n") for run in runs)  # fmt: skip
    body = [
        f"<h1>{escape(title)}</h1>\n{verdicts}{change(runs)}{identity(runs)}",
        section("Where the time went", where_time_went(runs)),
        table(["", *(run.name for run in runs)], [(name, *(main_cell(run, *rest) for run in runs)) for name, *rest in MAIN]),
        section("What limits now", limited),
        section("What to try next", tips),
        optional("By file", each(runs, lambda run: by_file(run) if run.data["files"] else "")),
        optional("By dataset", each(runs, lambda run: by_dataset(run) if run.data["datasets"] else "")),
        optional("By region", each(runs, lambda run: by_region(run, sources) if run.data["regions"] else "")),
        optional("Given up", each(runs, lambda run: given_up(run) if run.data["notes"] else "")),
        optional("Reads in the source", sources.page() if sources else ""),
        optional("What became of prefetched pages", fates(runs)),
        heat_maps(runs),
        curves(runs),
        section("All figures", "".join(all_figures(run) for run in runs)),
    ]
    return document(title, "".join(body))


def estimate_page(estimate, path):
    """What prefetching would bring, of an Estimate."""
    title = f"Foreslice: what prefetching would bring to {path}"
    total, files, sites = estimate.total, estimate.files, estimate.sites
    busiest = sorted(files, key=lambda name: -files[name]["waiting"])
    # Programs also read what tells of the machine, such as /proc.
    shown = [name for name in busiest[:100] if part(files[name]["waiting"], total["waiting"]) >= 0.01] or busiest[:10]
    more = len(files) - len(shown)
    others = f"<p>{more} more file{'s' if more > 1 else ''}, with less of the waiting.</p>\n" if more else ""
    rows = [(name, files[name]["reads"], size(files[name]["bytes"]), seconds(files[name]["waiting"]),
             seconds(files[name]["one_by_one"]), seconds(files[name]["at_all"]), seconds(files[name]["by_signature"]), reason(files[name]))
            for name in shown]  # fmt: skip
    places = [(site, of["reads"], size(of["bytes"]), seconds(of["waiting"]), seconds(of["at_all"]))
              for site, of in sorted(sites.items(), key=lambda item: -item[1]["waiting"])[:50]
              if site != "-" and part(of["waiting"], total["waiting"]) >= 0.01]  # fmt: skip
    verdict = (f"Its threads wait {seconds(total['waiting'])} for reads, {percent(part(total['waiting'], estimate.span * estimate.threads))} "
               f"of the time from their first read to their last. {percent(part(total['at_all'], total['waiting']))} of the waiting would go "
               f"if all reads were known ahead and the storage served 32 fetches at once, {percent(part(total['one_by_one'], total['waiting']))} "
               f"if it served one after the other, and {percent(part(total['by_signature'], total['waiting']))} by a signature.")  # fmt: skip
    body = [
        f'<h1>{escape(title)}</h1>\n<p class="verdict">{escape(verdict)}</p>\n',
        table(["", "the run"], [(name, text) for name, text in estimate.identity if text], "texts identity"),
        section("By file", table(["file", "reads", "read", "waiting", "would go, one by one", "32 at once", "by signature", "what stays"], rows, "reasons") + others),
        optional("By place in the program", table(["place", "reads", "read", "waiting", "would go, 32 at once"], places) if places else ""),
        *(section(title, text) for title, text in maps(estimate.seen, "rank" if estimate.has_ranks else "process")),
        section("How this was found", "<p>The times between reads are taken to stay as they were, and a fetch to take the time "
                "that the read took. How many fetches the storage serves at once, no trace says. By a signature, 32 are under "
                "way at once. Reads that took no longer than from memory count as no waiting.</p>\n"),
    ]  # fmt: skip
    return document(title, "".join(body))
