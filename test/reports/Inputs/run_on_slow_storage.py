#!/usr/bin/env python3
"""Runs COMMAND... DATA INDEX with files of 8 MiB and 64 KiB on slow storage (slowfs-run)."""

import os
import struct
import subprocess
import sys

backing, mount = os.environ["SLOWFS_BACKING"], os.environ["SLOWFS_DIR"]
PARTS = 128
with open(backing + "/data", "wb") as data:
    for part in range(PARTS):
        data.write(bytes([part]) * 65536)
with open(backing + "/index", "wb") as index:
    index.write(struct.pack("<64q", *[i * 53 % PARTS * 65536 for i in range(64)]) * 128)
command = [*sys.argv[1:], mount + "/data", mount + "/index"]
sys.exit(subprocess.run(command).returncode)
