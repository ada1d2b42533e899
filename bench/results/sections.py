"""The sections of docs/results.md: a question of a user each, and whose rows answer it."""

import dataclasses

from figures import faster, gone, more, text, value

BEGIN = """
This page is made by `bench/results/page` of the files in `bench/results/`, which `bench/NAME --json FILE`
writes. A row of this page stands for all rows of a measurement that fit: the median, and the least and the
most in brackets. Each row says by which command, on which [machine](#machines) and on which day.
[bench/](../bench/README.md) says what the commands do, and how to measure a program of one's own.

*Waiting gone* is the share of the time in which the plain program waits for storage that is no longer waited
for: 0 % is the plain program, and 100 % is the longer of its computation and its reading at full parallelism.
*By hand* is the time with Foreslice as a ratio to the best of what a programmer adds by hand: threads that
read ahead, io_uring, `posix_fadvise`. Slow storage is `foreslice-slowfs`: 32 disks that take 2 ms for 64 KiB,
without the kernel's cache, where no other storage is named. All outputs were those of the plain program.
"""

END = """
The days are those on which the figures were written down. Figures from before 28 November 2026 were converted
from tables of earlier versions of these pages, at the revision that the file names.
"""


@dataclasses.dataclass(frozen=True)
class Row:
    what: str
    cells: tuple

    def __init__(self, what, *cells):
        object.__setattr__(self, "what", what)
        object.__setattr__(self, "cells", cells)


@dataclasses.dataclass(frozen=True)
class Section:
    title: str
    text: str
    columns: tuple
    rows: tuple


SLICED = "-fprefetch-slice"
MEMORY = "memory: alone s"


def library(name, is_called=None):
    return Row(is_called or name,
        *(text("libraries-by-hand", column, library=name)
          for column in ("flag", "learned", "signature", "all ranks")), "not measured")


def measured(what, name, file="libraries", direct="none"):
    columns = ("gone: sliced", "gone: learned", "gone: signature")
    return Row(what, *(value(file, column, "{:.0f} %", library=name) for column in columns),
        *((value(direct, column, "{:.0f} %", library=name) for column in columns[1:]) if direct.startswith("libraries-")
          else (direct, direct)))


def script(what, name, file):
    return Row(what, "-", *(value(file, column, "{:.0f} %", library=name)
        for column in ("gone: learned", "gone: signature")), "none", "none")


def overlap(what, file="overlap", **where):
    return Row(what, gone(file, "blocking", SLICED, 1, **where), faster(file, "blocking", SLICED, **where),
        value(file, "to hand", **where))


def sliced(what, file, plain, done, bound, hand="-", **where):
    return Row(what, gone(file, plain, done, bound, **where), faster(file, plain, done, **where), hand)


def phases(what, **where):
    return sliced(what, "phases", "plain", SLICED, "bound", value("phases", "to the thread", **where), **where)


def debian(what, programs):
    return Row(what, gone("unmodified", "storage: alone s", "storage: run s", MEMORY, program=programs),
               faster("unmodified", "storage: alone s", "storage: run s", program=programs))


def signature(what, column, **where):
    return Row(what, gone("signatures", "alone", column, 0, **where),
        faster("signatures", "alone", column, **where))


