"""Reads a file in a new namespace of processes, and leaves a child to look whether the companion ends."""

import hashlib
import os
import re
import subprocess
import sys
import time

UNSHARE = ["unshare", "--user", "--map-root-user", "--pid", "--fork"]
if subprocess.run([*UNSHARE, "true"], stderr=subprocess.DEVNULL).returncode != 0:
    sys.exit(0)  # The system allows no namespaces.
read = subprocess.run([*UNSHARE, "cat", sys.argv[1]], stdout=subprocess.PIPE, check=True).stdout
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
