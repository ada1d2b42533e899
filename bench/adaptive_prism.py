"""The classes that PRISM's files must have (Madhyastha, Elford and Reed 1996, figures 5 and 6), beside
those that foreslice-signature --classes prints."""

import pathlib
import re

SMALL = "read only, sequential, uniform, small"
EXPECTED = (  # phase, file, classes of a rank, what ranks do together, ranks
    ("1", "m16.rea", {SMALL}, "global sequential, read only", 8),
    ("1", "m16.mor", {SMALL}, "global sequential, read only", 8),
    ("1, header", "m16.rst", {SMALL}, "global sequential, read only", 8),
    ("1, blocks", "m16.rst", {"read only, 1-d strided, uniform, medium"}, "interleaved sequential, read only", 8),
    *(("2", f"m16.{name}", {f"write only, sequential, uniform, {size}"}, None, 1)
      for name, size in (("Rstat", "medium"), ("Qstat", "medium"), ("Vstat", "medium"), ("mea", "small"), ("his", "small"))),
    ("3", "m16.fld", {"write only, 1-d strided, uniform, medium"}, "interleaved sequential, write only", 8),
)


class FileClasses:
    """What is printed of one file."""

    def __init__(self):
        self.streams, self.together = [], {}

    def line(self, text):
        if found := re.match(r"  ([\d.]+) s  (.+), (\d+) ranks$", text):
            self.together.setdefault((found[2], int(found[3])), float(found[1]))
        elif found := re.match(r"  rank (\d+), thread \d+, from ([\d.]+) s on$", text):
            self.streams.append((int(found[1]), float(found[2]), []))
        elif found := re.match(r"    (\d+) windows?: (.+)$", text):
            self.streams[-1][2].append((int(found[1]), found[2]))


def read_classes(text):
    files = {}
    for line in text.splitlines():
        if not line.startswith(" "):
            current = files.setdefault(pathlib.Path(line).name, FileClasses())
        else:
            current.line(line)
    return files


def prism_rows(text):
    """The rows of the table, and whether all is as expected."""
    files, rows, right = read_classes(text), [], True
    for phase, name, classes, together, ranks in EXPECTED:
        of = files.get(name, FileClasses())
        streams = [s for s in of.streams if any(c in classes for _, c in s[2])]
        windows = sum(count for s in streams for count, _ in s[2])
        fitting = sum(count for s in streams for count, c in s[2] if c in classes)
        firsts = {}
        for rank, seconds, runs in streams:
            first = seconds if runs[0][1] in classes else None  # the trace tells when the first class is known
            firsts[rank] = first if rank not in firsts else min(first, firsts[rank])
        # A rank that goes on to the blocks of a file leaves the ranks that still read the header.
        most = max((n for what, n in of.together if what == together), default=0)
        all_at = of.together.get((together, most))
        right &= len(firsts) == ranks and (not of.together if together is None else most == ranks or (most > 1 and "header" in phase))
        show = lambda seconds: "" if seconds is None else f"{seconds * 1e3:.1f}"
        rows.append([phase, name, next(iter(classes)), str(windows), str(fitting),
                     "" if together is None else f"{together}, {most} ranks",
                     *(show(pick(firsts.values(), default=None) if None not in firsts.values() else None) for pick in (min, max)),
                     show(all_at)])  # fmt: skip
    return rows, right
