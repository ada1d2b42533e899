"""Says how the kernel places each library: as any small library, in addresses that the
loader has reserved before, or, from 2 MiB on, at a multiple of 2 MiB."""

import pathlib
import re
import subprocess
import sys

LARGE, PAGE = 2 << 20, 4 << 10

for library in sys.argv[1:]:
    headers = subprocess.run(["readelf", "-lW", library], capture_output=True, text=True, check=True).stdout
    loads = [[int(number, 16) for number in load.split()[1:3] + load.split()[4:6] + load.split()[-1:]]
             for load in re.findall(r"^\s*LOAD.*", headers, re.M)]
    end = max(address + size for _, address, _, size, _ in loads)
    print(pathlib.Path(library).name, "is small" if end < LARGE else
          "is placed by the loader" if loads[0][-1] > PAGE else "is placed with a gap")
