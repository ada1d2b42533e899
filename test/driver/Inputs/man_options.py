#!/usr/bin/env python3
"""man_options.py PAGE COMMAND...: the manual page has each option that the command's --help has."""

import pathlib
import re
import subprocess
import sys


def options(text):
    return set(re.findall(r"--[a-z-]+", text))


page = pathlib.Path(sys.argv[1]).read_text().replace("\\", "")
text = subprocess.run([*sys.argv[2:], "--help"], capture_output=True, text=True, check=True).stdout
assert options(text), text
missing = options(text) - options(page)
assert not missing, missing
