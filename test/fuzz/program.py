"""What random programs are made of: text, values, files, scopes.

Two rules keep a program deterministic and free of deadlocks. A value is
`uniform` if all ranks have the same; code is uniform if all ranks run it alike.
Collective calls stand in uniform code only, and uniform variables change there
only, by uniform values. All arithmetic is unsigned, every divisor is odd, every
index and offset is reduced to what there is: no undefined behaviour.
"""

import contextlib
import copy
import dataclasses
import random

MOST_TRIPS = 320  # of the innermost statement of a nest
MOST_COST = 1500  # reads of a program, roughly


class Writer:
    """Lines of C, indented by their braces."""

    def __init__(self):
        self.lines, self.depth = [], 0

    def __call__(self, *lines):
        self.lines += ["  " * self.depth + line if line else "" for line in lines]

    @contextlib.contextmanager
    def block(self, head, tail="}"):
        self(head + " {" if head else "{")
        self.depth += 1
        yield
        self.depth -= 1
        self(tail)

    def text(self):
        return "\n".join(self.lines) + "\n"


@dataclasses.dataclass
class Value:
    text: str
    uniform: bool = False
    most: int | None = None  # the largest it gets, if that is known


@dataclasses.dataclass
class File:
    handle: str
    name: str
    holds: str  # data, sparse, index, chain, records
    size: int
    shared: bool = True  # else: of this rank, and written by it
    entries: int = 0


@dataclasses.dataclass
class Buffer:
    text: str
    size: int
    uniform: bool = False


@dataclasses.dataclass
class Function:
    name: str
    uniform: bool
    cost: int


@dataclasses.dataclass
class Scope:
    """What can be used at a place of the program."""

    uniform: bool = True
    values: list = dataclasses.field(default_factory=list)
    targets: list = dataclasses.field(default_factory=list)
    buffers: list = dataclasses.field(default_factory=list)
    files: list = dataclasses.field(default_factory=list)
    functions: list = dataclasses.field(default_factory=list)
    trips: int = 1
    depth: int = 3
    # Ways out, and whether they may be taken by some ranks only.
    loop: str | None = None
    leave: str | None = None
    result: str = "sum"

    def inner(self, **changes):
        child = copy.copy(self)
        for name in ("values", "targets", "buffers", "files", "functions"):
            setattr(child, name, list(getattr(self, name)))
        for name, value in changes.items():
            setattr(child, name, value)
        return child


class Generator:
    """The dice, the names and the budget of one program."""

    def __init__(self, seed, idioms):
        self.dice = random.Random(seed)
        self.seed, self.idioms = seed, idioms
        self.threads = False  # whether several threads call MPI
        self.streams = False  # whether files are streams, and so not for several threads
        self.only = False  # whether programs are these idioms alone
        self.cxx = all(i.cxx for i in idioms) or self.chance(0.3)
        self.top = Writer()
        self.setup = Writer()
        self.cost = 0
        self.names = 0
        self.tables = []  # (name, power of two of entries)

    def chance(self, probability):
        return self.dice.random() < probability

    def pick(self, *choices):
        return self.dice.choice(choices)

    def upto(self, low, high):
        return self.dice.randint(low, high)

    def weighted(self, pairs):
        pairs = [(weight, item) for weight, item in pairs if weight > 0]
        return self.dice.choices([i for _, i in pairs], [w for w, _ in pairs])[0]

    def name(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    # Expressions -----------------------------------------------------------

    def number(self, scope, depth=2, uniform=False):
        """An unsigned 64-bit expression."""
        deeper = lambda: self.number(scope, depth - 1, uniform)
        if depth == 0 or self.chance(0.25):
            values = [v for v in scope.values if v.uniform or not uniform]
            if values and self.chance(0.8):
                return f"(u64){self.dice.choice(values).text}"
            return f"(u64){self.upto(0, 40)}"
        kind = self.weighted([(5, "+"), (4, "*"), (2, "-"), (2, "^"), (1, "|"), (1, "&"),
                              (1, ">>"), (2, "%"), (1, "/"), (1, "?"), (1, "<"),
                              (2 if self.tables and not uniform else 0, "table"), (2, "scramble")])  # fmt: skip
        if kind == "?":
            return f"({self.condition(scope, uniform)} ? {deeper()} : {deeper()})"
        if kind == "scramble":
            return f"scramble({deeper()})"
        if kind == "table":
            name, entries = self.dice.choice(self.tables)
            return f"(u64){name}[({deeper()}) % {entries}]"
        if kind in (">>", "%", "/"):
            return f"({deeper()} {kind} {self.pick(1, 2, 3, 7, 16, 31)})"
        if kind == "<":
            return f"(u64)({deeper()} < {deeper()})"
        return f"({deeper()} {kind} {deeper()})"

    def condition(self, scope, uniform=False):
        left = self.number(scope, 1, uniform)
        most = self.pick(2, 3, 5, 8)
        return f"({left} % {most} {self.pick('==', '!=', '<')} {self.upto(0, most - 1)})"

    def offset(self, scope, size, bytes, uniform=False):
        """Where that many bytes of a file of that size start."""
        room = size - bytes
        counters = [v for v in scope.values if v.most is not None and (v.uniform or not uniform)]
        if counters and self.chance(0.5):
            terms, reach = [], room
            for value in self.dice.sample(counters, min(len(counters), self.upto(1, 3))):
                stride = self.pick(bytes, 64, 512, 1000, 4096, 20000)
                if value.most * stride <= reach:
                    reach -= value.most * stride
                    terms.append(f"(MPI_Offset){value.text} * {stride}")
            if terms:
                base = self.upto(0, min(reach, 5000))
                return " + ".join(terms + ([str(base)] if self.chance(0.5) else []))
        grain = self.pick(1, 8, 64, 512, 4096)
        if room >= 2 * grain:
            return f"(MPI_Offset)({self.number(scope, 2, uniform)} % {room // grain}u) * {grain}"
        return f"(MPI_Offset)({self.number(scope, 2, uniform)} % {room + 1}u)"

    # Parts -------------------------------------------------------------------

    def spend(self, scope, cost):
        self.cost += scope.trips * cost

    def affords(self, scope, cost):
        return self.cost + scope.trips * cost <= MOST_COST

    def trips(self, scope, most=60):
        """How often a loop runs."""
        fitting = [n for n in (1, 2, 3, 5, 8, 20, 60, 200)
                   if n <= most and n * scope.trips <= MOST_TRIPS]  # fmt: skip
        if self.chance(0.03) or not fitting:
            return 0
        return self.dice.choice(fitting[-4:])

    def local_buffer(self, w, size):
        """A zeroed buffer for a block, and how to let it go."""
        name = self.name("b")
        kind = self.weighted([(4, "stack"), (1, "static"), (2, "heap")])
        if kind == "heap" and self.cxx:
            w(f"std::vector<byte> {name}_({size});", f"byte *{name} = {name}_.data();")
        elif kind == "heap":
            w(f"byte *{name} = (byte *)calloc({size}, 1);")
            return name, [f"free({name});"]
        else:
            w(f"{'static ' if kind == 'static' else ''}byte {name}[{size}];")
            w(f"memset({name}, 0, {size});")
        return name, []
