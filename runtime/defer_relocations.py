"""Takes relocations of the section .foreslice_late from the loader.

  defer_relocations.py LIBRARY

The relocations are packed (DT_RELR), sorted by address, and those of the section come
first. The loader gets the rest of the table. The variable foreslice_late_relocations
says where the run time finds the first part: support/LateData.cpp. A library without
the section, without packed relocations or without names stays as it is.
"""

import pathlib
import struct
import sys

SHT_SYMTAB, SHT_DYNAMIC = 2, 6
DT_RELRSZ, DT_RELR = 35, 36
LATE, VARIABLE = b".foreslice_late", b"foreslice_late_relocations"
SECTION = struct.Struct("<IIQQQQIIQQ")
SYMBOL = struct.Struct("<IBBHQQ")
DYNAMIC = struct.Struct("<QQ")


def text(data, at):
    return data[at:data.index(b"\0", at)]


def places(entries):
    """What packed relocations relocate."""
    for entry in entries:
        if entry & 1:
            yield from (base + 8 * bit for bit in range(63) if entry >> bit + 1 & 1)
            base += 8 * 63
        else:
            yield entry
            base = entry + 8


def main():
    path = pathlib.Path(sys.argv[1])
    data = bytearray(path.read_bytes())
    if data[:6] != b"\x7fELF\x02\x01":
        return
    (table,) = struct.unpack_from("<Q", data, 40)
    size, count, names = struct.unpack_from("<HHH", data, 58)
    sections = [SECTION.unpack_from(data, table + size * i) for i in range(count)]

    def offset(address):
        return next(address - s[3] + s[4] for s in sections
                    if s[3] and s[1] != 8 and s[3] <= address < s[3] + s[5])

    late = [s for s in sections if text(data, sections[names][4] + s[0]) == LATE]
    symbols = next((s for s in sections if s[1] == SHT_SYMTAB), None)
    dynamic = next(s for s in sections if s[1] == SHT_DYNAMIC)
    tags = {}
    for at in range(dynamic[4], dynamic[4] + dynamic[5], DYNAMIC.size):
        tag, value = DYNAMIC.unpack_from(data, at)
        tags.setdefault(tag, (at, value))
    if not late or not symbols or DT_RELR not in tags:
        return
    strings = sections[symbols[6]][4]
    variable = next(s[4] for s in SYMBOL.iter_unpack(data[symbols[4]:symbols[4] + symbols[5]])
                    if text(data, strings + s[0]) == VARIABLE)
    first, end = late[0][3], late[0][3] + late[0][5]
    (relr_at, relr), (size_at, bytes_) = tags[DT_RELR], tags[DT_RELRSZ]
    entries = [e for (e,) in struct.iter_unpack("<Q", data[offset(relr):offset(relr) + bytes_])]
    taken = next((i for i, e in enumerate(entries) if not e & 1 and e >= end), len(entries))
    if not all(first <= place < end for place in places(entries[:taken])):
        sys.exit(f"{path}: relocations of {LATE.decode()} are packed with others")
    if taken == 0:
        return
    DYNAMIC.pack_into(data, relr_at, DT_RELR, relr + 8 * taken)
    DYNAMIC.pack_into(data, size_at, DT_RELRSZ, bytes_ - 8 * taken)
    struct.pack_into("<QQ", data, offset(variable), relr, taken)
    path.write_bytes(data)


if __name__ == "__main__":
    main()
