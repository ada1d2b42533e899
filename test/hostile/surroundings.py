"""What is around all of a hostile program: signals, limits, how it ends."""

import scenes
from program import Writer

# As containers forbid them: io_uring_setup, process_vm_readv, userfaultfd,
# memfd_create, statx, perf_event_open, timer_create, pkey_alloc, sched_setattr.
FORBIDDEN = (425, 310, 323, 319, 332, 298, 222, 330, 314)
TAIL_BYTES = 1 << 20


class Surroundings:
    """Draws them, and writes them into the program that fuzz/generate.py makes."""

    header = "hostile.h"

    def __init__(self, g):
        self.g = g
        # An alarm interrupts calls of the program's own, which restarts them.
        self.alarm = g.chance(0.3)
        self.end = g.weighted([(6, "return"), (4, "handler"), (1, "exit"), (1, "_exit"),
                               (1, "thread"), (1, "unfinalized")])  # fmt: skip

    def begin(self, w):
        g = self.g
        w("startOther();")
        if self.end != "return":
            w("if (rank == 0)", f"  makeVersion(\"tail\", 1, {TAIL_BYTES});")
        for chance, line in (
            (0.15, f"limit(RLIMIT_FSIZE, {g.pick(8, 40)} << 20);"),
            (0.1, f"limitMemory({g.pick(32, 100, 300)} << 20);"),
            (0.05, "limit(RLIMIT_SIGPENDING, 0);"),
            (0.05, "limit(RLIMIT_MEMLOCK, 0);"),
            (0.1, "closeInput();"),
        ):
            if g.chance(chance):
                w(line)
        if g.chance(0.2):
            calls = g.dice.sample(FORBIDDEN, g.upto(1, 4))
            w(f"static const int calls[] = {{{', '.join(map(str, calls))}}};", f"forbid(calls, {len(calls)});")
        if self.alarm:
            w(f'install("{g.pick(*scenes.RESTARTING)}", SIGALRM, onAlarm);', f"every({g.pick(200, 700, 3000)});")

    def sections(self, scope, code, main, make_section):
        g = self.g
        for _ in range(g.weighted([(6, 1), (3, 2)])):
            scenes.make_scene(g, code, main)
        if g.chance(0.3):
            lines = Writer()
            make_section(g, scope, code, lines)
            name = g.name("part")
            with scenes.function(name, code):
                code(*lines.lines)
            main(scenes.call(name))
        if self.end != "return":
            self.tail(code)

    def tail(self, code):
        """Reads without end."""
        with scenes.function("tail", code):
            code("static byte b[4096];", "MPI_Status status;", "MPI_Offset at = 0;",
                 'MPI_File f = openFile(MPI_COMM_SELF, "tail", MPI_MODE_RDONLY);')  # fmt: skip
            with code.block("for (u64 k = 0;; k++)"):
                code(f"MPI_File_read_at(f, (MPI_Offset)(k * {self.g.pick(512, 4096, 7919 * 512, 7919 * 512)} % {TAIL_BYTES - 4096}u), b, 512, MPI_BYTE, &status);",
                     "mix(&sum, b, 512);")  # fmt: skip
                if self.end in ("exit", "_exit"):
                    code(f"if (k == {self.g.upto(5, 300)})", f"  {self.end}(leaveWith);")
                if self.end == "unfinalized":
                    code(f"if (k == {self.g.upto(5, 300)})", "  break;")
                if self.g.chance(0.1):
                    code("if (k % 64 == 0)", "  usleep(200);")

    def finish(self, w):
        g = self.g
        if self.alarm:
            w("every(0);")
        w("endOther();")
        if self.end == "return":
            return
        moment = g.pick(500, 3000, 10000, 20000, 50000, 100000)
        # Of several ranks the launcher ends the others, in its own time.
        with w.block("if (ranks == 1)"):
            w(f"leaveWith = {g.upto(1, 20)};")
            if self.end == "handler":
                w(f'install("{g.pick(*scenes.HANDLERS)}", SIGALRM, onEnd);', f"once({moment});")
            elif self.end == "thread":
                w("pthread_t ending;", f"pthread_create(&ending, NULL, endByThread, (void *){moment});")
            w(scenes.call("tail"))
            if self.end == "unfinalized":
                w("return leaveWith;")
