#!/usr/bin/env python3
"""Prints the commands of a page, which are all that it has indented by four blanks."""

import sys

for line in open(sys.argv[1]):
    if line.startswith("    "):
        print(line[4:], end="")
    elif not line.strip():
        print()