EXPECT = Section("What to expect", """
Programs that read through HDF5, NetCDF, PnetCDF, h5py, netCDF4-python, xarray, NumPy's `npz` and Zarr gain as they are,
under [`foreslice-run`](run.md): most of the waiting goes where their reads are regular in the file, or, of
HDF5 and NetCDF-4, [in the order of the datasets](hdf5.md#programs-that-nobody-compiles), as those of compressed
data are. Chunks of Zarr, a file each, [follow each other](run.md#file-after-file). A signature has the places of bytes, and of HDF5 and
NetCDF-4 those [of datasets](signatures.md#datasets). With
`-fprefetch-slice`, loops in C that read by [HDF5](hdf5.md), [NetCDF](netcdf.md) or PnetCDF are sliced, and
compressed data gain as others.

The columns are the waiting that is gone. *Slices*: compiled with `-fprefetch-slice`. *Learned*: under
`foreslice-run`, on storage that the kernel caches. *Signature*: the same with what [earlier
runs](signatures.md) tell. *Nobody caches*: the same two by `foreslice-run --all-ranks` on storage without the kernel's cache,
where only reads by MPI-IO can be served; *none* is nothing served. The ranges of the rows that were measured
by hand are those of libraries that were measured together: parallel and independent, collective, serial. A
share within 2 % of 0 is noise, and one further below 0 a loss. [posix.md](posix.md) says how C++ streams and
mapped files are sliced.
""", ("reads by", "slices", "learned", "signature", "nobody caches: learned", "nobody caches: signature"), (
    library("MPI-IO"),
    Row("POSIX (`read`, `pread`)", gone("posix", "plain", SLICED, "limit", pattern=("nested", "random")),
        gone("unmodified", "storage: alone s", "storage: run s", MEMORY,
            program=("grep -c", "tar -x", "md5sum", "cp")), "not measured", "none", "none"),
    Row("stdio (`fread`, lines)", gone("posix", "plain", SLICED, "limit", pattern=("stream", "grep")),
        "as POSIX", "not measured", "none", "none"),
    Row("C++ streams", "sliced, not measured", "as POSIX", "not measured", "none", "none"),
    Row("Fortran (`READ`)", gone("fortran", "plain", SLICED, "limit", pattern=("direct", "stream", "parts")),
        "as POSIX", "not measured", "none", "none"),
    Row("mapped files (`mmap`)", "sliced, not measured", "not seen", "not seen", "none", "none"),
    measured("HDF5, serial, contiguous", "HDF5, contiguous"),
    measured("HDF5, serial, chunked", "HDF5, chunked"),
    measured("HDF5, serial, compressed", "HDF5, compressed"),
    measured("HDF5, serial, a file a step", "HDF5, a file a step"),
    measured("HDF5, parallel, independent", "HDF5, parallel, independent", direct="libraries-direct"),
    measured("HDF5, parallel, independent, compressed", "HDF5, parallel, compressed", direct="not measured"),
    measured("HDF5, parallel, collective", "HDF5, parallel, collective", "libraries-together", "libraries-direct"),
    *(measured(f"NetCDF-4, parallel, {how}", f"NetCDF-4, parallel, {how}", "libraries-netcdf-mpi",
               "libraries-netcdf-mpi-direct") for how in ("independent", "collective")),
    measured("NetCDF-4, serial", "NetCDF-4"), measured("NetCDF-4, serial, compressed", "NetCDF-4, compressed"),
    measured("NetCDF, classic, serial", "NetCDF, classic"),
    measured("NetCDF, classic, a file a step", "NetCDF, classic, a file a step"),
    measured("PnetCDF, independent", "PnetCDF, independent", direct="libraries-direct"),
    measured("PnetCDF, collective", "PnetCDF, collective", "libraries-order", "libraries-direct"),
    library("h5py, parallel"),
    Row("h5py, serial, a file and 48 files", "-",
        gone("unmodified", "storage: alone s", "storage: run s", MEMORY, program=("h5py", "h5py, 48 files")),
        "not measured", "none", "none"),
    *(script(f"{name}, of NetCDF-4{how}", name + how, "libraries-python")
      for name in ("xarray", "netCDF4-python", "h5py") for how in ("", ", compressed")),
    script("npz (NumPy)", "npz", "libraries-together"),
    script("Zarr, a file a chunk: `57`", "Zarr, numbers", "libraries-zarr"),
    script("the same in folders: `57/0/0`", "Zarr, folders", "libraries-zarr"),
    script("in two dimensions: `5.7`", "Zarr, two dimensions", "libraries-zarr"),
    script("in two dimensions and folders: `5/7`", "Zarr, two dimensions, folders", "libraries-zarr"),
))

