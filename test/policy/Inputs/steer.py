#!/usr/bin/env python3
"""Shows and steers a running program: steer.py FORESLICE-TOP FORESLICE-RUN.

The program reads until it is told to stop, so that nothing hangs on time.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

top, runner = sys.argv[1:]
environment = {**os.environ, "FORESLICE_SENSOR_INTERVAL": "5", "FORESLICE_POLICY": os.path.join(os.path.dirname(__file__), "none.toml")}


def start(*options):
    return subprocess.Popen([runner, *options, "--", "./reads", "data"], env=environment, start_new_session=True)


def shown(process, text):
    """The table of the process, once it has the text."""
    while True:
        done = subprocess.run([top, "--once", str(process.pid)], capture_output=True, text=True)
        if process.poll() is not None:
            sys.exit(f"the program has ended: {done.stderr}")
        if text in done.stdout:
            return done.stdout
        time.sleep(0.01)


def set_by_hand(process, setting):
    subprocess.run([top, "--set", setting, str(process.pid)], check=True)


program = start("--stats=stats.json")
try:
    shown(program, "read_rate")
    set_by_hand(program, "prefetch_pages=3")
    print(shown(program, "by hand: prefetch_pages=3"))
    if os.geteuid() == 0:  # of another user, who has no access; the build may be out of reach, too
        with tempfile.TemporaryDirectory(dir="/tmp") as folder:
            os.chmod(folder, 0o755)
            other = subprocess.run([shutil.copy(top, folder), "--once", str(program.pid)],
                                   capture_output=True, text=True, cwd="/",
                                   user=65534, group=65534, extra_groups=[])  # fmt: skip
        assert other.returncode != 0 and "another user's" in other.stderr, other
    set_by_hand(program, "policy=auto")
    shown(program, "by hand: auto")
    pathlib.Path("stop").touch()
    program.wait()
    for change in json.load(open("stats.json"))["policy"]:
        print(change["by"])
    pathlib.Path("stop").unlink()
    program = start()
    shown(program, "read_rate")
finally:
    program.kill()
    program.wait()
for pid in program.pid, os.getpid():
    print(subprocess.run([top, "--once", str(pid)], capture_output=True, text=True).stderr)
