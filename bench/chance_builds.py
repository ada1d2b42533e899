"""Debian's source packages for `bench/chance`: the draw, the fetching and the building.

A package is built by its own configure, CMakeLists.txt or makefile, not by Debian's rules: those
need tools for documents, and harden. Compilers are scripts by the names that makefiles use, ahead of all others in
PATH: they add options, run the build tree's compiler, and note what each command has cost.
"""

import dataclasses
import functools
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

from build_programs import RECORDER, Command
from harness import fail

SECTIONS = ("graphics", "science", "sound", "text", "utils")
LARGEST = 2_000_000  # bytes of a package
SEED = 2026  # of the table chance.json
# What a package may need to be built: tools and libraries that the machine is supposed to have, and tools for
# documents, which are not needed in earnest.
MAY_NEED = set("""
asciidoc asciidoctor autoconf automake autopoint autotools-dev bash-completion bats bc bison catch cdbs check chrpath
cmake config-package-dev cppcheck cunit d-shlibs debhelper debhelper-compat dejagnu desktop-file-utils dh-apparmor
dh-autoreconf dh-buildinfo dh-exec dh-sequence-bash-completion discount docbook docbook-to-man docbook-utils docbook-xml
docbook-xsl dos2unix doxygen dpkg-dev ed file flex g++ gcc gettext gfortran ghostscript googletest gperf graphviz groff
groff-base hardening-includes hardening-wrapper help2man html2text imagemagick libbz2-dev libc6-dev libcppunit-dev
libcunit1-dev libexpat-dev libexpat1-dev libgmp-dev libgtest-dev libjpeg-dev libjpeg62-turbo-dev liblzma-dev
libncurses-dev libncurses5-dev libncursesw5-dev libpcre2-dev libpng-dev libreadline-dev librsvg2-bin libtool
linuxdoc-tools lsb-release lzip m4 make man-db markdown netpbm pandoc patchutils perl pkg-config pkgconf po-debconf po4a
python3 python3-docutils quilt ronn ruby-ronn sgml2x sharutils tcsh texinfo time txt2man unzip valgrind vim-common
xmlto xsltproc xxd yodl zip zlib1g-dev""".split())

# Sources of before C99, as distributions build them.
C = ["-O2", "-w", "-fcommon", "-std=gnu17", "-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int",
     "-Wno-error=int-conversion", "-Wno-error=incompatible-function-pointer-types", "-Wno-error=return-mismatch"]
CXX = ["-O2", "-w", "-Wno-error=register", "-Wno-c++11-narrowing"]
NAMES = {
    "foreslice-clang": ("cc gcc clang", C),
    "foreslice-clang++": ("c++ g++ clang++", CXX),
    "foreslice-flang": ("gfortran f77 f95", ["-O2", "-w"]),
}
# Where there is no configuration in the folder itself, one of these has the sources.
FOLDER = """set -e
for d in . src source C; do
  for f in configure configure.ac configure.in CMakeLists.txt Makefile makefile GNUmakefile; do
    [ -e $d/$f ] && break 2
  done
done
cd $d
"""
PREPARE = FOLDER + """
if [ ! -e configure ] && { [ -e configure.ac ] || [ -e configure.in ]; }; then autoreconf -fi; fi
if [ -e configure ]; then
  # Nothing is to be made anew of what patches have changed.
  for f in aclocal.m4 configure Makefile.in config.h.in; do find . -name $f -exec touch {} +; done
  chmod +x configure
  ./configure --disable-dependency-tracking --disable-shared || ./configure
fi
"""
# CMake's files name the folder that they are made in.
BUILD = FOLDER + """
if [ ! -e Makefile ] && [ ! -e makefile ] && [ -e CMakeLists.txt ]; then
  cmake -S . -B made -DCMAKE_BUILD_TYPE= -DCMAKE_POLICY_VERSION_MINIMUM=3.5
  make -C made
else
  make
fi
"""


# The draw ------------------------------------------------------------------------