GAIN = Section("What do I gain with the flag?", """
Programs compiled with `-fprefetch-slice`, without a change in the source.
""", ("program", "waiting gone", "times faster", "by hand"), (
    overlap("MPI-IO, computation a quarter of the reading, asleep; 1 to 4 ranks", mode="sleep", ratio="0.25"),
    overlap("the same, computation as long as the reading", mode="sleep", ratio="1.00"),
    overlap("computation a quarter, which keeps its core", mode="spin", ratio="0.25"),
    overlap("the same, as long as the reading", mode="spin", ratio="1.00"),
    sliced("reads that depend on earlier ones: indices, headers, tables, files", "dependent", "plain s", "sliced s", "limit s",
           pattern=("index", "blocks", "headers", "tables", "phases", "files")),
    sliced("a chain, in which each read tells the next", "dependent", "plain s", "sliced s", "limit s",
        pattern="chain"),
    phases("computation before reading, and phases, one disk, POSIX and stdio", ranks="-", disks="1", language="c"),
    phases("the same, eight disks", ranks="-", disks="8"),
    phases("the same by Fortran's own statements, one disk", ranks="-", language="fortran"),
    phases("MPI's start, computation and phases before reading, one disk, 1 to 4 ranks", ranks=("1", "2", "4"), disks="1",
        language="c"),
    phases("the same in Fortran, 2 ranks", ranks="2", language="fortran"),
    phases("the same in C, eight disks, 2 ranks", ranks="2", disks="8"),
    sliced("POSIX and stdio, 500 us of computation for 64 KiB, kernel's cache", "posix", "plain", SLICED, "limit",
           value("posix", "to best by hand", **{"compute us": "500"}), **{"compute us": "500"}),
    sliced("a search of 1,000 files of 10 to 60 KB on 8 disks", "posix-search", "plain", SLICED, "limit",
           value("posix-search", "to best by hand")),
    sliced("Fortran's statements, 500 us for 64 KiB, kernel's cache", "fortran", "plain", SLICED, "limit",
        **{"compute us": "500"}),
    sliced("a program reads what it writes: blocks read, changed, written", "readmodifywrite", "plain s", "sliced s", "limit s",
           pattern=("strided", "small", "behind", "checkpoint")),
    sliced("2 to 8 ranks read one file in the patterns of Kotz and Ellis, 4 disks", "collective",
        "to bound: plain", "to bound: shared", 1),
    sliced("the same on 2 and 4 nodes of two ranks, which one machine plays", "collective-nodes",
        "to bound: plain", "to bound: shared", 1),
    sliced("the same on 2 and 4 nodes of one rank", "collective-nodes-of-one", "to bound: plain",
        "to bound: shared", 1),
    sliced("the testbed of RAPID Transit, 4 ranks and disks", "rapid", "plain", "auto", "limit"),
    sliced("NAS BT-IO and BTIO, 4 to 9 ranks, beside 10 processes", "btio", "plain s", "sliced s", "memory s"),
    sliced("the same, 20 ms a read, many disks", "btio-20ms", "plain s", "sliced s", "memory s",
        disks=("512", "1024")),
    Row("the same, with the kernel's cache", "-", faster("btio-kernel", "plain s", "sliced s"), "-"),
))

