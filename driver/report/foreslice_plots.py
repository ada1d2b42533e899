"""The plots of a report, as SVG to put into a page."""

import io
import re

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.fonttype": "none", "font.family": "sans-serif", "font.size": 9,
                            "axes.spines.top": False, "axes.spines.right": False,
                            "svg.hashsalt": "foreslice"})  # fmt: skip
import matplotlib.pyplot as plt  # noqa: E402
from foreslice_traces import begin_of, curves  # noqa: E402

MOST_POINTS = 1000
MOST_RANKS = 4
PARTS = (("reads, not prefetched", "#d55e00"), ("hits that waited", "#e69f00"),
         ("copies from the cache", "#009e73"), ("launches", "#cc79a7"),
         ("computation and all else", "#b8c4ce"),
         ("not counted: prefetching was off", "#e8e8e8"))  # fmt: skip


def svg(figure, title):
    out = io.StringIO()
    figure.savefig(out, format="svg", bbox_inches="tight", metadata={"Date": None})
    plt.close(figure)
    text = out.getvalue()
    text = text[text.index("<svg") :]
    # Several are in one page: what they name must differ.
    prefix = "p" + re.sub(r"\W", "", title)
    text = re.sub(r'\bid="', f'id="{prefix}', text)
    text = re.sub(r'(href="#|url\(#)', rf"\1{prefix}", text)
    return text.replace("<svg", f'<svg role="img" aria-label="{title}"', 1)


def literal(text, most=40):
    """matplotlib takes what is between dollars for a formula."""
    text = "".join(c if c.isprintable() else "?" for c in text)
    return (text if len(text) <= most else text[: most - 1] + "…").replace("$", r"\$")


def bars(names, width=7.5):
    figure, axes = plt.subplots(figsize=(width, 0.9 + 0.4 * len(names)))
    axes.set_yticks(range(len(names)), [literal(n) for n in names])
    axes.invert_yaxis()
    return figure, axes


def stack(axes, rows, parts):
    """Rows of figures for the parts, as bars."""
    left = [0.0] * len(rows)
    for i, (label, colour) in enumerate(parts):
        values = [row[i] for row in rows]
        axes.barh(range(len(rows)), values, left=left, label=label, color=colour, height=0.6)
        left = [a + b for a, b in zip(left, values)]
    axes.set_xlim(0, max(left + [1e-9]) * 1.02)
    below = -0.5 / (0.3 + 0.4 * len(rows))
    axes.legend(loc="upper left", bbox_to_anchor=(0, below), ncol=3, frameon=False)


def parts_of(run):
    """Of run time of a rank on average, in s."""
    if not run.total["reads"]:
        return [0, 0, 0, 0, 0, run.mean("run_ns") / 1e9]
    wait, cached = run.mean("hit_wait_ns"), run.mean("cache_read_ns")
    known = [max(run.mean("demand_read_ns") - cached, 0), min(wait, cached), max(cached - wait, 0),
             run.mean("launch_ns")]  # fmt: skip
    return [ns / 1e9 for ns in [*known, max(run.mean("run_ns") - sum(known), 0), 0]]


def where_time_went(runs):
    names, rows = [], []
    for run in runs:
        verdict = run.data["verdict"]
        without = verdict["without_prefetching_ns"]
        if without is not None:
            rest = parts_of(run)[4]
            names.append(run.name + ", without (estimate)")
            rows.append([max(without / 1e9 - rest, 0), 0, 0, 0, min(rest, without / 1e9), 0])
        names.append(run.name)
        rows.append(parts_of(run))
    figure, axes = bars(names)
    stack(axes, rows, PARTS)
    axes.set_xlabel("s, mean of the ranks")
    return svg(figure, "Where the time went")


def read_times(runs):
    figure, axes = plt.subplots(figsize=(7.5, 3))
    for run in runs:
        pairs = sorted(run.total["demand_read_histogram"])
        total, seen = sum(n for _, n in pairs), 0
        if not total:
            continue
        times, shares = [], []
        for bucket, n in pairs:
            seen += n
            times.append(2 ** (bucket // 4) * (1 + (bucket % 4 + 1) / 4) / 1e3)
            shares.append(100 * seen / total)
        axes.step([times[0], *times], [0, *shares], where="post", label=literal(run.name))
        axes.legend(frameon=False, loc="lower right")
    axes.set_xscale("log")
    axes.set_xlabel("time of a demand read, µs")
    axes.set_ylabel("% of reads took at most that")
    axes.set_ylim(0, 102)
    return svg(figure, "Times of demand reads")


def pages(runs):
    parts = (("used", "#009e73"), ("wasted", "#d55e00"), ("not used yet at the end", "#b8c4ce"))
    rows = []
    for run in runs:
        used, wasted = run.total["pages_used"], run.total["pages_wasted"]
        rows.append([used, wasted, max(run.total["pages_prefetched"] - used - wasted, 0)])
    figure, axes = bars([run.name for run in runs])
    stack(axes, rows, parts)
    axes.set_xlabel("prefetched pages, all ranks")
    return svg(figure, "What became of prefetched pages")


def thin(times, values):
    step = max(len(times) // MOST_POINTS, 1)
    return times[::step], values[::step]


def over_time(run):
    """The counters of the first ranks' traces."""
    traces = run.traces[:MOST_RANKS]
    begin = begin_of(traces)
    figure, grid = plt.subplots(2, len(traces), squeeze=False, sharex=True, sharey="row",
                                figsize=(max(7.5, 3 * len(traces)), 4))  # fmt: skip
    for column, trace in enumerate(traces):
        found = curves(trace, begin)
        for row, names in enumerate((("reads in flight",), ("pages prefetched and unread",
                                     "low threshold", "high threshold"))):  # fmt: skip
            axes = grid[row][column]
            for colour, name in enumerate(names):
                if any(found[name][1]):
                    axes.step(*thin(*found[name]), where="post", label=name, linewidth=0.9,
                              color=f"C{colour}")  # fmt: skip
                    axes.legend(frameon=False, fontsize=8)
        grid[0][column].set_title(f"rank {trace['otherData'].get('rank', column)}".replace("$", ""))
        grid[1][column].set_xlabel("s")
    grid[0][0].set_ylabel("reads")
    grid[1][0].set_ylabel("pages")
    return svg(figure, "Over time")
