"""The page of a report: one file of HTML that refers to no other."""

from html import escape

import foreslice_plots as plots
from foreslice_advice import advice, limits, part, percent, seconds, size
from foreslice_estimate import reason

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem;
       color: #222; background: #fff }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem } svg { max-width: 100%; height: auto }
table { border-collapse: collapse; font-size: 0.9rem } .wide { overflow-x: auto }
th, td { padding: 0.2rem 0.7rem; border-bottom: 1px solid #ddd; text-align: right }
th:first-child, td:first-child { text-align: left; overflow-wrap: anywhere }
.verdict { font-size: 1.05rem } .figures { color: #666; font-size: 0.9rem } summary { cursor: pointer }
"""
MAIN = (
    ("run time, slowest rank", lambda r: seconds(r.data["verdict"]["run_ns"])),
    ("demand reads", lambda r: r.total["reads"]),
    ("read", lambda r: size(r.total["read_bytes"])),
    ("found their data ready", lambda r: percent(
        part(r.total["ready_reads"] + r.total["system_reads"], r.total["reads"]))),
    ("time in demand reads, of run time", lambda r: percent(r.share("demand_read_ns"))),
    ("a demand read, mean", lambda r: seconds(r.total["demand_read_mean_ns"])),
    ("a demand read, 95th percentile", lambda r: seconds(r.total["demand_read_p95_ns"])),
    ("a demand read, 99th percentile", lambda r: seconds(r.total["demand_read_p99_ns"])),
    ("waited in hits, of run time", lambda r: percent(r.share("hit_wait_ns"))),
    ("pages prefetched", lambda r: r.total["pages_prefetched"]),
    ("of them wasted", lambda r: percent(part(r.total["pages_wasted"], r.total["pages_prefetched"]))),
    ("slices launched", lambda r: r.run["launches"]),
    ("ranks", lambda r: r.data["ranks"]),
)


def table(head, rows):
    cells = "".join(f"<th>{escape(str(h))}</th>" for h in head)
    lines = "".join("<tr>" + "".join(f"<td>{escape(str(c))}</td>" for c in row) + "</tr>\n"
                    for row in rows)  # fmt: skip
    return f'<div class="wide"><table><thead><tr>{cells}</tr></thead><tbody>{lines}</tbody></table></div>\n'


def section(title, content):
    return f"<h2>{escape(title)}</h2>\n{content}"


def pairs(entries):
    return "<ul>" + "".join(f'<li>{escape(text)} <span class="figures">{escape(figures)}</span></li>\n'
                            for text, figures in entries) + "</ul>\n"  # fmt: skip


def heading(run, runs):
    return f"<h3>{escape(run.name)}</h3>\n" if len(runs) > 1 else ""


def change(runs):
    """Each run against the first."""
    first = runs[0].data["verdict"]["run_ns"]
    return "".join(
        f"<p>{escape(run.name)} took {percent(part(run.data['verdict']['run_ns'], first))} of the run "
        f"time of {escape(runs[0].name)}.</p>\n" for run in runs[1:] if first)  # fmt: skip


def details(run, runs):
    keys = [(k, v) for group in (run.total, run.run) for k, v in group.items()
            if v and isinstance(v, int) and not isinstance(v, bool)]  # fmt: skip
    shown = [(k, seconds(v) if k.endswith("_ns") else size(v) if k.endswith("_bytes") else v)
             for k, v in keys]  # fmt: skip
    files = sorted(run.data["files"], key=lambda f: -f["demand_read_ns"])[:100]
    text = table(["file", "reads", "from the cache", "time in reads", "waited in hits"],
                 [(f["path"], f["reads"], percent(part(f["cache_reads"], f["reads"])),
                   seconds(f["demand_read_ns"]), seconds(f["hit_wait_ns"])) for f in files])  # fmt: skip
    columns = ("launches", "region_reads", "reads_posted", "slices_completed", "slices_cancelled")
    text += table(["region", "launches", "reads", "posted", "completed", "cancelled", "waited"],
                  [(r["name"], *(r.get(c, 0) for c in columns), seconds(r.get("slice_wait_ns", 0)))
                   for r in run.data["regions"]])  # fmt: skip
    if run.data["notes"]:
        text += "<p>Given up:</p>" + pairs([(n["text"], f"({n['ranks']} ranks)")
                                            for n in run.data["notes"]])  # fmt: skip
    text += table(["counter, all ranks", ""], shown)
    text += table(["setting", ""], sorted(run.data["settings"].items()))
    return f"<details><summary>All figures of {escape(run.name)}</summary>\n{text}</details>\n"


def document(title, body):
    return (f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n<title>{escape(title)}</title>\n'
            '<meta name="viewport" content="width=device-width">\n<link rel="icon" href="data:,">\n'
            f"<style>{STYLE}</style></head><body>\n{body}</body></html>\n")  # fmt: skip


def estimate_page(estimate, path):
    """What prefetching would bring, of an Estimate."""
    title = f"Foreslice: what prefetching would bring to {path}"
    total, files = estimate.total, estimate.files
    busiest = sorted(files, key=lambda name: -files[name]["waiting"])
    rows = [(name, files[name]["reads"], size(files[name]["bytes"]), seconds(files[name]["waiting"]),
             seconds(files[name]["one_by_one"]), seconds(files[name]["at_all"]), seconds(files[name]["by_signature"]), reason(files[name]))
            for name in busiest[:100]]  # fmt: skip
    verdict = (f"Its threads wait {seconds(total['waiting'])} for reads, {percent(part(total['waiting'], estimate.span * estimate.threads))} "
               f"of the time from their first read to their last. {percent(part(total['at_all'], total['waiting']))} of the waiting would go "
               f"if all reads were known ahead and the storage served 32 fetches at once, {percent(part(total['one_by_one'], total['waiting']))} "
               f"if it served one after the other, and {percent(part(total['by_signature'], total['waiting']))} by a signature.")  # fmt: skip
    body = [
        f'<h1>{escape(title)}</h1>\n<p class="verdict">{escape(verdict)}</p>\n',
        section("By file", table(["file", "reads", "read", "waiting", "would go, one by one", "32 at once", "by signature", "what stays"], rows)),
        section("How this was found", "<p>The times between reads are taken to stay as they were, and a fetch to take the time "
                "that the read took. How many fetches the storage serves at once, no trace says. By a signature, 32 are under "
                "way at once. Reads that took no longer than from memory count as no waiting.</p>\n"),
    ]  # fmt: skip
    return document(title, "".join(body))


def page(runs):
    title = "Foreslice: " + ", ".join(run.name for run in runs)
    verdicts = "".join(f'{heading(run, runs)}<p class="verdict">{escape(run.data["verdict"]["text"])}.</p>\n'
                       for run in runs)  # fmt: skip
    limited = "".join(heading(run, runs) + pairs(limits(run)) for run in runs)
    tips = "".join(heading(run, runs) + (pairs(found) if (found := advice(run)) else
                   "<p>No rule has anything to say.</p>\n") for run in runs)  # fmt: skip
    body = [
        f"<h1>{escape(title)}</h1>\n{verdicts}{change(runs)}",
        section("Where the time went", plots.where_time_went(runs)),
        table(["", *(run.name for run in runs)], [(n, *(f(r) for r in runs)) for n, f in MAIN]),
        section("What limits now", limited),
        section("What to try next", tips),
        section("Times of demand reads", plots.read_times(runs)),
        section("What became of prefetched pages", plots.pages(runs)),
        *(section(f"Over time: {run.name}", plots.over_time(run)) for run in runs if run.traces),
        section("All figures", "".join(details(run, runs) for run in runs)),
    ]
    return document(title, "".join(body))