RUN = Section("What do I gain without recompiling?", """
Programs as they are, under `foreslice-run`; of commands that are told which files they read, under
[`foreslice-hint`](hints.md). The bound of a program of Debian is its time with all files in memory,
computation included. [run.md](run.md) says what is seen of a program.
""", ("program, storage", "waiting gone", "times faster"), (
    signature("simple and nested steps, NFS-like, 2 and 4 ranks: learned", "learn", storage="NFS-like",
        pattern=("simple", "nested")),
    signature("the same, with a signature", "signature", storage="NFS-like", pattern=("simple", "nested")),
    signature("the same on 8 disks of 2 ms: learned", "learn", storage="striped", pattern=("simple", "nested")),
    signature("the same, with a signature", "signature", storage="striped", pattern=("simple", "nested")),
    signature("NAS BT-IO's reads, 4 ranks: learned", "learn", pattern="btio"),
    signature("the same, with a signature", "signature", pattern="btio"),
    debian("grep -c, tar -x", ("grep -c", "tar -x")),
    debian("md5sum, grep -r, tar -c of 64 files",
        ("md5sum, 64 files", "grep -r, 64 files", "tar -c, 64 files")),
    debian("md5sum, cp of one file from begin to end", ("md5sum", "cp")),
    debian("nccopy, ncks (NetCDF)", ("nccopy", "ncks")),
    debian("grib_ls, cdo (GRIB)", ("grib_ls", "cdo infon")),
    debian("h5py, a file and 48 files", ("h5py", "h5py, 48 files")),
    debian("mpi4py, 2 ranks", "mpi4py, 2 ranks"),
    Row("grep, md5sum and a search of 58 to 1,000 small files, told by `foreslice-hint`",
        gone("hints", "plain", "foreslice-hint", "limit", command=("grep", "md5sum", "search")),
        faster("hints", "plain", "foreslice-hint", command=("grep", "md5sum", "search"))),
))

STORAGE = Section("Which storage and MPI is served how?", """
[file-systems.md](file-systems.md) lists the file systems, [delivery.md](delivery.md) says when the kernel
delivers, and [build-systems.md](build-systems.md) which MPI libraries were tried.
""", ("storage, MPI", "waiting gone", "times faster", "by hand"), (
    overlap("32 disks of 0.5 ms, nobody caches", "overlap-500us", mode="sleep", ratio="0.25"),
    overlap("32 disks of 2 ms", mode="sleep", ratio="0.25"),
    overlap("32 disks of 8 ms", "overlap-8ms", mode="sleep", ratio="0.25"),
    overlap("8 disks of 2 ms, stripes of 1 MiB: below the bound of single reads", "overlap-8disks",
        mode="sleep", ratio="0.25"),
    Row("2 ms, the kernel caches and reads ahead 64 KiB; steps", "-",
        value("overlap-kernel", "faster: 0.25", **{"in sequence": ""}), "-"),
    Row("the same, a program that reads in sequence", "-",
        value("overlap-kernel", "faster: 0.25", **{"in sequence": "yes"}), "-"),
    sliced("Open MPI: NAS BT-IO `simple`, 1 to 9 ranks", "btio", "plain s", "sliced s", "memory s",
        family="Open MPI", program="BT-IO simple"),
    sliced("MPICH: the same, 1 and 9 ranks", "btio-mpich", "plain s", "sliced s", "memory s"),
    sliced("Open MPI: NAS BT-IO `full` and BTIO, 20 ms a read", "btio-20ms", "plain s", "sliced s", "memory s",
        family="Open MPI", disks=("512", "1024")),
    sliced("MPICH: the same", "btio-20ms", "plain s", "sliced s", "memory s", family="MPICH",
        disks=("512", "1024")),
))

