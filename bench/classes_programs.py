"""The programs whose accesses bench/classes classifies, what each does with a file, and their data."""

import collections
import random
import shutil
import subprocess
import sys
import wave

from harness import ROOT

sys.path.insert(0, str(ROOT / "runtime/adaptive/classifier/train"))
from streams import CATEGORIES  # noqa: E402

MB = 1 << 20
READ, WRITE, UPDATE, BOTH = CATEGORIES[0]
SEQUENTIAL, STRIDED, ROWS, VARIED = CATEGORIES[1]
UNIFORM, VARIABLE = CATEGORIES[2]

# name, program, arguments, file, what the program does with the file and where. What is counted
# is whether the sizes of a window are uniform, nine of ten at least, and whether a window only
# reads or only writes. tar reads a header and looks at the end of the data before the next one;
# ncks reads a number of each record, and then rows of five blocks.
PROGRAMS = (
    ("md5sum", "md5sum", "data.bin", "data.bin", (READ, SEQUENTIAL)),
    ("wc", "wc", "-l text", "text", (READ, SEQUENTIAL)),
    ("grep", "grep", "-c 00 text", "text", (READ, SEQUENTIAL)),
    ("cmp", "cmp", "data.bin copy.bin", "copy.bin", (READ, SEQUENTIAL)),
    ("sort", "sort", "-S 1M -o sorted text", "text", (READ, SEQUENTIAL)),
    ("sort, the result", "sort", "-S 1M -o sorted text", "sorted", (WRITE, SEQUENTIAL)),
    ("gzip", "gzip", "-1 -k -f text", "text", (READ, SEQUENTIAL)),
    ("gzip, the result", "gzip", "-1 -k -f text", "text.gz", (WRITE, SEQUENTIAL)),
    ("bzip2", "bzip2", "-1 -k -f text", "text", (READ, SEQUENTIAL)),
    ("xz", "xz", "-0 -k -f text", "text", (READ, SEQUENTIAL)),
    ("zstd", "zstd", "-1 -k -f text", "text", (READ, SEQUENTIAL)),
    ("tar c", "tar", "cf all.tar data.bin text", "data.bin", (READ, SEQUENTIAL)),
    ("tar c, the archive", "tar", "cf all.tar data.bin text", "all.tar", (WRITE, SEQUENTIAL)),
    ("tar t, without seeks", "tar", "--no-seek -tf members.tar", "members.tar", (READ, SEQUENTIAL)),
    ("tar t, equal members", "tar", "-b 1 -tf members.tar", "members.tar", (READ, ROWS)),
    ("split", "split", "-b 1M data.bin part.", "data.bin", (READ, SEQUENTIAL)),
    ("shred", "shred", "-n 1 -x overwritten", "overwritten", (WRITE, SEQUENTIAL)),
    ("dd, in place", "dd", "if=inplace of=inplace bs=8k conv=notrunc", "inplace", (UPDATE, SEQUENTIAL)),
    ("git index-pack", "git", "index-pack -o new.idx objects.pack", "objects.pack", (READ, SEQUENTIAL)),
    ("sqlite3, lookups", "sqlite3", "lookups", "base.db", (READ, VARIED)),
    ("sqlite3, a scan", "sqlite3", "scan", "base.db", (READ, SEQUENTIAL)),
    ("python3, records", "/usr/bin/python3", "records.py", "data.bin", (READ, STRIDED)),
    ("python3, a tile", "/usr/bin/python3", "tile.py", "data.bin", (READ, ROWS)),
    ("python3, an index", "/usr/bin/python3", "index.py", "data.bin", (READ, VARIED)),
    ("h5py, columns", "/usr/bin/python3", "columns.py", "array.h5", (READ, STRIDED)),
    ("h5repack", "h5repack", "array.h5 packed.h5", "array.h5", (READ, SEQUENTIAL)),
    ("cksum", "cksum", "data.bin", "data.bin", (READ, SEQUENTIAL)),
    ("base64", "base64", "data.bin", "data.bin", (READ, SEQUENTIAL)),
    ("od", "od", "-v -x inplace", "inplace", (READ, SEQUENTIAL)),
    ("diff", "diff", "data.bin copy.bin", "data.bin", (READ, SEQUENTIAL)),
    ("openssl", "openssl", "dgst -sha256 data.bin", "data.bin", (READ, SEQUENTIAL)),
    ("ffmpeg, a sound", "ffmpeg", "-y -i sound.wav -c:a pcm_s16be sound.aiff", "sound.wav", (READ, SEQUENTIAL)),
    ("ffmpeg, the result", "ffmpeg", "-y -i sound.wav -c:a pcm_s16be sound.aiff", "sound.aiff", (WRITE, SEQUENTIAL)),
    ("nccopy", "nccopy", "series.nc copy.nc", "copy.nc", (WRITE, SEQUENTIAL)),
    ("perl, a search", "perl", "search.pl", "data.bin", (READ, VARIED)),
    ("sqlite3, vacuum", "sqlite3", "vacuum", "base.db", (BOTH, SEQUENTIAL)),
    ("ncks, every fifth", "ncks", "-O -v v -d t,0,,5 series.nc some.nc", "series.nc", (READ, ROWS)),
)

