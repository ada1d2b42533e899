"""What bench/classes --cost prints: the time that the classifier takes for an access, and for
the accesses of each program, beside the time that the program runs.

A program runs plain, with its data in memory: there is no shorter run. Its accesses are those of
a trace, and bench/programs/classify.cpp gives them to the classifier in that order. The first
share is that of all accesses. It is an upper bound: under foreslice-run, a thread whose reads
have been fast is not looked at (runtime/scheme/Pace.h). The second share is that
of the accesses that are looked at.
"""

import collections
import os
import shutil
import subprocess
import time

from classes_programs import PROGRAMS, command_of, make_data, run, trace
from harness import ROOT, fail, print_table, scratch

AIM = 0.2  # % of a run
ROUNDS = 9
TRACES = 3
ROOMS = ("support", "layout", "signature", "classifier", "storage", "recorder", "pages", "share", "scheme", "engine", "cache",
         "policy", "source")


def compile_program(build, there):
    objects = [o for room in ROOMS for o in sorted((build / "runtime" / room).rglob("*.o"))]
    if not objects:
        fail(f"no objects of the run time in {build}: build the project first")
    run(ROOT, "clang++-22", "-std=c++20", "-O3", "-DNDEBUG", "-Iruntime", "-Iruntime/include",
        ROOT / "bench/programs/classify.cpp", *objects, "-luring", "-lsodium", "-lpthread", "-o", there)
    return there


def print_accesses(classify):
    """In ns, beside a read of 64 KiB from memory."""
    *accesses, read = map(float, subprocess.run([classify], stdout=subprocess.PIPE, text=True, check=True).stdout.split())
    names = ("an access in even steps", "an access at a random place", "an access to one of two files", "a read of 64 KiB from memory")
    print_table(["", "ns", "% of such a read"],
                [[what, ns, f"{100 * ns / read:.2f}"] for what, ns in zip(names, (*accesses, read))])


class Pace:
    """Which accesses of a thread are looked at, as runtime/scheme/Pace.h has it."""

    MANY, TIMED, NS, NS_PER_64K = 64, 7, 10000, 30000
    VERY_MANY, TIMED_OF_VERY_MANY = 512, 31

    def __init__(self):
        self.in_a_row = self.passed = 0

    def looks_at(self, access):
        looks = self.in_a_row < self.MANY
        timed = looks
        if access.operation == "read" and not looks:
            self.passed += 1
            timed = self.passed % (self.TIMED if self.in_a_row < self.VERY_MANY else self.TIMED_OF_VERY_MANY) == 0
        if access.operation == "read" and timed:
            fast = access.ns <= self.NS + self.NS_PER_64K * access.bytes / 65536
            self.in_a_row = self.in_a_row + 1 if fast else 0
        return looks


def steps_of(accesses):
    """What classify reads of all accesses, and of those that are looked at."""
    numbers, threads = {}, collections.defaultdict(Pace)
    every, looked_at = [], []
    for a in accesses:
        if a.operation == "close":
            closed = [f"{n} 0 0 c" for key, n in numbers.items() if (key[0], key[2]) == (a.process, a.path)]
            every += closed
            looked_at += closed
        if a.operation not in ("read", "write"):
            continue
        looks = threads[a.process, a.thread].looks_at(a)
        if a.bytes <= 0:
            continue
        number = numbers.setdefault((a.process, a.thread, a.path), len(numbers) + 1)
        every.append(f"{number} {a.offset} {a.bytes} {a.operation[0]}")
        if looks:
            looked_at.append(every[-1])
    return every, looked_at


def classified(classify, steps):
    """How many accesses, and what they take together, in ns."""
    done = subprocess.run([classify, "replay"], input="\n".join(steps), stdout=subprocess.PIPE, text=True, check=True)
    return sum(not s.endswith("c") for s in steps), float(done.stdout)


def plain_seconds(folder, command):
    """The least of some runs, as of the accesses."""
    program = shutil.which(command[0])
    silent = os.open(os.devnull, os.O_RDWR)
    times = []
    here = os.getcwd()
    os.chdir(folder)
    for _ in range(ROUNDS):
        start = time.perf_counter()
        child = os.posix_spawn(program, command, os.environ,
                               file_actions=[(os.POSIX_SPAWN_DUP2, silent, n) for n in (0, 1, 2)])  # fmt: skip
        os.waitpid(child, 0)
        times.append(time.perf_counter() - start)
    os.chdir(here)
    os.close(silent)
    return min(times)


def print_programs(build, classify, folder):
    make_data(folder)
    rows, over = [], {"all": [], "looked at": []}
    commands = {}
    for name, program, arguments, *_ in PROGRAMS:
        commands.setdefault((program, arguments), name)
    for (program, arguments), name in commands.items():
        if not shutil.which(program):
            print(f"{program} is not installed")
            continue
        # A read that waits for a processor has more reads looked at.
        runs = [steps_of(trace(build, folder, program, arguments)) for _ in range(TRACES)]
        every, looked_at = min(runs, key=lambda steps: len(steps[1]))
        seconds = plain_seconds(folder, command_of(program, arguments))
        row = [name, f"{seconds * 1e3:.1f}"]
        for which, steps in (("all", every), ("looked at", looked_at)):
            count, ns = classified(classify, steps)
            share = ns / seconds / 1e7
            row += [count, f"{ns / count:.0f}", f"{share:.3f}"]
            if share >= AIM:
                over[which].append(name)
        rows.append(row)
    print_table(["program", "ms", "accesses", "ns each", "% of the run", "looked at", "looked at: ns each", "looked at: % of the run"], rows)
    for which, names in over.items():
        print(f"{which}: {len(rows) - len(names)} of {len(rows)} programs below {AIM} % of the run"
              + (f"; not {', '.join(names)}" if names else ""))
    return not over["looked at"]


def print_cost(build):
    """True if the aim is reached."""
    with scratch() as folder:
        folder = folder.resolve()
        classify = compile_program(build, folder / "classify")
        print_accesses(classify)
        print()
        return print_programs(build, classify, folder)