NO_GAIN = Section("When does it not help?", """
There is nothing to gain where data are in memory ([next table](#what-does-it-cost-at-run-time)), where the
kernel's own readahead is enough, where each read needs the result of the one before, and where all cores are
taken. [limits.md](limits.md) has what is not sliced. Times faster below 1 are losses.
""", ("program", "how", "times faster"), (
    Row("reads in sequence, computation longer than the kernel's readahead", "slices",
        faster("posix", "plain", SLICED, pattern="simple", **{"compute us": "2000"})),
    Row("the same in Fortran", "slices",
        faster("fortran", "plain", SLICED, pattern="sequential", **{"compute us": "2000"})),
    Row("each step reads what the step before has written", "slices",
        faster("readmodifywrite", "plain s", "sliced s", pattern="neighbours")),
    Row("4 ranks, each in sequence as much as the kernel reads ahead", "signature",
        faster("signatures", "alone", "signature", pattern="segmented", ranks="4")),
    Row("8 ranks on 2 cores, NFS-like", "learned",
        faster("signatures-many-ranks", "alone", "learn", ranks="8")),
    Row("16 ranks on 2 cores, NFS-like", "learned",
        faster("signatures-many-ranks", "alone", "learn", ranks="16")),
    Row("gzip, h5dump, h5repack, ncdump, ffmpeg", "learned",
        faster("unmodified", "storage: alone s", "storage: run s", program=("gzip -1", "h5dump", "h5repack", "ncdump", "ffmpeg"))),
    Row("make of 40 small files", "hints", faster("hints", "plain", "foreslice-hint", command="make")),
    Row("rules that change the amount while a program runs, to the best fixed amount", "[policy](policy.md)",
        value("adaptive", "to best", "{:.2f} of the time")),
))

COST = Section("What does it cost at run time?", """
All data are in memory, so that nothing can be gained; *ratio* is the time with Foreslice to that without.
Where a read is fast, no thread is started.
""", ("what", "figure"), (
    Row("4,000 reads by MPI-IO without computation, with the flag",
        value("overhead", "ratio", "{:.3f}", program=("simple, no computation", "nested, no computation", "random, no computation"))),
    Row("a program that reads once, or never",
        value("overhead", "ratio", "{:.3f}", program=("simple, one read", "no reads"))),
    Row("[start and end](posix.md#what-a-start-costs) of a program without MPI that reads nothing (0.6 ms), with the flag: longer by",
        value("start", "longer by us", "{:.0f} us", program="no reads")),
    Row("of one that reads a file of 64 KiB by `fread` of 4 KiB",
        value("start", "longer by us", "{:.0f} us", program="a file of 64 KiB in memory")),
    Row("POSIX and stdio with 100 us of computation an item, with the flag",
        value("posix-memory", "ratio", "{:.3f}")),
    Row("Fortran's statements, with the flag", value("fortran-memory", "ratio", "{:.3f}")),
    Row("processor time of a file of 150 MB read by one call each, with the flag", value("guest", "flag")),
    Row("the same under `foreslice-run`", value("guest", "foreslice-run")),
    Row("a command of Debian under `foreslice-run`: longer by",
        more("unmodified", MEMORY, "memory: run s", "{:.3f} s")),
    Row("100 reads through HDF5, NetCDF, PnetCDF or NumPy, with 2 ms of computation each, whole runs: with the flag",
        value("libraries-memory", "share: sliced", "{:.1f} %")),
    Row("the same under `foreslice-run`", value("libraries-memory", "share: learned", "{:.1f} %")),
    Row("the same with a signature", value("libraries-memory", "share: signature", "{:.1f} %")),
    Row("start of the run time in `MPI_Init` (250 to 320 ms): 2 ranks",
        value("hit-start", "after: node", "{:.1f} ms", ranks="2")),
    Row("8 ranks that share two cores", value("hit-start", "after: node", "{:.1f} ms", ranks="8")),
    Row("a hit of 64 KiB in the cache", value("hit", "median", "{:.1f} us", bytes="65536", access="local hit")),
    Row("`pread` of the same bytes in memory",
        value("hit", "median", "{:.1f} us", bytes="65536", access="pread")),
    Row("a hit of 64 KiB in another rank's cache",
        value("hit", "median", "{:.1f} us", bytes="65536", access="node hit")),
    Row("64 KiB of another node, not prefetched",
        value("hit-nodes", "median", "{:.0f} us", bytes="65536", access="remote")),
    Row("the cache itself, for a read: 1,000 pages", value("scale", "read", "{:.0f} ns", pages="1000")),
    Row("10,000,000 pages", value("scale", "read", "{:.0f} ns", pages="10000000")),
    Row("memory of a page of 64 KiB beside its data, 10,000 pages and more",
        value("scale", "bytes a page", "{:.0f} bytes", pages=("10000", "100000", "300000", "1000000", "10000000"))),
    Row("finding a page of another rank: 1,000 pages of the node",
        value("directory", "find", "{:.0f} ns", pages="1000")),
    Row("10,000,000 pages", value("directory", "find", "{:.0f} ns", pages="10000000")),
    Row("memory of that for a page of 64 KiB",
        value("directory", "bytes a page", "{:.0f} bytes", pages="10000000", processes=("2", "8", "64"))),
    Row("memory of a page that nodes share, at its home",
        value("directory", "bytes a page", "{:.0f} bytes", pages="10000000", nodes=("2", "1000"))),
    Row("the classifier, of the run of a program in memory: all accesses",
        value("classes-cost", "% of the run", "{:.2f} %")),
    Row("the accesses that the classifier looks at",
        value("classes-cost", "looked at: % of the run", "{:.2f} %")),
))

