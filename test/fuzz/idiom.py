"""Ways in which people read files, as whole statements with a loop or more.

Each is a function that writes one block; @idiom says what it costs in reads,
whether it needs code that all ranks run alike, and where it can be: in programs
of "mpi", in those "alone" without MPI, or in "both".
"""

ALL = []


def idiom(cost, uniform=False, cxx=None, where="both"):
    def enlist(function):
        def spending(g, s, w):
            g.spend(s, cost)
            with w.block(""):
                function(g, s, w)

        spending.cost, spending.uniform, spending.cxx, spending.where = cost, uniform, cxx, where
        spending.__name__ = function.__name__
        ALL.append(spending)
        return spending

    return enlist


def data_file(g, s):
    """A file with room for what an index points to."""
    return g.dice.choice([f for f in s.files if f.shared and f.size >= 1 << 16])


def holding(g, s, what):
    return next(f for f in s.files if f.holds == what)


IGNORE = "MPI_BYTE, MPI_STATUS_IGNORE"
