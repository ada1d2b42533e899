"""Random programs of Fortran: reads by MPI-IO in the ways of Fortran.

As in the programs of C, a value is `uniform` if all ranks have the same, and
collective calls stand in uniform code only. Variables have values below 1000003.
"""

import random

MOST_READS = 400
WORDS = 20000  # of the file data
BUFFER = 600  # words of a buffer
PARTS = 6


class Scope:
    """What can be used at a place."""

    def __init__(self, values, variables, uniform, trips=1, depth=3, loops=()):
        self.values, self.variables, self.uniform = values, variables, uniform
        self.trips, self.depth, self.loops = trips, depth, loops

    def inner(self, **changes):
        child = Scope(list(self.values), list(self.variables), self.uniform, self.trips, self.depth, self.loops)
        child.__dict__.update(changes)
        return child


class Program:
    def __init__(self, seed):
        self.dice = random.Random(f"fortran {seed}")
        self.seed = seed
        self.f08 = self.chance(0.6)
        self.lines, self.depth = [], 0
        self.reads = 0
        self.names = 0
        self.functions = []

    def chance(self, probability):
        return self.dice.random() < probability

    def pick(self, *choices):
        return self.dice.choice(choices)

    def name(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    def __call__(self, *lines):
        self.lines += ["  " * self.depth + line for line in lines]

    def block(self, head, tail, body):
        self(head)
        self.depth += 1
        body()
        self.depth -= 1
        self(tail)

    # Types and calls ----------------------------------------------------------

    def handle(self, of):
        return f"type(MPI_{of})" if self.f08 else "integer"

    def status(self, name):
        return f"type(MPI_Status) :: {name}" if self.f08 else f"integer :: {name}(MPI_STATUS_SIZE)"

    def mpi(self, call, *arguments):
        error = [] if self.f08 and self.chance(0.7) else ["ierr"]
        self(f"call {call}({', '.join([*arguments, *error])})")

    # Expressions --------------------------------------------------------------

    def number(self, s, depth=2, uniform=False):
        """An expression from 0 to 1000002."""
        values = [v for v, same in s.values if same or not uniform]
        if depth == 0 or self.chance(0.3):
            return self.pick(*values) if values and self.chance(0.8) else f"{self.pick(0, 1, 2, 3, 7, 29, 500)}_8"
        a, b = self.number(s, depth - 1, uniform), self.number(s, depth - 1, uniform)
        kind = self.pick("+", "*", "-", "mod", "table", "max", "merge", "steps", "word", "iand")
        if kind in "+-*":
            return f"m({a} {kind} {b})"
        if kind == "table" and not uniform:
            return self.pick(f"table(mod({a}, 32_8) + 1)", f"own%at(mod({a}, 32_8) + 1)", f"grid(mod({a}, 4_8) + 1, mod({b}, 8_8) + 1)")
        return {"mod": f"mod({a}, {self.pick(3, 7, 64, 1000)}_8)", "max": f"{self.pick('max', 'min')}({a}, {b})",
                "merge": f"merge({a}, {b}, {self.condition(s, uniform)})", "steps": f"steps({a})",
                "word": f"word(int({a}))", "iand": f"iand({a}, {b})"}.get(kind, a)  # fmt: skip

    def condition(self, s, uniform=False):
        most = self.pick(2, 3, 5)
        return f"mod({self.number(s, 1, uniform)}, {most}_8) {self.pick('==', '/=', '<')} {self.dice.randrange(most)}_8"

    # Reads ---------------------------------------------------------------------

    def buffer(self, words):
        """Where so many words go, and the same as an array."""
        half = words // 2 * 2
        return self.pick(
            (f"fixed", f"fixed(:{words})", words),
            (f"heap(:{words})", f"heap(:{words})", words),
            ("heap(3)", f"heap(3:{words + 2})", words),
            (f"wide(1:64:2, 1:{max(half // 32, 1)})", f"reshape(wide(1:64:2, 1:{max(half // 32, 1)}), [{max(half // 32, 1) * 32}])", max(half // 32, 1) * 32),
            (f"cells(:{words})%value", f"cells(:{words})%value", words),
            (f"line", "line", 50),
            (f"common_data", f"common_data(:{words})", words),
        )  # fmt: skip

    def read(self, s):
        words = self.pick(1, 2, 50, 64, 500, self.dice.randrange(1, 513))
        where, data, words = self.buffer(words)
        at = f"place({self.number(s)}, {words}, {WORDS})"
        is_line = not data.startswith("reshape")
        status = self.pick("MPI_STATUS_IGNORE", "status")
        what = (str(words), "MPI_INTEGER8") if self.chance(0.8) else (str(8 * words), "MPI_BYTE")
        collective = s.uniform and self.chance(0.4)
        kind = self.pick("at", "at", "at", "seek", "iat", "split" if collective else "at",
                         "routine" if is_line else "at")  # fmt: skip
        if kind == "routine":
            self(f"call read_words(data, {at}, {data})")
        elif kind == "at":
            self.mpi("MPI_File_read_at" + "_all" * collective, "data", at, where, *what, status)
        elif kind == "seek":
            self.mpi("MPI_File_seek", "data", at, "MPI_SEEK_SET")
            self.mpi("MPI_File_read" + "_all" * collective, "data", where, *what, status)
        elif kind == "split":
            where, data = "fixed", f"fixed(:{words})"
            self.mpi("MPI_File_read_at_all_begin", "data", at, where, *what)
            self.mpi("MPI_File_read_at_all_end", "data", where, status)
        else:
            where, data = "fixed", f"fixed(:{words})"
            self.mpi("MPI_File_iread_at", "data", at, where, *what, "request")
            self.mpi("MPI_Wait", "request", status)
        if status == "status" and kind != "routine" and what[1] == "MPI_INTEGER8" and self.chance(0.5):
            self.mpi("MPI_Get_count", "status", "MPI_INTEGER8", "got")
            self("d = m(d + got)")
        self(f"call digest(d, {data})")

    def dependent(self, s):
        """An entry of the index, and what the entry points to."""
        self.mpi("MPI_File_read_at", "index", f"place({self.number(s)}, 1, 512)", "head", "1", "MPI_INTEGER8", "MPI_STATUS_IGNORE")
        self.mpi("MPI_File_read_at", "data", f"place(head + {self.number(s, 1)}, 64, {WORDS})", "fixed", "int(mod(head, 64_8))",
                 "MPI_INTEGER8", "MPI_STATUS_IGNORE")  # fmt: skip
        self("call digest(d, fixed(:mod(head, 64_8)))")

    def part(self, s):
        """A file that is opened by a name."""
        letter = f"achar(48 + int(mod({self.number(s, 1, uniform=True)}, {PARTS}_8)))"
        name = self.pick(f"'part.'//{letter}", "name", "trim(name)", "name(1:6)", "stem(1:len_trim(stem))//'.'//" + letter)
        if name.startswith(("name", "trim")):
            if self.chance(0.5):
                self(f"name = trim(stem)//'.'//{letter}")
            else:
                self(f"write (name, '(a,i0)') 'part.', mod({self.number(s, 1, uniform=True)}, {PARTS}_8)")
        comm = "MPI_COMM_WORLD" if s.uniform else "MPI_COMM_SELF"
        self.mpi("MPI_File_open", comm, name, "MPI_MODE_RDONLY", "MPI_INFO_NULL", "part")
        for _ in range(self.pick(1, 2)):
            self.mpi("MPI_File_read", "part", "fixed", "400", "MPI_INTEGER8", "status")
            self.mpi("MPI_Get_count", "status", "MPI_INTEGER8", "got")
            self("call digest(d, fixed(:got))")
        self.mpi("MPI_File_close", "part")

    def until_short(self, s):
        self("got = 1")
        self.mpi("MPI_File_seek", "records", f"place({self.number(s)}, 1, 3000)", "MPI_SEEK_SET")

        def body():
            self.mpi("MPI_File_read", "records", "fixed", "300", "MPI_INTEGER8", "status")
            self.mpi("MPI_Get_count", "status", "MPI_INTEGER8", "got")
            self("call digest(d, fixed(:got))")
            if self.chance(0.3):
                self("if (mod(d, 17_8) == 3) exit")
        self.block(self.pick("do while (got == 300)", "do while (got > 0)"), "end do", body)
        self.reads += 10 * s.trips

    def own_file(self, s):
        """A block of the rank's file that is read, changed and written back."""
        at = f"place({self.number(s)}, 100, 2000)"
        self(f"at = {at}")
        self.mpi("MPI_File_read_at", "mine", "at", "fixed", "100", "MPI_INTEGER8", "MPI_STATUS_IGNORE")
        self(f"fixed(:100) = m(fixed(:100) + {self.number(s, 1)})", "call digest(d, fixed(:100))")
        self.mpi("MPI_File_write_at", "mine", self.pick("at", at), "fixed", "100", "MPI_INTEGER8", "MPI_STATUS_IGNORE")

    def view(self, s):
        if not s.uniform:
            return self.read(s)
        self.mpi("MPI_File_set_view", "viewed", f"place({self.number(s, 1, True)}, 4000, {WORDS})", "MPI_INTEGER8", "vector",
                 self.pick("'native'", "'native  '"), "MPI_INFO_NULL")  # fmt: skip
        for _ in range(self.pick(1, 2)):
            self.mpi(self.pick("MPI_File_read", "MPI_File_read_all"), "viewed", "fixed", "200", "MPI_INTEGER8", "MPI_STATUS_IGNORE")
            self("call digest(d, fixed(:200))")

    # Statements ----------------------------------------------------------------

    def assign(self, s):
        targets = [(v, same) for v, same in s.variables if s.uniform or not same]
        if targets and self.chance(0.7):
            target, uniform = self.pick(*targets)
            self(f"{target} = {self.number(s, 2, uniform)}")
        else:
            self(f"{self.pick('table', 'own%at')}(mod({self.number(s, 1)}, 32_8) + 1) = {self.number(s)}")

    def branch(self, s):
        uniform = s.uniform and self.chance(0.5)
        inside = lambda: self.several(s.inner(uniform=uniform, depth=s.depth - 1))
        if self.chance(0.25):
            self(f"select case (mod({self.number(s, 1, uniform)}, 4_8))")
            for case in ("case (0)", "case (1:2)", "case default"):
                self(case)
                self.depth += 1
                inside()
                self.depth -= 1
            self("end select")
            return
        self.block(f"if ({self.condition(s, uniform)}) then", "end if", inside)

    def way_out(self, s):
        loops = [name for name, same in s.loops if s.uniform or not same]
        if loops and (s.uniform or not any(same for _, same in s.loops)):
            self(f"if (mod({self.number(s, 1, s.uniform)}, {self.pick(5, 9, 17)}_8) == 1) {self.pick('exit', 'cycle')} {self.pick(*loops)}")

    def loop(self, s):
        fitting = [n for n in (1, 2, 3, 5, 12, 40) if n * s.trips <= 120]
        trips = self.pick(0, *fitting, *fitting, *fitting) if fitting else 1
        uniform = s.uniform and self.chance(0.6)
        counter, label = self.name("i"), self.name("l")
        self.counters.append(counter)
        last = f"{trips}"
        if not uniform and self.chance(0.3):
            last = f"{trips} - mod(rank, 2)"
        head = self.pick(f"1, {last}", f"{last}, 1, -1", f"3, 3 * ({last}), 3", f"0, {last} - 1")
        inside = s.inner(uniform=uniform, trips=s.trips * max(trips, 1), depth=s.depth - 1,
                         loops=(*s.loops, (label, uniform)))  # fmt: skip
        inside.values.append((f"int({counter}, 8)", uniform))
        self.block(f"{label}: do {counter} = {head}", f"end do {label}", lambda: self.several(inside, must_read=True))

    def call(self, s):
        routines = [(name, same) for name, same in self.functions if s.uniform or not same]
        # A variable of the module would be another name of what the routine changes.
        targets = [(v, same) for v, same in s.variables if v in ("b", "x")]
        if routines and targets:
            name, _ = self.pick(*routines)
            self(f"call {name}({self.number(s, 1, s.uniform)}, {self.pick(*targets)[0]}, d)")

    def several(self, s, must_read=False):
        reads = [self.read, self.read, self.read, self.dependent, self.part, self.until_short, self.own_file, self.view]
        for k in range(self.pick(1, 2, 3)):
            afford = self.reads + 3 * s.trips < MOST_READS
            if must_read and k == 0 and afford:
                self.pick(*reads)(s)
                self.reads += 2 * s.trips
                continue
            ways = [self.assign, self.way_out, self.call]
            if s.depth > 0:
                ways += [self.branch]
                ways += [self.loop] * 2 if afford else []
            if afford:
                ways += [self.read]
                self.reads += s.trips
            self.pick(*ways)(s)

    # The program ------------------------------------------------------------------

    def body(self, head, tail, declared, scope, begin=(), end=()):
        """A procedure: counters are declared where they are known."""
        outer, self.lines = self.lines, []
        self.counters = []
        self.depth += 1
        self(*begin)
        for _ in range(self.pick(1, 2, 3)):
            self.several(scope, must_read=True)
        self(*end)
        self.depth -= 1
        lines, self.lines = self.lines, outer
        self(head)
        self.depth += 1
        self(*declared, *([f"integer :: {', '.join(self.counters)}"] if self.counters else []))
        self.depth -= 1
        self.lines += lines
        self(tail)

    def text(self):
        file, p = self.handle("File"), self
        self(f"! Program {self.seed} of test/fuzz.", "module state", f"  use {'mpi_f08' if self.f08 else 'mpi'}", "  implicit none")
        self.depth = 1
        self("type :: cell", "  integer :: mark = 0", "  integer(8) :: value = 0", "end type",
             "type :: places", "  integer :: count = 32", "  integer(8), allocatable :: at(:)", "end type",
             f"{file} :: data, index, records, part, mine, viewed", f"{self.handle('Request')} :: request",
             f"{self.handle('Datatype')} :: vector", self.status("status"), "type(places) :: own", f"type(cell) :: cells({BUFFER})",
             f"integer(8), target :: fixed({BUFFER}), wide(64, 32)", "integer(8), allocatable :: heap(:)",
             "integer(8), pointer :: line(:)", f"integer(8) :: common_data({BUFFER})", "common /buffer/ common_data",
             "integer(8) :: table(32), grid(4, 8), shared = 3, mixed = 4, head, at", "integer(8), save :: kept = 5",
             "integer :: rank, ranks, ierr, got", "character(len=24) :: name", "character(len=10) :: stem = 'part'")  # fmt: skip
        self.depth = 0
        self("contains", "  include 'fuzz.inc'")
        self.depth = 1
        values = [("int(rank, 8)", False), ("int(ranks, 8)", True), ("shared", True), ("mixed", False), ("kept", False)]
        variables = [("shared", True), ("mixed", False), ("kept", False)]
        self.block("subroutine read_words(from, at, to)", "end subroutine", lambda: p(
            f"{file}, intent(in) :: from", "integer(MPI_OFFSET_KIND), intent(in) :: at", "integer(8), intent(inout) :: to(:)",
            "call MPI_File_read_at(from, at, to, size(to), MPI_INTEGER8, MPI_STATUS_IGNORE, ierr)"))  # fmt: skip
        for k in range(self.pick(0, 1, 2)):
            uniform, routine = self.chance(0.4), f"routine{k}"
            inside = [v for v in variables if uniform or not v[1]]
            before = self.reads
            self.body(f"subroutine {routine}(a, b, d)", "end subroutine",
                      ["integer(8), intent(in) :: a", "integer(8), intent(inout) :: b, d"],
                      Scope([*values, ("a", uniform), ("b", False)], [*inside, ("b", False)], uniform, depth=2, trips=3))  # fmt: skip
            self.reads = before + (self.reads - before) // 2
            self.functions.append((routine, uniform))
        sections = []
        for k in range(self.pick(1, 2, 3)):
            separate = self.chance(0.5)
            sections.append((f"section{k}", separate))
            if separate:
                self.body(f"subroutine section{k}(d)", "end subroutine", ["integer(8), intent(inout) :: d", "integer(8) :: x"],
                          Scope([*values, ("x", False)], [*variables, ("x", False)], True), ["x = m(d)"])  # fmt: skip
        self.depth = 0
        self("end module", "")
        self.main(values, variables, sections)
        return "\n".join(self.lines) + "\n"

    def main(self, values, variables, sections):
        outer, self.lines, self.counters, self.depth = self.lines, [], [], 1
        self("call MPI_Init(ierr)", "call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)", "call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)")
        self.block("if (rank == 0) then", "end if", lambda: self(
            f"call make_file('data', {WORDS})", "call make_file('index', 512)", f"call make_file('records', {self.pick(0, 299, 300, 900, 3001)})",
            f"do k = 0, {PARTS - 1}", "  write (name, '(a,i0)') 'part.', k", "  call make_file(name, 150 + 100 * k)", "end do"))  # fmt: skip
        self("write (name, '(a,i0)') 'own.', rank", "call make_file(name, 2000)", "call MPI_Barrier(MPI_COMM_WORLD, ierr)",
             "allocate (heap(700), own%at(32))", "heap = 0", "fixed = 0", "wide = 0", "common_data = 0", "head = 0",
             "line => wide(5, 1:1)", "line => fixed(101:150)", "do concurrent(k=1:32)", "  table(k) = mod(k * 7919, 4099)",
             "  own%at(k) = mod(k * 104729, 8191)", "end do", "grid = reshape(m(table * 3), [4, 8])")  # fmt: skip
        for handle, file, comm, mode in (("data", "'data'", "WORLD", "RDONLY"), ("index", "'index   '", "WORLD", "RDONLY"),
                                         ("records", "'records'", "SELF", "RDONLY"), ("viewed", "'data'", "WORLD", "RDONLY"),
                                         ("mine", "name", "SELF", "RDWR")):  # fmt: skip
            self(f"call MPI_File_open(MPI_COMM_{comm}, {file}, MPI_MODE_{mode}, MPI_INFO_NULL, {handle}, ierr)")
        self("call MPI_Type_vector(400, 1, 2, MPI_INTEGER8, vector, ierr)", "call MPI_Type_commit(vector, ierr)", "d = 0", "x = 1")
        for name, separate in sections:
            if separate:
                self(f"call {name}(d)")
            else:
                self.several(Scope([*values, ("x", False)], [*variables, ("x", False)], True), must_read=True)
            self(f"print '(a,2(1x,i0))', '{name}', rank, d")
        for handle in ("data", "index", "records", "viewed", "mine"):
            self(f"call MPI_File_close({handle}, ierr)")
        self("call MPI_Type_free(vector, ierr)", "call MPI_Finalize(ierr)")
        self.depth = 0
        lines, self.lines = self.lines, outer
        self("program fuzz", "  use state", "  implicit none", "  integer(8) :: d, x",
             f"  integer :: {', '.join(['k', *self.counters])}")  # fmt: skip
        self.lines += lines
        self("end program")


def generate(seed):
    """Source text and its suffix."""
    return Program(seed).text(), "f90"