COMPILE = Section("What does it cost to compile?", """
*Ratio* is the processor time with the flag to that without, at `-O2`. The compiler's work is bounded:
[`-fprefetch-slice-budget`](slicing.md#how-much-the-pass-looks-at) says by what.
""", ("what", "ratio", "MB more", "within the aim"), (
    Row("whole builds of public programs (17, each by its own makefile)", value("compile-programs", "ratio"),
        "-", "1.25: all"),
    Row("the command of such a build that grows most", value("compile-programs", "most of a command", "{:.1f}"),
        "98 at most", "3: all"),
    Row("sources that read by MPI-IO", value("compile-small", "ratio"), "-", "-"),
    Row("sources that are large in one way each", value("compile-large", "ratio"),
        value("compile-large", "MB more", "{:.0f}"), "2: all but two"),
    Row("those two: 400 names of files; 150 templates with containers",
        value("compile-large", "ratio", verdict="MISSED"),
        value("compile-large", "MB more", "{:.0f}", verdict="MISSED"), "2: no"),
))

THESIS_SCHEMES = ("no_holds", "excl_cache", "fix_thresh", "adapt_win", "p_adapt_win")
SCHEMES = Section("Which prefetch scheme?", """
The time as a share of that without prefetching: the five access patterns of Suneja's thesis, without and with
synchronisation of a tenth of the accesses, computation of 1 and 2 ms, 2 to 8 ranks
([schemes.md](schemes.md)). The bound is the longer of computation and reading.
""", ("patterns", "bound", *(f"`{name}`" for name in THESIS_SCHEMES), "`auto`, the default"), tuple(
    Row(f"{name}",
        *(value("thesis", column, "{:.3f}", sync=sync) for column in ("bound", *THESIS_SCHEMES, "auto")))
    for name, sync in (("not synchronised", "0"), ("synchronised", "0.1"))))

NODE_FIGURES = (("node", "to bound"), ("node", "reads/page"), ("shared", "to bound"), ("shared", "reads/page"),
                ("shared", "messages/read"))
NODES = Section("How does it scale?", """
The run time on nodes that [SimGrid simulates](simulation.md), one rank a node, 128 reads of 16 KiB with 1 ms
of computation, a server of eight disks for each eight nodes: the time as a ratio to the bound, and how often
the storage reads a page, with a cache for each node and with caches that all nodes share, which is the
default.
""", ("nodes", "node: time", "node: reads of a page", "shared: time", "shared: reads of a page", "messages a read"), tuple(
    Row(nodes, *(value("simulate", column, nodes=nodes.replace(",", ""), variant=variant) for variant, column in NODE_FIGURES))
    for nodes in ("1", "10", "100", "1,000")))

SECTIONS = (EXPECT, GAIN, RUN, STORAGE, NO_GAIN, COST, COMPILE, SCHEMES, NODES)
