"""Prints the names of the functions that the loader calls when it loads a library."""

import struct
import subprocess
import sys

library = sys.argv[1]
names = {}
for line in subprocess.run(["nm", library], capture_output=True, text=True, check=True).stdout.splitlines():
    *address, kind, name = line.split()
    if address and kind in "tTwW":
        names.setdefault(int(address[0], 16), name)
sections = subprocess.run(["readelf", "-SW", library], capture_output=True, text=True, check=True).stdout
address, offset, size = next(
    [int(word, 16) for word in line.split(" INIT_ARRAY ")[1].split()[:3]]
    for line in sections.splitlines() if " .init_array " in line)
with open(library, "rb") as file:
    file.seek(offset)
    found = struct.unpack(f"<{size // 8}Q", file.read(size))
# An entry may be in the table of relocations alone.
for line in subprocess.run(["readelf", "-rW", library], capture_output=True, text=True, check=True).stdout.splitlines():
    words = line.split()
    if len(words) == 4 and words[2].endswith("_RELATIVE") and address <= int(words[0], 16) < address + size:
        found = (*found, int(words[3], 16))
print(*sorted(names[at] for at in found if at in names), sep="\n")
