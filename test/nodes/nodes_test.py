"""The nodes tool: what its nodes have of their own, and that nothing of them stays."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

NODES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "nodes")
SKIPPED = 77
# What takes so long hangs, beside other work, too.
SECONDS = 600
# An option of no meaning, by which a test finds its own processes.
MARK = f"nodes-test-{os.getpid()}"


def run(*arguments, **options):
    return subprocess.run([NODES, *arguments], capture_output=True, text=True,
                          timeout=SECONDS, **options)  # fmt: skip


def start(*arguments):
    return subprocess.Popen([NODES, *arguments], stdout=subprocess.PIPE, text=True)


def marked_processes():
    """Those whose command has the mark, and the networks that they are in."""
    found = {}
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if MARK in (process / "cmdline").read_text():
                found[process.name] = os.readlink(process / "ns/net")
        except OSError:
            pass  # It has just ended.
    return found


def networks():
    found = set()
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            found.add(os.readlink(process / "ns/net"))
        except OSError:
            pass
    return found


class NodesTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="foreslice-nodes-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def check_run(self, expected, *arguments, **options):
        done = run(*arguments, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(done.stdout.split()), expected)

    def test_ranks_are_on_their_nodes(self):
        self.check_run(["node1"] * 3 + ["node2"] * 3, "2x3", "hostname")

    def test_each_node_has_shared_memory_of_its_own(self):
        # Only one makes a folder: one on each node, or one of two on a node.
        mine = f"/dev/shm/{MARK}"
        make = f"mkdir {mine} 2> /dev/null && echo made || echo there"
        self.check_run(["made", "made"], "2x1", "sh", "-c", make)
        self.check_run(["made", "there"], "1x2", "sh", "-c", make)
        self.assertFalse(os.path.exists(mine))

    def test_each_node_has_an_address(self):
        show = "ip -oneline -4 address show eth0"
        done = run("2x1", "sh", "-c", show)
        self.assertIn(" 10.77.0.1/24 ", done.stdout)
        self.assertIn(" 10.77.0.2/24 ", done.stdout)

    def test_working_directory_below_shared_memory(self):
        folder = tempfile.mkdtemp(prefix="foreslice-nodes-", dir="/dev/shm")
        self.addCleanup(shutil.rmtree, folder)
        self.check_run([], "2x1", "sh", "-c", "> $(hostname)", cwd=folder)
        self.assertEqual(sorted(os.listdir(folder)), ["node1", "node2"])
        pathlib.Path(folder, "file").touch()
        self.check_run(["seen", "seen"], "--share", folder, "2x1",
                       "sh", "-c", f"test -e {folder}/file && echo seen", cwd=self.folder)  # fmt: skip

    def test_blanks_in_the_working_directory(self):
        folder = tempfile.mkdtemp(prefix="foreslice nodes  ", dir="/dev/shm")
        self.addCleanup(os.rmdir, folder)
        self.check_run(["node1", "node2"], "2x1", "hostname", cwd=folder)

    def test_working_directory_is_that_of_the_tool(self):
        # Below the shared memory of a node is what the tool has put there.
        again = f"cd /dev/shm/nodes-agent* && {NODES} --check && echo works"
        self.check_run(["works"], "1x1", "sh", "-c", again)

    def test_status_is_passed_on(self):
        self.assertEqual(run("2x1", "sh", "-c", "exit 3").returncode, 3)

    def test_wrong_layout(self):
        for layout in ("2", "0x1", "2x0", "201x1", "axb"):
            done = run(layout, "true")
            self.assertEqual(done.returncode, 2)
            self.assertIn(layout, done.stderr)

    def wait_for_end(self, inside):
        """Until nothing is left of the nodes whose networks are given.

        A kill ends the processes of a node in any order, those of the tool itself the last.
        """
        deadline = time.monotonic() + SECONDS
        while marked_processes() or inside & networks():
            self.assertLess(time.monotonic(), deadline, "processes stay behind")
            time.sleep(0.01)

    def check_end(self, number, status):
        tool = start("2x2", "sh", "-c", "echo started; exec sleep 1000", MARK)
        for _ in range(4):
            self.assertEqual(tool.stdout.readline(), "started\n")
        inside = set(marked_processes().values()) - {os.readlink("/proc/self/ns/net")}
        self.assertTrue(inside)
        tool.send_signal(number)
        self.assertEqual(tool.wait(SECONDS), status)
        tool.stdout.close()
        self.wait_for_end(inside)
        self.check_run(["node1", "node2"], "2x1", "hostname")

    def test_nothing_stays_after_a_kill(self):
        self.check_end(signal.SIGKILL, -signal.SIGKILL)

    def test_nothing_stays_after_an_interrupt(self):
        self.check_end(signal.SIGINT, 128 + signal.SIGINT)
        self.check_end(signal.SIGTERM, 128 + signal.SIGTERM)

    def test_two_at_the_same_time(self):
        go_on = self.folder / "go-on"
        first = start("2x1", "sh", "-c", f"hostname; until test -e {go_on}; do sleep 0.01; done")
        self.assertEqual({first.stdout.readline(), first.stdout.readline()}, {"node1\n", "node2\n"})
        self.check_run(["node1", "node2"], "2x1", "hostname")
        self.assertIsNone(first.poll())
        go_on.touch()
        self.assertEqual(first.wait(SECONDS), 0)
        first.stdout.close()

    @unittest.skipIf(os.getuid(), "only root can do without a right")
    def test_forbidden(self):
        done = subprocess.run(["setpriv", "--bounding-set", "-sys_admin", NODES, "2x1", "true"],
                              capture_output=True, text=True, timeout=SECONDS)  # fmt: skip
        self.assertEqual(done.returncode, SKIPPED)
        self.assertIn("no nodes here: unshare: Operation not permitted", done.stderr)


if __name__ == "__main__":
    possible = run("--check")
    if possible.returncode == SKIPPED:
        print(possible.stderr, end="")
        sys.exit(SKIPPED)
    unittest.main(verbosity=2)
