"""Reads a file in a new namespace of processes, and leaves a child to look whether the companion ends."""

import hashlib
import os
import re
import subprocess
import sys
import time

# Only root may do the first, and only there the process reaches the companion.
for options in (["--pid"], ["--user", "--map-root-user", "--pid"]):
    unshare = ["unshare", *options, "--fork"]
    if subprocess.run([*unshare, "true"], stderr=subprocess.DEVNULL).returncode != 0:
        continue
    read = subprocess.run([*unshare, "cat", sys.argv[1]], stdout=subprocess.PIPE, check=True).stdout
    with open(sys.argv[1], "rb") as file:
        assert hashlib.sha256(read).digest() == hashlib.sha256(file.read()).digest()
companion = re.match("/proc/([0-9]+)/", os.environ["FORESLICE_SEGMENT"])[1]
main = os.getpid()
if os.fork():
    sys.exit(0)
# The child has no guest that is attached, and so does not hold the companion.
os.environ.pop("FORESLICE_SEGMENT")
os.execvp(sys.executable, [sys.executable, "-c", f"""
import os, sys, time
for i in range(600):
    if not os.path.exists("/proc/{companion}"):
        sys.exit(0)
    time.sleep(0.1)
print("the companion goes on")
"""])
