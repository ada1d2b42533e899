"""The graphs of bench/thesis: for each pattern those of the thesis, aggregate read
bandwidth by ranks with a bar for each scheme, and all ratios to none in one."""

import pathlib

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

from thesis_rows import columns  # noqa: E402

TITLES = {
    "nested-read": "nested strided read",
    "nested-reread": "nested strided re-read",
    "simple-rmw": "simple strided read-modify-write",
    "nonseq": "non-sequential read",
    "random-reread": "random strided re-read",
}
# Okabe and Ito's colours, which everybody can tell apart, and markers.
STYLES = {
    "none": ("#999999", "|"),
    "no_holds": ("#E69F00", "v"),
    "excl_cache": ("#56B4E9", "^"),
    "fix_thresh": ("#009E73", "s"),
    "adapt_win": ("#F0E442", "D"),
    "p_adapt_win": ("#0072B2", "o"),
    "auto": ("#D55E00", "*"),
    "other": ("#CC79A7", "X"),
}
BOUND = {"color": "black", "linewidth": 1.5, "label": "bound"}


def style(name):
    return STYLES.get(name, ("#000000", "P"))


def different(values):
    return sorted(set(values))


def draw(folder, rows):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    plt.rcParams.update({"axes.spines.top": False, "axes.spines.right": False,
                         "axes.axisbelow": True, "svg.fonttype": "none"})
    patterns = [p for p in TITLES if any(row.pattern == p for row in rows)]
    for pattern in patterns:
        figure = bandwidth([row for row in rows if row.pattern == pattern])
        figure.suptitle(TITLES[pattern])
        save(figure, folder, pattern)
    save(overview(patterns, rows), folder, "overview")


def save(figure, folder, name):
    for kind in ("png", "svg"):
        figure.savefig(folder / f"{name}.{kind}", dpi=120)
    plt.close(figure)


def legend_below(figure, axis):
    """Each entry once, under all panels."""
    handles, labels = axis.get_legend_handles_labels()
    width, height = figure.get_size_inches()
    in_a_row = min(len(labels), int(width / 1.3))
    inches = 0.25 * -(-len(labels) // in_a_row) + 0.1
    figure.legend(handles, labels, loc="lower center", ncols=in_a_row, frameon=False)
    figure.get_layout_engine().set(rect=(0, inches / height, 1, 1 - inches / height))


def bandwidth(rows):
    """Panels of one pattern: work from top to bottom, synchronisation beside."""
    works = [work for work in ("high", "low") if any(row.work == work for row in rows)]
    syncs = different(row.sync for row in rows)
    figure, axes = plt.subplots(len(works), len(syncs), squeeze=False, sharey="row",
                                figsize=(1 + 5 * len(syncs), 1 + 3 * len(works)),
                                layout="constrained")
    for work, line in zip(works, axes):
        for sync, axis in zip(syncs, line):
            bars(axis, [row for row in rows if (row.work, row.sync) == (work, sync)])
            axis.set_title(f"{work} work, {sync:.0%} of accesses synchronised", fontsize=10)
        line[0].set_ylabel("aggregate read bandwidth, MB/s")
    for axis in axes[-1]:
        axis.set_xlabel("ranks")
    legend_below(figure, axes[0][0])
    return figure


def bars(axis, rows):
    """Groups of bars by ranks, none first, and a line for the bound of each."""
    names = ["none", *columns(rows[0].settings)]
    width = 0.8 / len(names)
    for i, name in enumerate(names):
        found = [(x, row.bandwidth(row.none * row.ratios.get(name, 1)))
                 for x, row in enumerate(rows) if name == "none" or name in row.ratios]
        axis.bar([x - 0.4 + (i + 0.5) * width for x, _ in found], [y for _, y in found],
                 width * 0.9, color=style(name)[0], label=name)
    for x, row in enumerate(rows):
        label = BOUND["label"] if x == 0 else None
        axis.hlines(row.bandwidth(row.bound()), x - 0.42, x + 0.42, **{**BOUND, "label": label})
    axis.set_xticks(range(len(rows)), [row.ranks for row in rows])
    axis.tick_params(axis="x", length=0)
    axis.grid(axis="y", color="#dddddd")


def overview(patterns, rows):
    """A panel for each pattern, a line for each row of the table."""
    lines = different((row.work, row.sync, row.ranks) for row in rows)
    figure, axes = plt.subplots(1, len(patterns), squeeze=False, sharex=True, sharey=True,
                                figsize=(2.5 + 2.4 * len(patterns), 1.6 + 0.4 * len(lines)),
                                layout="constrained")
    for pattern, axis in zip(patterns, axes[0]):
        points(axis, lines, [row for row in rows if row.pattern == pattern])
        axis.set_title(TITLES[pattern], fontsize=9)
    axes[0][0].set_yticks(range(len(lines)), [f"{work} work, {sync:.0%} sync, {ranks} ranks"
                                              for work, sync, ranks in lines])
    axes[0][0].invert_yaxis()
    axes[0][len(patterns) // 2].set_xlabel("time as a ratio to none")
    legend_below(figure, axes[0][0])
    return figure


def points(axis, lines, rows):
    """Points of one line below each other, or they would hide each other."""
    places = [lines.index((row.work, row.sync, row.ranks)) for row in rows]
    names = columns(rows[0].settings)
    axis.axvline(1, color=style("none")[0], label="none")
    for i, name in enumerate(names):
        found = [(row.ratios[name], place + 0.7 * (i + 0.5) / len(names) - 0.35)
                 for place, row in zip(places, rows) if name in row.ratios]
        colour, marker = style(name)
        axis.scatter([x for x, _ in found], [y for _, y in found], s=34, color=colour,
                     marker=marker, edgecolors="black", linewidths=0.4, label=name)
    axis.scatter([row.bound() / row.none for row in rows], places, s=250, marker="|", **BOUND)
    axis.set_yticks([place + 0.5 for place in range(len(lines) - 1)], minor=True)
    axis.grid(axis="y", which="minor", color="#dddddd")
    axis.tick_params(axis="y", which="both", length=0)
    axis.set_ylim(-0.5, len(lines) - 0.5)
    axis.set_xlim(left=0)
