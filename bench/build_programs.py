"""Whole builds of public programs, for `bench/compile_time --programs`.

Each program is a checkout, found by its name in the folder of --checkouts, and
is built by its own makefile where that needs no other tool than make and CMake.
The compilers that a build is given note what each of their commands has cost, so
that make, ar and the like count for nothing. Nothing here uses the network.
"""

import dataclasses
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from harness import fail

@dataclasses.dataclass
class Program:
    """How a program is built: commands of a shell in a copy of the checkout.
    CC, CXX and FC are the compilers. What prepare does is not measured."""

    name: str
    repository: str
    build: str
    prepare: str = ""
    mpi: bool = False


def sources(files, options="", link="", program="program", compiler="$CC"):
    """Each file is compiled by a command, and all are linked. The compiler links,
    and compiles what is no C."""
    return (f'set -e; O=; for f in {files}; do o=$(echo "$f" | tr / _).o; '
            f'case "$f" in *.c) c="$CC";; *) c="{compiler}";; esac; '
            f'$c -O2 -w {options} -c "$f" -o "$o"; O="$O $o"; done; '
            f'{compiler} $O {link} -o {program}')


def cmake(options=""):
    return ('cmake -S . -B made -DCMAKE_BUILD_TYPE= -DCMAKE_C_FLAGS="-O2 -w" '
            '-DCMAKE_CXX_FLAGS="-O2 -w" -DCMAKE_C_COMPILER=$CC '
            f'-DCMAKE_CXX_COMPILER=$CXX {options}')


MAKE = "make -C made"

