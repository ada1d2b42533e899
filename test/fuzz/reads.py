"""Single accesses: every call, with count and datatype in several forms."""

TYPES = {"MPI_BYTE": 1, "MPI_CHAR": 1, "MPI_INT": 4, "MPI_DOUBLE": 8, "triple": 3}


def typed(g, bytes):
    """Count and datatype of so many bytes."""
    fitting = [t for t, size in TYPES.items() if bytes % size == 0]
    kind = g.pick("MPI_BYTE", *fitting)
    return f"{bytes // TYPES[kind]}, {kind}"


def explicit(g, s, w, file, offset, where, bytes, status="MPI_STATUS_IGNORE"):
    """A read at an offset, by any of the calls that do that."""
    what = typed(g, bytes)
    collective = s.uniform and file.shared
    call = g.weighted([
        (10, "MPI_File_read_at"), (3, "seek"), (2, "iread"), (1, "iseek"),
        (4 if collective else 0, "MPI_File_read_at_all"),
        (2 if collective else 0, "split"), (1 if collective else 0, "isplit"),
        (1 if collective else 0, "seek_all"),
    ])  # fmt: skip
    f = file.handle
    if call.startswith("MPI"):
        w(f"{call}({f}, {offset}, {where}, {what}, {status});")
    elif call == "split":
        w(f"MPI_File_read_at_all_begin({f}, {offset}, {where}, {what});")
        if g.chance(0.5):
            w("compute();")
        w(f"MPI_File_read_at_all_end({f}, {where}, {status});")
    elif call in ("seek", "seek_all"):
        w(f"MPI_File_seek({f}, {offset}, MPI_SEEK_SET);")
        w(f"MPI_File_read{'_all' if call == 'seek_all' else ''}({f}, {where}, {what}, {status});")
    else:
        request = g.name("request")
        w(f"MPI_Request {request};")
        if call == "iseek":
            w(f"MPI_File_seek({f}, {offset}, MPI_SEEK_SET);",
              f"MPI_File_iread({f}, {where}, {what}, &{request});")  # fmt: skip
        else:
            all = "_all" if call == "isplit" else ""
            w(f"MPI_File_iread_at{all}({f}, {offset}, {where}, {what}, &{request});")
        if g.chance(0.5):
            w("compute();")
        if g.chance(0.3):
            done = g.name("done")
            w(f"int {done} = 0;", f"while (!{done})", f"  MPI_Test(&{request}, &{done}, {status});")
        else:
            w(f"MPI_Wait(&{request}, {status});")


def digest(g, w, where, bytes):
    """The computation on what was read, of which a part may decide more."""
    w(g.weighted([(6, f"mix(&sum, {where}, {bytes});"),
                  (1, f"sum = sum * 31 + {where}[{g.upto(0, bytes - 1)}];")]))  # fmt: skip
    if g.chance(0.7):
        w("compute();")


