"""Figure 9 of Madhyastha, Elford and Reed: what a read waits for storage, by load and amount."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

AXES = {"ranks": "ranks", "us": "mean computation between reads, ms"}


def draw_surface(surface, ranks, compute_us, folder):
    """A panel for each amount, seen from above: ranks to the right, computation upwards."""
    figure, panels = plt.subplots(1, len(surface), figsize=(3.2 * len(surface) + 1, 3.4), squeeze=False,
                                  layout="constrained")  # fmt: skip
    most = max(value for lines in surface.values() for line in lines for value in line)
    for panel, (name, lines) in zip(panels[0], surface.items()):
        upwards = [list(column) for column in zip(*lines)]
        image = panel.imshow(upwards, origin="lower", aspect="auto", cmap="viridis", vmin=0, vmax=most)
        for y, row in enumerate(upwards):
            for x, value in enumerate(row):
                panel.text(x, y, f"{value:.2f}", ha="center", va="center",
                           color="black" if value > most / 2 else "white")  # fmt: skip
        panel.set_xticks(range(len(ranks)), ranks)
        panel.set_yticks(range(len(compute_us)), [f"{us / 1e3:g}" for us in compute_us])
        panel.set(title=f"pages ahead: {name}", xlabel=AXES["ranks"])
    panels[0][0].set_ylabel(AXES["us"])
    figure.colorbar(image, ax=list(panels[0]), label="wait of a read for storage, ms")
    figure.savefig(folder / "surface.svg")


def draw_cuts(surface, ranks, compute_us, folder):
    """The surface with the most ranks, and with the middle computation."""
    figure, (by_load, by_ranks) = plt.subplots(1, 2, figsize=(11, 4), sharey=True, layout="constrained")
    middle = len(compute_us) // 2
    for name, lines in surface.items():
        by_load.plot([us / 1e3 for us in compute_us], lines[-1], marker="o", label=name)
        by_ranks.plot(ranks, [line[middle] for line in lines], marker="o", label=name)
    by_load.set(title=f"{ranks[-1]} ranks", xlabel=AXES["us"], ylabel="wait of a read for storage, ms")
    by_ranks.set(title=f"computation of {compute_us[middle] / 1e3:g} ms", xlabel=AXES["ranks"])
    by_ranks.legend(title="pages ahead")
    figure.savefig(folder / "server_time.svg")


def draw(surface, ranks, compute_us, folder):
    folder.mkdir(parents=True, exist_ok=True)
    draw_surface(surface, ranks, compute_us, folder)
    draw_cuts(surface, ranks, compute_us, folder)