FIRST = {"ncks": (6, (READ, STRIDED))}

SCRIPTS = {
    "search.pl": """open(my $f, "<:raw", "data.bin"); srand(5);
for (1..20) {
    my ($low, $high, $wanted) = (0, 1 << 20, int(rand(1 << 20)));
    while ($low + 512 < $high) {
        my $middle = int(($low + $high) / 2);
        sysseek($f, $middle * 8, 0); sysread($f, my $record, 8);
        if ($middle < $wanted) { $low = $middle } else { $high = $middle }
    }
}
""",
    "records.py": """import os
fd = os.open("data.bin", os.O_RDONLY)
for i in range(200):
    os.pread(fd, 4000, 1000 + i * 30000)
""",
    "tile.py": """import os
fd = os.open("data.bin", os.O_RDONLY)
for row in range(60):
    for part in range(3):
        os.pread(fd, 2048, row * 100000 + part * 8192)
""",
    "index.py": """import os, random
fd = os.open("data.bin", os.O_RDONLY)
r = random.Random(3)
for i in range(300):
    os.pread(fd, r.randrange(100, 9000), r.randrange(7000000))
""",
    "columns.py": """import h5py
with h5py.File("array.h5", "r") as f:
    for i in range(10):
        f["x"][:, i * 100]
""",
}
MAKE_ARRAYS = """import h5py, numpy
with h5py.File("array.h5", "w") as f:
    f["x"] = numpy.arange(200 * 16384, dtype="f8").reshape(200, 16384)
"""
LOOKUPS = "".join(f"select b from t where a={random.Random(i).randrange(20000)};" for i in range(300))
SQL = {
    "lookups": ["base.db", "pragma cache_size=2;" + LOOKUPS],
    "vacuum": ["base.db", "vacuum;"],
    "scan": ["base.db", "select sum(length(b)) from t;"],
}
MAKE_BASE = """create table t(a integer primary key, b text);
with recursive n(i) as (select 0 union all select i+1 from n where i<19999)
insert into t select i, printf('%0700d', i) from n;"""


def command_of(program, arguments):
    return [program, *(SQL.get(arguments) or arguments.split())]


def run(folder, *command):
    subprocess.run(command, cwd=folder, capture_output=True, check=True)


def make_data(folder):
    r = random.Random(1)
    (folder / "data.bin").write_bytes(r.randbytes(8 * MB))
    for name in ("inplace", "overwritten"):
        (folder / name).write_bytes(r.randbytes(2 * MB))
    words = [f"{r.randrange(10**8):08}" for _ in range(5000)]
    (folder / "text").write_text("".join(r.choice(words) + (" " if i % 8 else "\n") for i in range(700000)))
    shutil.copy(folder / "data.bin", folder / "copy.bin")
    with wave.open(str(folder / "sound.wav"), "wb") as sound:
        sound.setparams((2, 2, 44100, 0, "NONE", ""))
        sound.writeframes((folder / "data.bin").read_bytes())
    for i in range(40):
        (folder / f"member{i:02}").write_bytes(bytes(100000))
    run(folder, "tar", "cf", "members.tar", *(f"member{i:02}" for i in range(40)))
    for name, text in SCRIPTS.items():
        (folder / name).write_text(text)
    if shutil.which("sqlite3"):
        run(folder, "sqlite3", "base.db", MAKE_BASE)
    run(folder, "/usr/bin/python3", "-c", MAKE_ARRAYS)
    if shutil.which("ncks"):
        make_series(folder)
    if shutil.which("git"):
        make_pack(folder)


def make_series(folder):
    """A variable of many records, each of several pages."""
    (folder / "series.cdl").write_text(
        "netcdf series { dimensions: t = UNLIMITED; x = 4096; variables: double v(t, x); double t(t); data: t = "
        + ", ".join(map(str, range(300))) + "; }")
    run(folder, "ncgen", "-k", "classic", "-o", "series.nc", "series.cdl")


def make_pack(folder):
    """Objects of git in one file."""
    run(folder, "git", "init", "-q", "repository")
    for i in range(200):
        (folder / f"repository/{i}").write_bytes(random.Random(i).randbytes(20000))
    here = folder / "repository"
    run(here, "git", "add", ".")
    run(here, "git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "all")
    run(here, "git", "repack", "-a", "-d", "-q")
    pack = next(here.glob(".git/objects/pack/*.pack"))
    shutil.copy(pack, folder / "objects.pack")


Traced = collections.namedtuple("Traced", "process thread operation ns offset bytes path")


def trace(build, folder, program, arguments):
    """What the program does with files, in order. The traces stay in the folder."""
    shutil.rmtree(folder / "traces", ignore_errors=True)
    run(folder, build / "bin/foreslice-run", f"--trace={folder}/traces", *command_of(program, arguments))
    done = subprocess.run([build / "bin/foreslice-signature", "--accesses", folder / "traces"],
                          stdout=subprocess.PIPE, text=True, check=True)
    for line in done.stdout.splitlines()[1:]:
        process, _, thread, _, operation, _, ns, offset, _, result, _, _, path = line.split("\t")
        yield Traced(process, thread, operation, int(ns), int(offset), int(result), path)
