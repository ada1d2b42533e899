"""Programs that read from their start on, by phases: what they read is known from arguments.

main takes arguments apart, sets up, and starts MPI, in one order or another and in
functions of its own. Then phases load files and compute. The input files are there
before. Some runs end early: bad arguments, a set-up that fails, `-h`.
"""

import random

from program import Writer

PARTS = 12


class Start:
    """The dice, and the parts of one program."""

    def __init__(self, seed, alone):
        self.dice = random.Random(f"start {seed}")
        self.seed, self.alone = seed, alone
        self.code = Writer()

    def chance(self, probability):
        return self.dice.random() < probability

    def pick(self, *choices):
        return self.dice.choice(choices)

    # Arguments ------------------------------------------------------------------

    def options(self):
        """parse(): by getopt, by getopt_long, by hand, or by place; the way."""
        way = self.pick("getopt", "getopt", "long", "hand", "place", "none")
        w = self.code
        number = self.pick("atoi({})", "(int)strtol({}, NULL, 10)", "(int)strtoul({}, NULL, 0)")
        leave = self.pick('stopBadly("usage");', 'puts("usage"), stopBadly("");')
        with w.block("static void parse(int argc, char **argv)"):
            if way in ("getopt", "long"):
                if way == "long":
                    w('static const struct option known[] = {{"phases", required_argument, NULL, \'n\'},',
                      '    {"skip", required_argument, NULL, \'s\'}, {"help", no_argument, NULL, \'h\'}, {NULL, 0, NULL, 0}};')  # fmt: skip
                call = 'getopt_long(argc, argv, "n:s:vh", known, NULL)' if way == "long" else 'getopt(argc, argv, "n:s:vh")'
                w("int letter;")
                with w.block(f"while ((letter = {call}) != -1)"):
                    with w.block("switch (letter)"):
                        w("case 'n':", f"  given.phases = {number.format('optarg')};", "  break;",
                          "case 's':", f"  given.skip = {number.format('optarg')};", "  break;",
                          "case 'v':", "  given.verbose++;", "  break;",
                          "default:", f"  {leave}")  # fmt: skip
                w("if (optind < argc)", "  given.stem = argv[optind];")
            elif way == "hand":
                with w.block("for (int i = 1; i < argc; i++)"):
                    w('if (strcmp(argv[i], "-n") == 0 && i + 1 < argc)', f"  given.phases = {number.format('argv[++i]')};",
                      'else if (strncmp(argv[i], "-s", 2) == 0)', f"  given.skip = {number.format('argv[i] + 2')};",
                      'else if (argv[i][0] == \'-\')', f"  {leave}",
                      "else", "  given.stem = argv[i];")  # fmt: skip
            elif way == "place":
                w("if (argc > 1)", f"  given.phases = {number.format('argv[1]')};",
                  "if (argc > 2)", "  given.stem = argv[2];", "if (argc > 3)", f"  {leave}")  # fmt: skip
            else:
                w(f"given.phases = {self.dice.randint(1, 7)};")
            if self.chance(0.5):
                w("if (given.phases < 0 || given.phases > 40)", f"  {leave}")
            else:
                w("given.phases %= 41;", "if (given.phases < 0)", "  given.phases = 0;")
            w("given.skip = (given.skip % 5 + 5) % 5;")
        w("")
        return way

    def arguments(self, way):
        """What a program is started with; the first would read all that there is."""
        n = str(self.dice.randint(2, 9))
        if way in ("getopt", "long"):
            long = [["--phases=" + n, "--skip", "1"], ["--help"], ["--nothing"]] if way == "long" else []
            return [["-n", n], ["-v", f"-n{n}", "-s", "2", "part"], ["-h"], ["-n", "99"], ["-x"], ["-s1", "nothing"], *long]
        if way == "hand":
            return [["-n", n], ["-s2", "part", "-n", n], ["--help"], ["-n", "77"], ["nothing"]]
        if way == "place":
            return [[n], [n, "part"], ["1", "nothing"], ["1", "2", "3"], ["x"]]
        return [[]]

    # Reading --------------------------------------------------------------------

    def reader(self):
        """takeIn(name, phase): opens, reads and closes."""
        w = self.code
        way = self.pick("posix", "stdio", *(["mpi"] * 3 if not self.alone else ["posix"]))
        block = self.pick(512, 4096, 5000)
        count = self.pick("1 + phase % 3", "4", "phase + 1")
        at = self.pick("i", "(i * 7 + phase) % 9", "i * 2")
        missing = self.pick("return sum ^ 5;", 'stopBadly("no such file");')
        with w.block("static u64 takeIn(const char *name, int phase, u64 sum)"):
            w(f"static byte b[{block}];", "memset(b, 0, sizeof b);")
            if way == "mpi":
                comm = self.pick("MPI_COMM_SELF", "MPI_COMM_WORLD") if self.even else "MPI_COMM_SELF"
                w("MPI_File f;", "MPI_Status status;",
                  f"if (MPI_File_open({comm}, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &f) != MPI_SUCCESS)", f"  {missing}")  # fmt: skip
                read = f"MPI_File_read_at(f, (MPI_Offset)({at}) * {block}, b, {block}, MPI_BYTE, &status);"
                digest, close = "mix(&sum, b, (size_t)received(&status));", "MPI_File_close(&f);"
            elif way == "stdio":
                w('FILE *f = fopen(name, "rb");', "if (!f)", f"  {missing}")
                read = f"if (fseek(f, (long)({at}) * {block}, SEEK_SET))\n    break;\n  size_t got = fread(b, 1, {block}, f);"
                digest, close = "mix(&sum, b, got);", "fclose(f);"
            else:
                w("int f = open(name, O_RDONLY);", "if (f < 0)", f"  {missing}")
                read = f"ssize_t got = pread(f, b, {block}, (off_t)({at}) * {block});"
                digest, close = "mix(&sum, b, got > 0 ? (size_t)got : 0);", "close(f);"
            with w.block(f"for (int i = 0; i < {count}; i++)"):
                w(read, digest)
            w(close, "return sum;")
        w("")
        return way

    def named(self):
        """What fills `name` for a phase."""
        own = ["(phase + rank) % 12"] if not self.even else []
        index = self.pick("phase % 12", "(phase * 5 + given.skip) % 12", *own, *own)
        return f'snprintf(name, sizeof name, "%s.%d", given.stem, {index});'

    def phase(self):
        """advance() and step(): a phase."""
        w = self.code
        with w.block("static u64 advance(int phase, u64 sum)"):
            w(f"setUp({self.pick('1', '2', '1 + phase % 4', '4 - phase % 4')});")
            if not self.alone and self.chance(0.3):
                w("u64 all = 0;", "MPI_Allreduce(&sum, &all, 1, MPI_UINT64_T, MPI_BXOR, MPI_COMM_WORLD);", "mixNumber(&sum, all);")
            if self.chance(0.15):
                w("FILE *log = fopen(\"log\", \"a\");" if self.alone else "FILE *log = NULL;",
                  "if (log)", '  fprintf(log, "%d\\n", phase), fclose(log);')  # fmt: skip
            w("mixNumber(&sum, (u64)field[phase % 512]);", "return sum;")
        w("")
        nested = self.chance(0.35)
        with w.block("static u64 step(int phase, u64 sum)"):
            w("char name[64];")
            if nested:
                with w.block(f"for (int part = 0; part < {self.dice.randint(2, 4)}; part++)"):
                    w(self.named().replace("phase", f"(phase * {self.pick(1, 3)} + part)"), "sum = takeIn(name, phase + part, sum);")
                    if self.chance(0.3):
                        w("sum = advance(phase, sum);")
            else:
                w(self.named())
                if self.chance(0.3):
                    w(f"if (phase % {self.pick(2, 3, 5)} != given.skip % 3)", "  ", "  sum = takeIn(name, phase, sum);")
                else:
                    w("sum = takeIn(name, phase, sum);")
            w("return advance(phase, sum);" if self.chance(0.7) else "return sum;")
        w("")

    def settings(self):
        w = self.code
        with w.block("static void configure(void)"):
            w("char key[32], value[32];", 'FILE *f = fopen("settings", "r");', "if (!f)", '  stopBadly("no settings");')
            with w.block('while (fscanf(f, "%31s %31s", key, value) == 2)'):
                w('if (strcmp(key, "phases") == 0)', "  given.phases = atoi(value);",
                  'else if (strcmp(key, "skip") == 0)', "  given.skip = atoi(value);",
                  'else if (strcmp(key, "stem") == 0)', "  strcpy(given.name, value), given.stem = given.name;")  # fmt: skip
            w("fclose(f);")
        w("")

    def starter(self):
        """The call that starts MPI, perhaps in a function."""
        lines = ["MPI_Comm_rank(MPI_COMM_WORLD, &rank);", "MPI_Comm_size(MPI_COMM_WORLD, &ranks);"]
        start = self.pick(["MPI_Init({0}argc, {0}argv);"],
                          ["int level;", "MPI_Init_thread({0}argc, {0}argv, MPI_THREAD_MULTIPLE, &level);"])  # fmt: skip
        if self.alone or self.chance(0.5):
            return [line.format("&") for line in start] + lines
        w = self.code
        with w.block("static void begin(int *argc, char ***argv)"):
            w(*[line.format("") for line in start], *(lines if self.chance(0.8) else []))
            within = "MPI_Comm_rank" in w.lines[-2]
        w("")
        return ["begin(&argc, &argv);"] + ([] if within else lines)

    def text(self):
        # Whether all ranks load the same files: then they may do so together.
        self.even = self.chance(0.5)
        way = self.options()
        self.reader()
        self.phase()
        configured = self.chance(0.25)
        if configured:
            self.settings()
        start = self.starter()
        orders = [["parse(argc, argv);"], start]
        if self.chance(0.5):
            orders.reverse()
        before = [f"setUp({self.pick(1, 5, 20)});"] if self.chance(0.6) else []
        if self.chance(0.15):
            before += [f"if (given.phases == {self.dice.randint(0, 6)})", '  stopBadly("set-up");']
        if configured:
            self.dice.choice([orders, orders[1:]])[-1].append("configure();")
        if self.chance(0.15):
            orders.insert(self.dice.randint(0, 1), [f'setenv("WORDS", "{self.seed}", 1);'])
        if self.chance(0.1):
            before.append('mkdir("made", 0777);')
        main = Writer()
        with main.block("int main(int argc, char **argv)"):
            main("u64 sum = 0xcbf29ce484222325u;", *[line for part in orders for line in part], *before)
            with main.block("for (int phase = 0; phase < given.phases; phase++)"):
                if self.chance(0.2) and (self.alone or self.even):
                    main(f"if (phase == {self.dice.randint(3, 8)} && sum % 3)", "  break;")
                main("sum = step(phase, sum);")
            if self.chance(0.3):
                main('sum = takeIn("part.3", 2, sum);')
            main('section("all", sum);', "MPI_Finalize();", "return ranks == 1 ? (int)(sum % 3) : 0;")
        head = [f"// Program {self.seed} of test/fuzz, which reads from its start.", *["#define FUZZ_ALONE"] * self.alone,
                f"#define INPUTS {self.seed}", f"#define SETTING_PHASES {self.dice.randint(0, 7)}",
                f"#define SETTING_SKIP {self.dice.randint(0, 3)}", '#include "starts.h"', ""]  # fmt: skip
        return "\n".join(head) + self.code.text() + main.text(), self.arguments(way)


def generate(seed, alone):
    """Source text, its suffix, and the arguments of runs."""
    text, arguments = Start(seed, alone).text()
    return text, "c", arguments
