"""The curves of a report, as SVG to put into a page. Needs matplotlib."""

import io
import re

import matplotlib

# Stands for the colour of the page's text, light or dark.
INK = "#010203"
matplotlib.use("svg")
matplotlib.rcParams.update({"svg.fonttype": "none", "font.family": "sans-serif", "font.size": 9,
                            "axes.spines.top": False, "axes.spines.right": False,
                            "svg.hashsalt": "foreslice",
                            **dict.fromkeys(("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color",
                                             "ytick.color"), INK),
                            "figure.facecolor": "none", "axes.facecolor": "none",
                            "savefig.facecolor": "none"})  # fmt: skip
import matplotlib.pyplot as plt  # noqa: E402

from foreslice_traces import begin_of, curves  # noqa: E402

MOST_POINTS = 1000
MOST_RANKS = 4
# Reads that were seen to be in memory have no time.
LEAST_US = 0.1


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
    text = text.replace(INK, "currentColor")
    return text.replace("<svg", f'<svg role="img" aria-label="{title}"', 1)


def literal(text, most=40):
    """matplotlib takes what is between dollars for a formula."""
    text = "".join(c if c.isprintable() else "?" for c in text)
    return (text if len(text) <= most else text[: most - 1] + "…").replace("$", r"\$")


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
            times.append(max(2 ** (bucket // 4) * (1 + (bucket % 4 + 1) / 4) / 1e3, LEAST_US))
            shares.append(100 * seen / total)
        axes.step([times[0], *times], [0, *shares], where="post", label=literal(run.name))
        axes.legend(frameon=False, loc="lower right")
    axes.set_xscale("log")
    axes.set_xlabel(f"time of a demand read, µs; {LEAST_US} is that or less")
    axes.set_ylabel("% of reads took at most that")
    axes.set_ylim(0, 102)
    return svg(figure, "Times of demand reads")


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
