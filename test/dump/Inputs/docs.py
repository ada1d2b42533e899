#!/usr/bin/env python3
"""Fails where docs/dump.md does not have what foreslice-dump prints.

Usage: docs.py DUMP PAGE, in a folder with the sources that the page names.
"""

import re
import subprocess
import sys

dump, page = sys.argv[1:]
blocks = re.findall(r"^    foreslice-dump (.*)\n(?:.|\n)*?^```\n((?:.|\n)*?)^```$",
                    open(page).read(), flags=re.M)
for command, expected in blocks:
    arguments = [argument.removeprefix("examples/") for argument in command.split()]
    printed = subprocess.run([dump, *arguments], capture_output=True, text=True, check=True)
    if printed.stdout.strip() != expected.strip():
        sys.exit(f"docs/dump.md is stale: {command} prints\n{printed.stdout}")
print(len(blocks), "commands")