def apt_options(folder):
    """For a state of apt's own in the folder, with the sources only."""
    lists = folder / "apt" / "lists"
    (lists / "partial").mkdir(parents=True, exist_ok=True)
    sources = folder / "apt" / "sources.list"
    sources.write_text("deb-src http://deb.debian.org/debian bookworm main\n")
    return [f"-oDir::Etc::sourcelist={sources}", "-oDir::Etc::sourceparts=/dev/null",
            f"-oDir::State::lists={lists}", "-oDir::Cache::srcpkgcache=", "-oDir::Cache::pkgcache="]


def paragraphs(text):
    """Fields by name, of each paragraph of a list of packages."""
    for part in text.split("\n\n"):
        fields = re.split(r"\n(?=\S)", part)
        found = dict(field.partition(":")[::2] for field in fields if ":" in field)
        if found:
            yield {name: value.strip() for name, value in found.items()}


def takes_part(package, sections):
    """Whether a package is among those that are drawn from."""
    needs = ",".join(package.get(field, "") for field in ("Build-Depends", "Build-Depends-Arch"))
    needed = [[re.sub(r"[\s(\[<:].*", "", name.strip()) for name in need.split("|")]
              for need in needs.split(",") if need.strip() and "<!no" not in need]
    size = sum(int(line.split()[1]) for line in package["Files"].splitlines() if len(line.split()) == 3)
    return (package.get("Section", "").rpartition("/")[2] in sections and
            re.search(r"\bany\b|amd64", package.get("Architecture", "")) and
            "Extra-Source-Only" not in package and size <= LARGEST and
            all(MAY_NEED.intersection(names) for names in needed))


def list_of_sources(folder):
    """The archive's list of sources, which is brought once."""
    index = lambda: next((folder / "apt" / "lists").glob("*_main_source_Sources*"), None)
    options = apt_options(folder)
    if not index():
        subprocess.run(["apt-get", *options, "-qq", "update"], check=True)
    return index()


def draw(folder, seed, sections):
    """Names and versions in the order of the draw with the seed, of packages of the sections."""
    index = list_of_sources(folder)
    text = subprocess.run(["/usr/lib/apt/apt-helper", "cat-file", index], check=True,
                          capture_output=True, text=True).stdout
    found = {p["Package"]: p["Version"] for p in paragraphs(text) if takes_part(p, sections)}
    names = sorted(found)
    random.Random(seed).shuffle(names)
    return [(name, found[name]) for name in names]


def fetch(folder, package):
    """Unpacks the source of a package, without Debian's patches where the archive lacks these; the folder, or None
    where the archive lacks the source."""
    place = folder / package
    place.mkdir(exist_ok=True)
    if not any(place.iterdir()):
        list_of_sources(folder)
        subprocess.run(["apt-get", *apt_options(folder), "-qq", "--only-source", "source", package],
                       cwd=place, capture_output=True, check=False)
    unpacked = lambda: next((path for path in place.iterdir() if path.is_dir()), None)
    upstream = next((path for path in place.glob("*.orig.tar.*") if path.suffix != ".asc"), None)
    if not unpacked() and upstream:
        subprocess.run(["tar", "-xf", upstream], cwd=place, check=False)
    return unpacked()


# The builds ----------------------------------------------------------------------


@dataclasses.dataclass
class Built:
    """A package, built: the tree, and what the commands of the compiler have cost."""

    tree: pathlib.Path
    commands: list

    @property
    def seconds(self):
        return sum(command.seconds for command in self.commands)

    @property
    def memory(self):
        return max((command.memory for command in self.commands), default=0)

    def objects_of(self, program):
        """Names of the objects and sources that the program is linked of, in archives, too."""
        path = (self.tree / program).resolve()
        for command in reversed(self.commands):
            if command.links and (pathlib.Path(command.folder) / command.output).resolve() == path:
                return set(members(command))
        return None

    def compiles_of(self, program):
        """The compiles of the program's objects: (command, source)."""
        parts = self.objects_of(program)
        for command in self.commands:
            if not {"-E", "-S", "-M", "-MM"} & set(command.options):
                for source in filter(is_source, command.options):
                    if parts is None or (pathlib.Path(source).name if command.links
                                         else pathlib.Path(command.output).name) in parts:
                        yield command, source