PROGRAMS = [
    Program("pigz", "madler/pigz", 'make CC="$CC" CFLAGS=-O3'),
    Program("seqtk", "lh3/seqtk", 'make CC="$CC" CFLAGS="-O2 -w"'),
    Program("lmdb", "LMDB/lmdb",
            'make -C libraries/liblmdb CC="$CC" OPT=-O2 W=-w'),
    Program("sqlite", "dand-oss/sqlite-amalgamation",
            sources("sqlite3.c shell.c", "-DSQLITE_THREADSAFE=1",
                    "-lpthread -ldl -lm")),
    Program("bwa", "lh3/bwa",
            'make CC="$CC" CFLAGS="-O3 -w" bwa'),
    Program("RHash", "rhash/RHash", 'make CC="$CC" OPTFLAGS="-O2 -w"',
            './configure --cc="$CC" --disable-gettext --disable-openssl'),
    Program("flac", "xiph/flac", MAKE,
            cmake("-DWITH_OGG=OFF -DBUILD_TESTING=OFF -DBUILD_DOCS=OFF "
                  "-DINSTALL_MANPAGES=OFF -DBUILD_EXAMPLES=OFF")),
    Program("libsndfile", "libsndfile/libsndfile", MAKE,
            cmake("-DENABLE_EXTERNAL_LIBS=OFF -DENABLE_MPEG=OFF "
                  "-DBUILD_TESTING=OFF -DBUILD_REGTEST=OFF")),
    Program("segyio", "equinor/segyio", MAKE,
            cmake("-DBUILD_PYTHON=OFF -DBUILD_TESTING=OFF -DBUILD_MEX=OFF")),
    Program("osmctools", "ramunasd/osmctools",
            "; ".join(f"$CC -O2 -w -c src/{name}.c && $CC {name}.o -lz -o {name}"
                      for name in ("osmconvert", "osmfilter", "osmupdate",
                                   "pbftoosm"))),
    Program("USalign", "pylelab/USalign",
            "$CXX -O3 -ffast-math -w -c USalign.cpp && "
            "$CXX USalign.o -lm -o USalign"),
    Program("csv-fortran", "jacobwilliams/csv-fortran",
            sources("src/csv_kinds.f90 src/csv_parameters.f90 "
                    "src/csv_utilities.f90 src/csv_module.F90 "
                    "test/csv_test.f90", compiler="$FC")),
    Program("ramses", "ramses-organisation/ramses",
            'make -C bin NDIM=3 F90="$FC -O3" FC="$FC" GITBRANCH= GITHASH= GITREPO= '
            'FFLAGS="-cpp -DNVECTOR=32 -DNDIM=3 -DNPRE=8 -DNENER=0 -DNVAR=5 '
            '-DSOLVERhydro -DWITHOUTMPI"'),
    Program("libsc", "cburstedde/libsc", MAKE,
            cmake("-DSC_ENABLE_MPI=ON -DBUILD_TESTING=OFF"), mpi=True),
    Program("mpiSORT", "bioinfo-pf-curie/mpiSORT",
            sources("src/mpiSort.c src/mpiSortUtils.c src/mergeSort.c "
                    "src/parallelBitonicSort*.c src/qkSort.c src/parser.c "
                    "src/tokenizer.c src/preWrite.c src/write.c "
                    "src/writeUtils.c src/sortAnyDim.c",
                    "-DVERSION='\"1\"' -DPACKAGE_NAME='\"mpiSORT\"' "
                    "-DHAVE_MALLOC_TRIM",
                    "-lz -lm"), mpi=True),
    # Its phiompi.c is for MPIs whose operations are integers.
    Program("phastaIO", "PHASTA/phasta",
            sources("phastaIO/phiotmrc.cc phastaIO/phastaIO.cc "
                    "converterIO/converterO2N.cc",
                    "-I. -IphastaIO -IphastaIO/phiotimer_empty "
                    "-DMPICH_SKIP_MPICXX -DOMPI_SKIP_MPICXX=1",
                    "-Wl,--unresolved-symbols=ignore-all",
                    compiler="$CXX"),
            "echo '#define FortranCInterface_GLOBAL_(n, N) n##_' > FCMangle.h",
            mpi=True),
    # Its headers of XDR are those of libtirpc.
    Program("swfwi", "conghui/swfwi",
            sources("src/common/*.cpp src/modeling/*.c src/modeling/*.cpp "
                    "src/rsf/*.c src/tool/main-fm-damp.cpp",
                    "-fopenmp -DNO_BLAS -Isrc/common "
                    "-Isrc/rsf -Isrc/modeling -I/usr/include/tirpc",
                    "-fopenmp -ltirpc -lm", compiler="$CXX"), mpi=True),
]

# A compiler's command, as a script of its own: runs it, and notes its cost.
RECORDER = """#!{python} -SE
import json, os, sys
command = {command!r} + sys.argv[1:]
_, status, usage = os.wait4(os.posix_spawnp(command[0], command, os.environ), 0)
with open({log!r}, "a") as log:
    log.write(json.dumps([os.getcwd(), sys.argv[1:], usage.ru_utime +
                          usage.ru_stime, usage.ru_maxrss / 1024]) + "\\n")
sys.exit(os.waitstatus_to_exitcode(status) and 1)
"""


@dataclasses.dataclass
class Command:
    """What one compile or link has cost."""

    folder: str
    options: list
    seconds: float  # of processor time
    memory: float  # MB

    @property
    def output(self):
        if "-o" in self.options:
            return self.options[self.options.index("-o") + 1]
        files = [o for o in self.options if not o.startswith("-")]
        stem = pathlib.Path(files[-1]).stem if files else "a"
        return stem + ".o" if "-c" in self.options else "a.out"

    @property
    def links(self):
        return not {"-c", "-S", "-E"} & set(self.options)


