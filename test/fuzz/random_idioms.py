"""Idioms in which random numbers decide the places."""

from idiom import IGNORE, data_file, idiom


@idiom(14)
def drawn_places(g, s, w):
    """By generators of the C library, seeded here or before."""
    file, bytes = data_file(g, s), g.pick(64, 700)
    w(f"byte b[{bytes}];", "memset(b, 0, sizeof b);")
    seeds = {"rand": "srand", "random": "srandom", "lrand48": "srand48", "drand48": "srand48", "drawAside": "srand", "fractionAside": "srand48"}
    way = g.pick(*seeds, "rand_r", "erand48", "nrand48", "mixed")
    draws = {"drand48": "(u64)(drand48() * 1e6)", "fractionAside": "(u64)(fractionAside() * 99999)",
             "rand_r": "(u64)rand_r(&state)", "erand48": "(u64)(erand48(states) * 70000)", "nrand48": "(u64)nrand48(states)",
             "mixed": "(u64)(k % 2 ? rand() : drawAside()) + (u64)lrand48()"}  # fmt: skip
    draw = draws.get(way, f"(u64){way}()")
    if way == "rand_r":
        w(f"unsigned state = (unsigned)({g.number(s, 1)});")
    elif way in ("erand48", "nrand48"):
        w(f"unsigned short states[3] = {{{g.upto(0, 999)}, (unsigned short)({g.number(s, 1)}), 3}};")
    elif g.chance(0.5):
        w(f"{seeds.get(way, 'srand')}((unsigned)({g.number(s, 1)}));")
    again = way in seeds and g.chance(0.2)
    with w.block(f"for (int k = 0; k < {g.upto(2, 14)}; k++)"):
        if again:
            w("if (k % 5 == 3)", f"  {seeds[way]}((unsigned)k);")
        w(f"u64 at = {draw};")
        kind = g.pick("", "", "rejected", "twice", "data")
        if kind == "rejected":
            with w.block("while (at % 3 == 0)"):
                w(f"at = {draw};")
        elif kind == "twice":
            w(f"at ^= {draw} * 3;")
        elif kind == "data":
            w("if (b[0] % 4 == 1)", f"  at = {draw};")
        w(f"MPI_File_read_at({file.handle}, (MPI_Offset)(at % {file.size - bytes}u), b, {bytes}, {IGNORE});")
        w(f"mix(&sum, b, {bytes});", "compute();")
        if g.chance(0.2):
            w(f"mixNumber(&sum, {draw});")
    if way not in ("rand_r", "erand48", "nrand48"):
        w("mixNumber(&sum, (u64)rand() + (u64)random() * 3 + (u64)lrand48());")


@idiom(14, cxx=True)
def engine(g, s, w):
    """By the engines and distributions of C++, or in an order they shuffle."""
    file, bytes, n = data_file(g, s), g.pick(64, 700), g.upto(2, 14)
    kind = g.pick("mt19937", "mt19937_64", "minstd_rand")
    w(f"byte b[{bytes}];", "memset(b, 0, sizeof b);", f"{g.pick('', '', 'static ')}std::{kind} draws((unsigned)({g.number(s, 1)}));")
    way = g.pick("uniform", "real", "plain", "shuffle", "shuffle inside")
    if way == "uniform":
        w(f"std::uniform_int_distribution<u64> anywhere(0, {file.size - bytes});")
    elif way == "real":
        w("std::uniform_real_distribution<double> anywhere(0, 60000);")
    elif way.startswith("shuffle"):
        w(f"std::vector<u64> order({n});", "std::iota(order.begin(), order.end(), 0u);")
        if way == "shuffle":
            w("std::shuffle(order.begin(), order.end(), draws);")
    at = {"plain": "(u64)draws()"}.get(way, f"order[k] * {g.pick(4096, 5000)}u" if way.startswith("shuffle") else "(u64)anywhere(draws)")
    with w.block(f"for (size_t k = 0; k < {n}; k++)"):
        if way == "shuffle inside":
            w("if (k % 4 == 0)", "  std::shuffle(order.begin(), order.end(), draws);")
        w(f"u64 at = {at} % {file.size - bytes}u;")
        w(f"MPI_File_read_at({file.handle}, (MPI_Offset)at, b, {bytes}, {IGNORE});", f"mix(&sum, b, {bytes});", "compute();")
        if g.chance(0.2):
            w("if (b[0] % 3 == 0)", "  draws.discard(2);")
    w("mixNumber(&sum, (u64)draws());")


@idiom(16)
def shuffled_order(g, s, w):
    """A table in an order that is shuffled by hand, once or each time around."""
    file, bytes, n = data_file(g, s), g.pick(64, 700), g.upto(2, 12)
    heap = g.chance(0.4)
    w(f"int *order = (int *)allocate({n} * sizeof(int));" if heap else f"int order[{n}];", f"byte b[{bytes}];")
    draw = g.pick("rand()", "(int)(random() & 0xffff)", "drawAside()", "(int)(lrand48() % 1000)", "(int)(fractionAside() * 1000)", "draw()")
    w(f"for (int k = 0; k < {n}; k++)", "  order[k] = k;")
    with w.block(f"for (int epoch = 0; epoch < {g.upto(1, 3)}; epoch++)"):
        if g.chance(0.3):
            w(f"srand({g.upto(0, 99)} + (unsigned)epoch);")
        with w.block(f"for (int k = {n} - 1; k > 0; k--)"):
            w(f"int j = (int)((unsigned)({draw}) % (unsigned)(k + 1)), old = order[k];", "order[k] = order[j];", "order[j] = old;")
        with w.block(f"for (int k = 0; k < {n}; k++)"):
            w(f"MPI_File_read_at({file.handle}, (MPI_Offset)order[k] * 5000 + epoch, b, {bytes}, {IGNORE});")
            w(f"mix(&sum, b, {bytes});", "compute();")
            if g.chance(0.2):
                w(f"mixNumber(&sum, (u64)({draw}));")
    if heap:
        w("release(order);")
