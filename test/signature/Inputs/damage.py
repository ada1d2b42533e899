"""Damages a trace in many ways and runs foreslice-signature on each: damage.py COMMAND TRACE
FOLDER. It may read what is left or say one error line, and nothing else."""

import pathlib
import random
import re
import struct
import subprocess
import sys

command, trace, folder = sys.argv[1], pathlib.Path(sys.argv[2]).read_bytes(), pathlib.Path(sys.argv[3])
USED_AT, HEADER = 8, 56
used = struct.unpack_from("<I", trace, USED_AT)[0]


def with_payload(payload):
    return (trace[:USED_AT] + struct.pack("<I", len(payload)) + trace[USED_AT + 4:HEADER] + payload).ljust(65536, b"\0")


def damaged():
    yield trace[:40]
    yield trace[:HEADER]
    yield trace[:HEADER + used - 1]
    yield trace + b"x"
    yield trace[:USED_AT] + b"\xff\xff\xff\xff" + trace[USED_AT + 4:]
    good = trace[HEADER:HEADER + used]
    for more in (b"\x05", b"\x7f", b"\xff", b"\x10", b"\x10\x63", b"\x10\x00\x09", b"\x01\x00\x00\x00\xff\xff\xff\xff\x0f",
                 b"\x02\x00\x7f", b"\x03\x01\x63\x00", b"\x10\x00\x00" + b"\xff" * 20, b"\x01" + b"\x80" * 12):
        yield with_payload(good + more)
    draw = random.Random(1)
    for _ in range(60):
        broken = bytearray(trace)
        for _ in range(draw.randrange(1, 5)):
            broken[draw.randrange(HEADER + used)] = draw.randrange(256)
        yield bytes(broken)


errors = 0
for content in damaged():
    path = folder / "damaged.accesses"
    path.write_bytes(content)
    run = subprocess.run([command, path], capture_output=True, text=True, errors="replace")
    assert run.returncode in (0, 1), run
    if run.returncode:
        errors += 1
        assert re.fullmatch(r"foreslice-signature: error: '.*', chunk \d+, byte \d+: .*\n"
                            r"|foreslice-signature: error: there is no access in these traces\n",
                            run.stderr), run.stderr
print(errors, "errors")