def read(g, s, w):
    """A read of data that are there."""
    g.spend(s, 1)
    file = g.dice.choice([f for f in s.files if f.holds != "chain"])
    buffers = [b for b in s.buffers if not b.uniform or (s.uniform and file.shared)]
    if buffers and g.chance(0.8):
        buffer = g.dice.choice(buffers)
        bytes = min(buffer.size, g.pick(8, 24, 120, 512, 1000, 4096), file.size // 2)
        at = g.pick(0, 0, buffer.size - bytes)
        where = f"{buffer.text} + {at}" if at else buffer.text
        explicit(g, s, w, file, g.offset(s, file.size, bytes, buffer.uniform), where, bytes)
        digest(g, w, f"({where})", bytes)
        return
    with w.block(""):
        bytes = min(g.pick(8, 64, 512, 4096, 9000), file.size // 2)
        where, after = g.local_buffer(w, bytes)
        offset = g.offset(s, file.size, bytes)
        if g.chance(0.4):
            w("MPI_Status status;")
            explicit(g, s, w, file, offset, where, bytes, "&status")
            w("mixNumber(&sum, (u64)received(&status));")
        else:
            explicit(g, s, w, file, offset, where, bytes)
        digest(g, w, where, bytes)
        w(*after)


def read_into_variable(g, s, w):
    """Eight bytes of a file become a variable."""
    g.spend(s, 1)
    file = g.dice.choice(s.files)
    uniform = s.uniform and file.shared
    targets = [t for t in s.targets if not t.uniform or uniform]
    if not targets:
        return read(g, s, w)
    target = g.dice.choice(targets)
    explicit(g, s, w, file, g.offset(s, file.size, 8, target.uniform), f"(byte *)&{target.text}", 8)
    w(f"mixNumber(&sum, {target.text});")


def read_at_pointer(g, s, w):
    """The next bytes, wherever the individual pointer stands, also past the end."""
    g.spend(s, 1)
    file = g.dice.choice(s.files)
    bytes = g.pick(16, 100, 1024, 5000)
    with w.block(""):
        where, after = g.local_buffer(w, bytes)
        w("MPI_Status status;")
        if g.chance(0.3):
            whence = g.pick("MPI_SEEK_SET", "MPI_SEEK_END")
            sign = "-" if whence == "MPI_SEEK_END" else ""
            w(f"MPI_File_seek({file.handle}, {sign}(MPI_Offset)({g.number(s)} % {file.size}u), {whence});")
        w(f"MPI_File_read({file.handle}, {where}, {typed(g, bytes)}, &status);")
        w("mixNumber(&sum, (u64)received(&status));")
        w(f"mix(&sum, {where}, received(&status));")
        if g.chance(0.3):
            w("MPI_Offset position;", f"MPI_File_get_position({file.handle}, &position);",
              "mixNumber(&sum, (u64)position);")  # fmt: skip
        w("compute();", *after)


def read_nothing(g, s, w):
    """Zero bytes, or bytes behind the end of the file, in part or all."""
    g.spend(s, 1)
    file = g.dice.choice(s.files)
    with w.block(""):
        w("byte rest[512];", "MPI_Status status;", "memset(rest, 85, sizeof rest);")
        count = g.pick("0", "512", f"(int)({g.number(s)} % 513u)")
        start = g.pick(file.size - 300, file.size - 8, file.size, file.size + 10000)
        w(f"MPI_File_read_at({file.handle}, {start} + (MPI_Offset)({g.number(s, 1)} % 200u), rest, {count}, MPI_BYTE, &status);")
        w("mixNumber(&sum, (u64)received(&status));", "mix(&sum, rest, received(&status));")


def own_file(s):
    return next((f for f in s.files if not f.shared), None)


def write(g, s, w):
    """To the rank's own file, which it reads as well."""
    g.spend(s, 1)
    file = own_file(s)
    bytes = g.pick(8, 100, 512, 5000)
    with w.block(""):
        where, after = g.local_buffer(w, bytes)
        w(f"memset({where}, (int)({g.number(s)} % 256), {bytes});")
        offset = g.offset(s, file.size, bytes)
        call = g.weighted([(6, "at"), (2, "seek"), (1, "iwrite")])
        if call == "at":
            w(f"MPI_File_write_at({file.handle}, {offset}, {where}, {bytes}, MPI_BYTE, MPI_STATUS_IGNORE);")
        elif call == "seek":
            w(f"MPI_File_seek({file.handle}, {offset}, MPI_SEEK_SET);")
            w(f"MPI_File_write({file.handle}, {where}, {bytes}, MPI_BYTE, MPI_STATUS_IGNORE);")
        else:
            w("MPI_Request request;")
            w(f"MPI_File_iwrite_at({file.handle}, {offset}, {where}, {bytes}, MPI_BYTE, &request);")
            w("MPI_Wait(&request, MPI_STATUS_IGNORE);")
        w(*after)