def is_source(word):
    return word.endswith((".c", ".cc", ".cpp", ".cxx", ".C", ".f", ".F", ".f90", ".F90", ".f77"))


def members(link):
    for word in link.options:
        name = pathlib.Path(link.folder, word)
        if word.startswith("-l"):
            for folder in (o[2:] for o in link.options if o.startswith("-L")):
                archive = pathlib.Path(link.folder, folder, f"lib{word[2:]}.a")
                if archive.exists():
                    yield from listed(archive)
        elif word.endswith(".a") and name.exists():
            yield from listed(name)
        elif word.endswith(".la"):
            archive = name.parent / ".libs" / (name.stem + ".a")
            yield from listed(archive) if archive.exists() else ()
        else:
            yield pathlib.Path(word).name


@functools.cache
def listed(archive):
    return subprocess.run(["ar", "t", archive], capture_output=True, text=True, check=False).stdout.split()


def make_compilers(build, folder, options):
    """Scripts by the names of compilers, and the log that they write."""
    shims, log = folder / "bin", folder / "log"
    shims.mkdir(parents=True)
    log.touch()
    for driver, (names, common) in NAMES.items():
        for name in names.split():
            script = shims / name
            script.write_text(RECORDER.format(
                python=sys.executable, log=str(log),
                command=[str(build / "bin" / driver), *common, *options]))
            script.chmod(0o755)
    return shims, log


def environment_of(shims):
    return {**os.environ, "CCACHE_DISABLE": "1", "FORESLICE_LINK_CACHE": "off", "CC": "cc", "CXX": "c++",
            "F77": "f77", "FC": "gfortran", "PATH": f"{shims}:{os.environ['PATH']}"}


def shell(command, tree, shims):
    """The status of the command and what it said."""
    try:
        done = subprocess.run(["sh", "-c", command], cwd=tree, env=environment_of(shims), capture_output=True,
                              text=True, errors="replace", stdin=subprocess.DEVNULL, timeout=900, check=False)
        return done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        return "over 900 s", ""


def configure(toolchain, source, folder, row):
    """A copy of the source that is ready to be built, with or without the flag: what configure finds does not
    depend on the flag."""
    tree = folder / "tree"
    if not (folder / "said").exists():
        shutil.rmtree(folder, ignore_errors=True)
        shims, _ = make_compilers(pathlib.Path(toolchain).resolve(), folder, [])
        shutil.copytree(source, tree, symlinks=True)
        (folder / "said").write_text(shell(row.get("prepare", PREPARE), tree, shims)[1])
    return tree


def move_names(tree, before):
    """Has what configure wrote name the tree in place of the one that was configured."""
    for path in tree.rglob("*"):
        if path.is_file() and not path.is_symlink():
            text, times = path.read_bytes(), path.stat()
            if bytes(before) in text and b"\0" not in text:
                path.chmod(times.st_mode | 0o200)
                path.write_bytes(text.replace(bytes(before), bytes(tree)))
                os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def build(toolchain, configured, folder, row, options):
    """Builds a copy of the tree in the folder, or takes what was built there before. None if the build fails."""
    tree, costs = folder / "tree", folder / "costs.json"
    if not costs.exists():
        shutil.rmtree(folder, ignore_errors=True)
        shims, log = make_compilers(pathlib.Path(toolchain).resolve(), folder, options)
        shutil.copytree(configured, tree, symlinks=True)
        move_names(tree, configured)
        status, said = shell(row.get("build", BUILD), tree, shims)
        (folder / "said").write_text(said)
        if not all((tree / entry["program"]).exists() for entry in row["programs"]):
            print(f"{row['package']} is not built (status {status}):\n{said[-1000:]}", file=sys.stderr)
            return None
        costs.write_text(log.read_text())
    return Built(tree, [Command(*json.loads(line)) for line in costs.read_text().splitlines()])
