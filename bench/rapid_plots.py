"""The figures 3 to 8 of Kotz and Ellis (1990), of what bench/rapid has measured: a point
for each cell of its table and scheme."""

import pathlib

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

from thesis_plots import save  # noqa: E402

# Okabe and Ito's colours, which everybody can tell apart, and markers.
STYLES = (("#0072B2", "o"), ("#D55E00", "*"), ("#009E73", "s"), ("#CC79A7", "X"),
          ("#E69F00", "v"), ("#56B4E9", "^"), ("#F0E442", "D"))


def draw(folder, cells, schemes):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    plt.rcParams.update({"axes.spines.top": False, "axes.spines.right": False,
                         "axes.axisbelow": True, "svg.fonttype": "none"})
    plain = lambda name: lambda cell, _: getattr(cell.measures["plain"], name)
    own = lambda name: lambda cell, scheme: getattr(cell.measures[scheme], name)
    figures = {
        "figure3": scatter(cells, schemes, "time of a read, ms", plain("read"), own("read")),
        "figure4": misses(cells, schemes),
        "figure5": scatter(cells, schemes, None, own("hit_wait"), own("read"),
                           ("mean wait of unready hits, ms", "time of a read, ms")),
        "figure6": scatter(cells, schemes, "response of a disk, ms", plain("read"), own("disk")),
        "figure7": scatter(cells, schemes, "total time, s", plain("seconds"), own("seconds")),
        "figure8": patterns(cells, schemes),
    }
    for name, figure in figures.items():
        save(figure, folder, name)


def panel(width=5, height=4):
    figure, axis = plt.subplots(figsize=(width, height), layout="constrained")
    axis.grid(color="#dddddd")
    return figure, axis


def scatter(cells, schemes, what, across, up, labels=None):
    """What is measured with prefetching over what is without; or one over another."""
    figure, axis = panel()
    for scheme, (colour, marker) in zip(schemes, STYLES):
        axis.scatter([across(cell, scheme) for cell in cells],
                     [up(cell, scheme) for cell in cells], s=24, color=colour, marker=marker,
                     edgecolors="black", linewidths=0.3, label=scheme)
    if what:
        axis.axline((0, 0), slope=1, color="black", linewidth=1)
    axis.set_xlabel(labels[0] if labels else f"{what}, plain")
    axis.set_ylabel(labels[1] if labels else f"{what}, with the flag")
    axis.set_xlim(left=0)
    axis.set_ylim(bottom=0)
    axis.legend(frameon=False)
    return figure


def misses(cells, schemes):
    """How many cells have at most this share of misses, and of what is not ready."""
    figure, axis = panel()
    for scheme, (colour, _) in zip(schemes, STYLES):
        runs = [cell.measures[scheme] for cell in cells]
        shares = {"missed": [m.missed for m in runs],
                  "missed or unready": [m.missed + m.unready for m in runs]}
        for (name, values), line in zip(shares.items(), ("-", "--")):
            axis.step(sorted(values), [(i + 1) / len(values) for i in range(len(values))], line,
                      where="post", color=colour, label=f"{scheme}: {name}")
    axis.set_xlabel("share of the pages that reads looked for")
    axis.set_ylabel("share of the cells")
    axis.set_xlim(0, 1)
    axis.set_ylim(0, 1)
    axis.legend(frameon=False)
    return figure


def patterns(cells, schemes):
    """The share of misses by pattern, schemes beside each other."""
    names = list(dict.fromkeys(cell.pattern for cell in cells))
    figure, axis = panel(7)
    for i, (scheme, (colour, marker)) in enumerate(zip(schemes, STYLES)):
        shift = 0.7 * (i + 0.5) / len(schemes) - 0.35
        axis.scatter([names.index(cell.pattern) + shift for cell in cells],
                     [cell.measures[scheme].missed for cell in cells], s=24, color=colour,
                     marker=marker, edgecolors="black", linewidths=0.3, label=scheme)
    axis.set_xticks(range(len(names)), names)
    axis.set_ylabel("share of misses")
    axis.set_ylim(0, 1)
    axis.legend(frameon=False)
    return figure
