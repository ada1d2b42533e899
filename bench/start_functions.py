"""Writes runtime/start_functions.txt: the functions of the run time that a program's
start calls, in the order of the first calls. The linker puts these together.

To be run by gdb, with a program that is linked with the run time of the build tree:

  foreslice-clang -O2 -fprefetch-slice bench/programs/start.c -o start
  gdb -q -batch -x bench/start_functions.py --args ./start FILE

The program is run without arguments first, and then as given.
"""

import collections
import pathlib
import re
import subprocess

import gdb

LIBRARY = "libforeslice.so"
LIST = pathlib.Path(__file__).resolve().parent.parent / "runtime" / "start_functions.txt"


def functions(library):
    """By offset in the library, all names."""
    names = collections.defaultdict(list)
    out = subprocess.run(["nm", library], capture_output=True, text=True, check=True).stdout
    for line in out.splitlines():
        if match := re.fullmatch(r"(\w+) [tTwW] (\S+)", line):
            names[int(match[1], 16)].append(match[2])
    return names


def called(arguments):
    """The names of each function that a run calls, in order."""
    gdb.execute(f"set args {arguments} >/dev/null")
    gdb.execute(f"catch load {LIBRARY}")
    gdb.execute("run", to_string=True)
    gdb.execute("delete")
    pid = gdb.selected_inferior().pid
    first = next(line for line in pathlib.Path(f"/proc/{pid}/maps").read_text().splitlines()
                 if LIBRARY in line)
    base, library = int(first.split("-")[0], 16), first.split()[-1]
    names = functions(library)
    stops = {offset: gdb.Breakpoint(f"*{base + offset:#x}", internal=True) for offset in names}
    while True:
        gdb.execute("continue", to_string=True)
        if not gdb.selected_inferior().pid:
            break
        offset = gdb.selected_frame().pc() - base
        stops.pop(offset).delete()
        yield names[offset]
    for stop in stops.values():
        stop.delete()


gdb.execute("set pagination off")
gdb.execute("set breakpoint always-inserted on")
given = re.search(r'"(.*)"', gdb.execute("show args", to_string=True))[1]
found = []
for arguments in ("", given):
    for names in called(arguments):
        found += sorted(set(names) - set(found))
LIST.write_text("".join(f"{name}\n" for name in found))
print(f"{len(found)} names")