class Build:
    """A build of a program: what its commands have cost, and the slices."""

    def __init__(self, program, checkout, compilers, dump):
        with tempfile.TemporaryDirectory() as folder:
            self.folder = pathlib.Path(folder)
            tree = self.folder / "tree"
            shutil.copytree(checkout, tree, symlinks=True,
                            ignore=shutil.ignore_patterns(".git"))
            log = self.folder / "log"
            log.touch()
            environment = {
                **os.environ, "CCACHE_DISABLE": "1",
                "FORESLICE_LINK_CACHE": "off",
                **{name: self.recorder(name, command, log)
                   for name, command in compilers.items()}
            }
            self.run(program.prepare, tree, environment)
            log.write_text("")
            self.run(program.build, tree, environment)
            self.commands = [Command(*json.loads(line))
                             for line in log.read_text().splitlines()]
            self.slices = sum(self.slices_in(dump, command)
                              for command in self.commands if command.links)
        self.seconds = sum(c.seconds for c in self.commands)
        self.memory = max(c.memory for c in self.commands)

    def recorder(self, name, command, log):
        path = self.folder / {"CC": "cc", "CXX": "c++", "FC": "flang"}[name]
        path.write_text(RECORDER.format(python=sys.executable, log=str(log),
                                        command=[str(c) for c in command]))
        path.chmod(0o755)
        return str(path)

    @staticmethod
    def run(commands, tree, environment):
        done = subprocess.run(["sh", "-c", commands], cwd=tree,
                              env=environment, capture_output=True, text=True,
                              errors="replace")
        if done.returncode:
            fail(f"cannot build {tree}: {commands}\n{done.stdout[-2000:]}"
                 f"{done.stderr[-4000:]}")

    @staticmethod
    def slices_in(dump, command):
        path = os.path.join(command.folder, command.output)
        done = subprocess.run([dump, "--format", "json", path],
                              capture_output=True, text=True)
        found = json.loads(done.stdout) if done.returncode == 0 else {}
        return sum(region["sliced"]
                   for part in found.get("inputs", [])
                   for record in part["records"]
                   for region in record["regions"])


def compilers(tools, program, flagged):
    """The compilers that a program is built with, by variable."""
    driver = tools.build / "bin"
    flag = ["-fprefetch-slice"] if flagged else []
    if program.mpi:
        by_name = {"CC": "foreslice-mpicc", "CXX": "foreslice-mpicxx",
                   "FC": "foreslice-mpifort"}
    else:
        by_name = {"CC": "foreslice-clang", "CXX": "foreslice-clang++",
                   "FC": "foreslice-flang"}
    return {name: [driver / tool, *flag] for name, tool in by_name.items()}


def checkout_of(folder, program):
    """By the name of the program, or of its repository."""
    for name in (program.name, program.repository.split("/")[1]):
        path = pathlib.Path(folder) / name
        if path.is_dir():
            return path
    return None


def largest_command(plain, flagged):
    """The most that a compile or link takes with the flag, as many times the
    time of the same command without, and that command's output. What takes less
    than a tenth of a second is the start of a process."""
    least = 0.1
    before = {}
    for c in plain.commands:
        before.setdefault((c.folder.rpartition("tree")[2], c.output), c.seconds)
    ratios = [(c.seconds / max(before.get(
        (c.folder.rpartition("tree")[2], c.output), least), least), c.output)
              for c in flagged.commands]
    return max(ratios)


def measure(tools, folder, names):
    """A row for each program that has a checkout: its builds without the flag
    and with it."""
    unknown = set(names) - {p.name for p in PROGRAMS}
    if unknown:
        fail(f"no program {', '.join(sorted(unknown))}; there are "
             f"{', '.join(p.name for p in PROGRAMS)}")
    dump = tools.build / "bin" / "foreslice-dump"
    for program in PROGRAMS:
        if names and program.name not in names:
            continue
        checkout = checkout_of(folder, program)
        if not checkout:
            print(f"{program.name}: no checkout of {program.repository} in "
                  f"{folder}", file=sys.stderr)
            continue
        plain, flagged = (
            Build(program, checkout, compilers(tools, program, flagged), dump)
            for flagged in (False, True))
        yield program.name, plain, flagged
