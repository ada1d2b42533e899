"""Writes files of accesses, as docs/access-trace.md describes them."""

import struct

CHUNK = 64 << 10
LAYERS = {"posix": 0, "stdio": 1, "mpiio": 2, "collective": 3}
OPERATIONS = {"read": 0, "write": 1, "open": 2, "close": 3, "map": 4}


def number(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out + bytes([value]))


def signed(value):
    return number(value << 1 if value >= 0 else (-value << 1) - 1)


def text(value):
    return number(len(value)) + value


class Trace:
    """The accesses of one process, in as many chunks as it takes."""

    def __init__(self, rank=-1, ranks=0, process=1, program="program", began=10**18):
        self.rank, self.ranks, self.process, self.began = rank, ranks, process, began
        self.program, self.chunks, self.now, self.lost = program, [], began, 0
        self.begin()

    def begin(self):
        self.chunks.append(bytearray())
        self.files, self.end, self.start, self.thread = {}, 0, self.began, 1
        self.chunks[-1] += b"\x02" + number(0) + text(b"\xab\xcd") + text(b"/bin/" + self.program.encode())

    def access(self, operation, file, offset, size, *, result=None, thread=1, layer="posix", gap=1000, took=50, view=None):
        """gap: in ns, from the start of the access before; took: in ns. view: place, shift, span and number of an access that is not contiguous."""
        self.now += gap
        if len(self.chunks[-1]) > CHUNK - 500:
            self.begin()
        record = bytearray()
        if file not in self.files:
            self.files[file] = len(self.files)
            record += b"\x01" + number(self.files[file]) + number(1) + number(100 + len(self.files)) + text(file.encode())
        if thread != self.thread:
            self.thread = thread
            record += b"\x04" + number(thread)
        result = size if result is None else result
        record.append(16 + 16 * LAYERS[layer] + OPERATIONS[operation] | (0x80 if view else 0))
        record += number(self.files[file]) + number(0) + signed(offset - self.end) + number(size)
        record += signed(result - size) + signed(self.now - self.start) + number(took)
        for value in view or ():
            record += number(value)
        self.end = offset + (view[2] if view else result)
        self.start = self.now
        self.chunks[-1] += record

    def read(self, *arguments, **options):
        self.access("read", *arguments, **options)

    def write(self, *arguments, **options):
        self.access("write", *arguments, **options)

    def bytes(self):
        out = bytearray()
        for i, payload in enumerate(self.chunks):
            header = struct.pack("<8sIIiiIIQQQ", b"FSACCES1", len(payload), i, self.rank, self.ranks,
                                 self.process, 1, self.began, self.lost, 0)
            out += (header + payload).ljust(CHUNK, b"\0")
        return bytes(out)

    def save(self, path):
        with open(path, "wb") as file:
            file.write(self.bytes())
