"""What bench/thesis has measured: its rows, what they say of the aims, and the table."""

import math

from harness import median

# How much of the file a pattern reads, if not all of it: of N places drawn N times, 1/e
# are never drawn.
READ = {"nonseq": 1 - 1 / math.e}
STRIPE = 65536
# Expected to lose (the thesis, 3.2.1): they may be slower than none.
UNBOUNDED = ("no_holds", "excl_cache")

# Aims: the time of auto to that of the best scheme, and of the others to none.
BEST_AIM, NONE_AIM = 1.03, 1.02
WORST = 3


class Row:
    """One row of the file that --json writes, under the settings of all."""

    def __init__(self, settings, record):
        self.settings, self.record = settings, record
        self.seconds, self.sums = record["seconds"], record["sums"]
        self.pattern, self.work = record["pattern"], record["work"]
        self.sync, self.ranks = record["sync"], record["ranks"]
        self.none = median(self.seconds["none"])
        self.ratios = {name: self.paired(name, "none") for name in columns(settings)
                       if name in self.seconds}
        self.schemes = [name for name in self.ratios if name != "other"]
        self.best = min(self.schemes, key=self.ratios.get, default=None)
        # The ratio to none of the slowest scheme that must not lose.
        self.slowest = max(((self.ratios[name], name) for name in self.schemes
                            if name not in UNBOUNDED), default=None)
        self.auto = self.paired("auto", self.best) if "auto" in self.schemes else None

    def paired(self, name, base):
        """The median of the rounds' ratios."""
        return median(time / other
                      for time, other in zip(self.seconds[name], self.seconds[base]))

    def bound(self):
        s = self.settings
        service = s["service_us"] * 1e-6
        stripes = READ.get(self.pattern, 1) * s["file_size"] / STRIPE
        compute = median(self.seconds["memory"]) + self.sums["most_waits"] * service
        return max(compute, stripes * service / s["disks"]) + service

    def bandwidth(self, seconds):
        """MB/s of all ranks together."""
        return self.sums["bytes"] / seconds / 1e6

    def prefetches(self):
        """Slices that do nothing would make two plain programs of it."""
        counters = self.record["counters"]
        return all(sum(run["pages_prefetched"] for run in counters.get(name, []))
                   for name in self.schemes)

    def missed(self):
        """What is wrong here."""
        faults = {
            "auto": self.auto is not None and self.auto > BEST_AIM,
            "slower": self.slowest is not None and self.slowest[0] > NONE_AIM,
            "nothing prefetched": not self.prefetches(),
            "stalled": self.record["stalled"],
        }
        return [name for name, fault in faults.items() if fault]

    def may_be_chance(self):
        """Nothing is wrong but times."""
        return (self.record["identical"] and bool(self.missed()) and
                set(self.missed()) <= {"auto", "slower"})

    def good(self):
        return self.record["identical"] and not self.missed()

    def name(self):
        return f"{self.pattern}, {self.work} work, sync {self.sync:g}, {self.ranks} ranks"


def columns(settings):
    return settings["schemes"] + (["other"] if settings["other"] else [])


class Table:
    """Rows as they come, under the names of their patterns."""

    def __init__(self, settings):
        self.columns = columns(settings)
        self.pattern, self.rows = None, []
        low, high = settings["work_us"]
        print(f"{settings['file_size'] >> 20} MiB in records of {settings['record_size']} "
              f"bytes, computation of {low} and {high} us ({settings['mode']}), cache of\n"
              f"{settings['cache_size'] >> 10} KiB a process, pages of "
              f"{settings['page_size']} bytes, {settings['service_us']} us service, "
              f"{settings['disks']} disks, {settings['mpi']};\nmedians of "
              f"{settings['rounds']}; bound and schemes are ratios to the time of none\n")
        above = ["", "", "", "none", "none", "",
                 *(name.rpartition("_")[0] for name in self.columns)]
        below = ["work", "sync", "ranks", "ms", "MB/s", "bound",
                 *(name.rpartition("_")[2] for name in self.columns)]
        self.widths = [4, 4, *(max(len(a), len(b), 5) for a, b in zip(above[2:], below[2:]))]
        self.line(above)
        self.line([*below, "outputs"])

    def line(self, cells):
        wide = [str(cell).rjust(width) for cell, width in zip(cells, self.widths)]
        print("  ".join([*wide, *cells[len(wide):]]).rstrip(), flush=True)

    def all(self):
        """What --json keeps of it."""
        return ("pattern", "work", "sync", "ranks", "ms", "MB/s", "bound", *self.columns), self.rows

    def add(self, row):
        if "first" in row.record:
            self.add_one(Row(row.settings, row.record["first"]), ", anew:")
        self.add_one(row)

    def add_one(self, row, note=""):
        if row.pattern != self.pattern:
            print(row.pattern)
            self.pattern = row.pattern
        cells = [row.work, f"{row.sync:g}", row.ranks, f"{row.none * 1e3:.0f}",
                 f"{row.bandwidth(row.none):.1f}", f"{row.bound() / row.none:.2f}"]
        for name in self.columns:
            ratio = f"{row.ratios[name]:.2f}" if name in row.ratios else "-"
            cells.append(f"*{ratio}" if name == row.best else ratio)
        verdict = f"MISSED: {', '.join(row.missed())}" if row.missed() else "holds"
        if not note:
            self.rows.append([row.pattern, *cells])
        self.line([*cells, "identical" if row.record["identical"] else "DIFFERENT",
                   verdict + note])


def summarize(settings, rows):
    """Whether all is as it should be."""
    print()
    tell_aim(f"auto is the best scheme or within {BEST_AIM - 1:.0%} of it",
             [(row.auto, f"auto to {row.best}", row) for row in rows if row.auto], BEST_AIM)
    tell_aim(f"no scheme but {' and '.join(UNBOUNDED)} is more than {NONE_AIM - 1:.0%} "
             "slower than none",
             [(*row.slowest, row) for row in rows if row.slowest], NONE_AIM)
    print(f"outputs identical: in {sum(row.record['identical'] for row in rows)} of "
          f"{len(rows)} rows")
    print("geometric mean of the ratios to none:")
    for name in columns(settings):
        ratios = [row.ratios[name] for row in rows if name in row.ratios]
        if ratios:
            mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
            best = sum(row.best == name for row in rows)
            print(f"  {name:11} {mean:.3f}  best in {best} rows")
    return all(row.good() for row in rows)


def tell_aim(aim, found, limit):
    """In how many rows it holds, and those in which it is the furthest from it."""
    if not found:
        return
    print(f"{aim}: holds in {sum(ratio <= limit for ratio, *_ in found)} of {len(found)} rows")
    for ratio, what, row in sorted(found, key=lambda f: f[0], reverse=True)[:WORST]:
        print(f"  {ratio:.2f}  {what:22} {row.name()}")
