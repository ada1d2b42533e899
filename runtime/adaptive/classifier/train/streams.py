"""Access streams of known classes, with noise, from a seed.

A stream is what one thread does with one file. The classes are those of Madhyastha, Elford
and Reed (1996), table 1.
"""

import copy
import random

READ_WRITE = ("read only", "write only", "read-update-write", "read/write nonupdate")
SEQUENTIALITY = ("sequential", "1-d strided", "2-d strided", "variably strided")
SIZES = ("uniform", "variable")
CATEGORIES = (READ_WRITE, SEQUENTIALITY, SIZES)

FILE = 1 << 38
NOISY = 0.2  # of windows have an access that does not fit


class Places:
    """Where the accesses of one kind go: (offset, size) one after the other."""

    def __init__(self, random, sequentiality, sizes, longest_row=4):
        self.random, self.kind, self.longest_row = random, sequentiality, longest_row
        self.unit = round(2 ** random.uniform(4, 22))
        if random.random() < 0.5:
            self.unit = 1 << random.randint(4, 22)
        self.variable = sizes == "variable"
        self.spread = random.uniform(0.25, 0.95)
        self.few = [round(self.unit * 2 ** random.uniform(-8, 2)) + 1 for _ in range(random.randint(2, 4))]
        self.few[0] = max(self.few) + 1
        self.turn = random.choice(("range", "range", "any of few", "few in turn"))
        self.at = random.randrange(FILE)
        self.number = 0
        self.hops = random.choice(("anywhere", "forward", "table", "near", "tree"))
        self.sequential_part = random.choice((0, 0, 0.15, 0.3))
        self.table = [self.anywhere() for _ in range(random.randint(4, 40))]
        self.set_strides()

    def anywhere(self):
        offset = self.random.randrange(FILE)
        return offset // self.unit * self.unit if self.hops_aligned() else offset

    def hops_aligned(self):
        return self.kind == "variably strided" and self.unit & (self.unit - 1) == 0

    def set_strides(self):
        """Distances from begin to begin, or from end to begin, in a row and to the next."""
        r = self.random
        self.by_gap = self.variable and r.random() < 0.3
        far = round(self.unit * 2 ** r.uniform(0.2, 10))
        stride = max(far, self.unit + 1) if not self.by_gap else max(far - self.unit, 1)
        self.stride = -stride if r.random() < 0.1 else stride
        self.row = r.randint(2, self.longest_row)
        self.phase = r.randrange(self.row)
        if self.kind == "2-d strided" and r.random() < 0.4:
            self.stride = 0 if self.variable else self.unit
            self.by_gap = self.variable
        self.row_stride = self.stride * r.choice((-self.row, 2, 3, self.row + 1)) + round(self.unit * 2 ** r.uniform(0, 12)) + 1

    def size(self):
        if not self.variable:
            return self.unit
        if self.turn == "any of few":
            return self.random.choice(self.few)
        if self.turn == "few in turn":
            return self.few[self.number % len(self.few)]
        low = max(round(self.unit * (1 - self.spread)), 1)
        return self.random.randint(low, low + max(round(2 * self.unit * self.spread), 3))

    def next(self):
        offset, size = self.at, self.size()
        self.number += 1
        if self.kind == "sequential":
            self.at = offset + size
        elif self.kind == "variably strided":
            self.at = self.hop(offset, size)
        else:
            ends_row = self.kind == "2-d strided" and (self.number + self.phase) % self.row == 0
            self.at = offset + (self.row_stride if ends_row else self.stride) + (size if self.by_gap else 0)
        self.at %= FILE
        return offset, size

    def hop(self, offset, size):
        r = self.random
        if r.random() < self.sequential_part:
            return offset + size
        if self.hops == "forward":
            return offset + size + round(self.unit * 2 ** r.uniform(-1, 8))
        if self.hops == "table":
            return r.choice(self.table)
        if self.hops == "tree":  # from the root down, again and again
            return self.table[depth] if (depth := self.number % 4) < 2 else self.anywhere()
        if self.hops == "near":
            return offset + r.choice((-1, 1)) * round(self.unit * 2 ** r.uniform(0, 6))
        return self.anywhere()


class Stream:
    """The accesses of one thread to one file."""

    def __init__(self, random, read_write, sequentiality, sizes, length):
        self.random, self.classes, self.length = random, (read_write, sequentiality, sizes), length
        # A window of so many accesses shows two rows at least; it has half as many reads where
        # each is written back.
        longest_row = {"read-update-write": 2, "read/write nonupdate": 3}.get(read_write, 4)
        longest_row = max(min(longest_row, (length - 2) // 2), 2)
        self.places = Places(random, sequentiality, sizes, longest_row)
        self.of_writes = copy.copy(self.places)
        self.of_writes.at = random.randrange(FILE)
        if sequentiality == "1-d strided" and random.random() < 0.5:
            self.of_writes.set_strides()
        self.batch = random.choice((1, 1, 1, 2, 3))  # reads, before they are written back
        self.write_part = random.uniform(0.3, 0.7)
        self.turns = random.random() < 0.5

    def accesses(self):
        """Without an end."""
        kind = self.classes[0]
        number = 0
        while True:
            if kind in ("read only", "write only"):
                yield (*self.places.next(), kind == "write only")
            elif kind == "read-update-write":
                batch = [self.places.next() for _ in range(self.batch)]
                yield from ((*place, False) for place in batch)
                yield from ((*place, True) for place in batch)
            else:
                is_write = number % 2 == 1 if self.turns else self.random.random() < self.write_part
                yield (*(self.of_writes if is_write else self.places).next(), is_write)
            number += 1

    def window(self):
        """From somewhere in the stream."""
        source, length = self.accesses(), self.length
        window = [next(source) for _ in range(length + self.random.randrange(6))][-length:]
        while not self.shows(window):
            window = window[1:] + [next(source)]
        if self.random.random() < NOISY:
            self.disturb(window)
        return window

    def shows(self, window):
        """Whether the window has what the classes say."""
        writes = sum(access[2] for access in window)
        sizes = [access[1] for access in window]
        most = max(map(sizes.count, set(sizes)))
        return ((self.classes[0] != "read/write nonupdate" or 2 <= writes <= len(window) - 2)
                and (self.classes[2] == "uniform" or most <= 0.8 * len(window)))

    def disturb(self, window):
        """One access is not as the others; the others go on as if it had not been."""
        r, at = self.random, self.random.randrange(len(window))
        offset, size, is_write = window[at]
        small = max(size // r.choice((8, 16, 64)), 1)
        kind = r.choice(("stray", "short", "operation"))
        if kind == "stray":
            window.insert(at, (r.randrange(FILE), small, is_write))
            window.pop()
        elif kind == "short" and self.classes[1] != "sequential":
            window[at] = (offset, small, is_write)
        elif kind == "operation" and self.classes[0] in READ_WRITE[:2]:
            window.insert(at, (r.randrange(FILE), small, not is_write))
            window.pop()


def windows(seed, number, lengths=(10,)):
    """(window, (class of each category)) of so many streams, each class as often."""
    r = random.Random(seed)
    for i in range(number):
        classes = READ_WRITE[i % 4], SEQUENTIALITY[i // 4 % 4], SIZES[i // 16 % 2]
        yield Stream(r, *classes, r.choice(lengths)).window(), classes
