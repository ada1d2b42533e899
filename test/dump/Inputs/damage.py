#!/usr/bin/env python3
"""Damages the slice record of an object in many ways and runs foreslice-dump on
each: it may read what is left or say one error line, and nothing else.

Usage: damage.py DUMP OBJECT FOLDER
"""

import pathlib
import random
import struct
import subprocess
import sys
import zlib

HEADER = struct.Struct("<8sIIQQ")


def damaged(record):
    """Records that are none: (name, bytes)."""
    magic, version, flags, stored, raw = HEADER.unpack_from(record)
    body = record[HEADER.size:HEADER.size + stored]
    text = zlib.decompress(body) if flags else body

    def packed(data, claimed=None):
        new = zlib.compress(data)
        return HEADER.pack(magic, version, 1, len(new), claimed or len(data)) + new

    for cut in (1, 8, 31, 32, 33, len(record) // 2, len(record) - 1):
        yield f"cut to {cut}", record[:cut]
    yield "newer", HEADER.pack(magic, 99, flags, stored, raw) + body
    yield "longer than it is", HEADER.pack(magic, version, flags, 1 << 60, raw) + body
    yield "huge", HEADER.pack(magic, version, flags, stored, 1 << 60) + body
    yield "deep", packed(b"\x91" * 900000)
    yield "long list", packed(b"\xdd\xff\xff\xff\xff" + text)
    yield "map of maps", packed(b"\x81\x80\x80")
    yield "not a map", packed(b"\x93\x01\x02\x03")
    yield "no text", packed(text.replace(b"module", b"mod\xff\xfe\xfd"))
    yield "other size", packed(text, len(text) + 1)
    yield "bomb", packed(b"\0" * (1 << 20))
    yield "far places", packed(text.replace(b"\x93\x00", b"\x93\x7f"))
    yield "no numbers", packed(text.replace(b"\x93\x00", b"\x93\xa0"))
    yield "other kinds", packed(text.replace(b"sliced\xc3", b"sliced\xc0"))
    yield "escapes", packed(text.replace(b"MPI_File_read_at", b"\x1b[31m" + 11 * b"x"))
    chance = random.Random(1)
    for number in range(60):
        new = bytearray(text if number % 2 else record)
        for _ in range(chance.randint(1, 4)):
            new[chance.randrange(len(new))] = chance.randrange(256)
        yield f"flips {number}", packed(bytes(new)) if number % 2 else bytes(new)


def main():
    dump, source, folder = sys.argv[1:]
    whole = pathlib.Path(source).read_bytes()
    at = whole.index(b"FSLICREC")
    stored = HEADER.unpack_from(whole, at)[3]
    record = whole[at:at + HEADER.size + stored]
    pathlib.Path(folder).mkdir(exist_ok=True)
    errors = 0
    for name, new in damaged(record):
        # The record as assembly, so that the object around it is whole.
        file = pathlib.Path(folder) / "record.ll"
        escaped = "".join(f"\\{byte:02X}" for byte in new)
        file.write_text(
            f'@record = private constant [{len(new)} x i8] c"{escaped}", '
            'section ".foreslice.record"\n')
        for arguments in (["--format=json"], []):
            done = subprocess.run([dump, *arguments, file], capture_output=True, check=False,
                                  timeout=600)
            lines = done.stderr.decode().splitlines()
            if b"\x1b" in done.stdout:
                sys.exit(f"{name}: what is in the record reaches the terminal as it is")
            if done.returncode == 1 and len(lines) == 1 and \
                    lines[0].startswith("foreslice-dump: error: "):
                errors += 1
            elif done.returncode or lines:
                sys.exit(f"{name}: status {done.returncode}, {lines}")
            if name.startswith("flips"):
                break
    print(errors, "errors")


if __name__ == "__main__":
    main()
