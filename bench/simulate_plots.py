"""The plots of bench/simulate: by nodes, a line for each pattern and variant; of a
calibration, simulated times by measured ones."""

import pathlib

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

# Okabe and Ito's colours, which everybody can tell apart.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#E69F00", "#56B4E9", "#CC79A7", "#999999")
LINES = {"shared": "-", "node": "--", "private": ":", "plain": "-."}
# By file: title, and the figure of a row.
FIGURES = {
    "time": ("time to the bound", lambda row: row["seconds"] / row["bound"]),
    "storage": ("storage reads of a page",
                lambda row: row["storage"]["page_reads"] / row["storage"]["distinct_pages"]),
    "messages": ("messages for a read", lambda row: row["messages"]["sent"] / row["reads"]),
    "metadata": ("metadata of a node in MiB", lambda row: (
        row["memory"]["directory"] + row["memory"]["rank"] * row["ranks"]) / 2**20),
}


def draw(folder, rows):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    plt.rcParams.update({"axes.spines.top": False, "axes.spines.right": False,
                         "svg.fonttype": "none"})
    if "place" in rows[0]:
        save(calibration(rows), folder, "calibration")
        return
    for name, (title, value) in FIGURES.items():
        save(by_nodes(rows, title, value), folder, name)


def by_nodes(rows, title, value):
    figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
    groups = {}
    for row in rows:
        key = (row["pattern"], row["variant"], row["scheme"], row["ranks"])
        groups.setdefault(key, []).append(row)
    patterns = list(dict.fromkeys(key[0] for key in groups))
    for (pattern, variant, scheme, ranks), of in groups.items():
        of = sorted(of, key=lambda row: row["nodes"])
        axes.plot([row["nodes"] for row in of], [value(row) for row in of], marker="o",
                  color=COLOURS[patterns.index(pattern) % len(COLOURS)],
                  linestyle=LINES[variant], label=f"{pattern}, {variant}, {scheme}, {ranks}")
    axes.set_xscale("log")
    axes.set_yscale("symlog", linthresh=1)
    axes.set_xlabel("nodes")
    axes.set_ylabel(title)
    axes.legend(title="pattern, variant, scheme, ranks", fontsize=7)
    return figure


def calibration(rows):
    figure, axes = plt.subplots(figsize=(5, 5), layout="constrained")
    for number, variant in enumerate(dict.fromkeys(row["variant"] for row in rows)):
        points = [row["seconds"] for row in rows if row["variant"] == variant]
        axes.scatter(*zip(*points), color=COLOURS[number], label=variant)
    most = max(max(row["seconds"]) for row in rows)
    axes.plot([0, most], [0, most], color="black", linewidth=0.8)
    axes.set_xlabel("measured seconds")
    axes.set_ylabel("simulated seconds")
    axes.legend()
    return figure


def save(figure, folder, name):
    for kind in ("png", "svg"):
        figure.savefig(folder / f"{name}.{kind}", dpi=120)
    plt.close(figure)
