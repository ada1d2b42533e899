# The lit suites: passes/ (opt and FileCheck), remarks/, programs/ (compiled with
# and without slicing, run and compared), reports/ (statistics, timeline and what
# is made of them), driver/ and dump/. The build runs them through
# lit.site.cfg.py in its test folder.

import ctypes
import importlib.util
import os
import shutil
import subprocess
import sys

import lit.formats

config.name = "foreslice"
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = os.path.dirname(__file__)
config.suffixes = [".c", ".cpp", ".f90", ".ll", ".test"]
config.excludes = ["Inputs", "packages", "unit", "slowfs", "guard", "pauses", "fuzz", "hostile", "killed", "network", "simulation", "CMakeLists.txt"]

bin_dir, lib_dir, llvm = (
    config.foreslice_bin,
    config.foreslice_lib,
    config.llvm_tools,
)

# The settings of whoever runs the tests must not change what they see.
config.environment["PATH"] = os.pathsep.join(
    [llvm, config.environment.get("PATH", os.environ["PATH"])]
)
for name in ("FORESLICE_CLANG", "FORESLICE_MPI", "OMPI_CC", "MPICH_CC", "OMPI_FC", "MPICH_FC"):
    config.environment.pop(name, None)
# Each link is made, whatever other tests have left.
config.environment["FORESLICE_LINK_CACHE"] = "off"
# MPI in a container: more ranks than cores, and often as root.
config.environment.update(
    OMPI_ALLOW_RUN_AS_ROOT="1",
    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
    OMPI_MCA_rmaps_base_oversubscribe="1",
    OMPI_MCA_hwloc_base_binding_policy="none",
)

# A hanging test is a failed one. Beside other work one takes many times as long.
try:
    lit_config.maxIndividualTestTime = 3600
except Exception as error:  # lit needs psutil to end a whole process tree.
    lit_config.warning("no time limit for tests: %s" % error)


def can_mount():
    """True if a FUSE file system can be mounted: CI often forbids it."""
    if not shutil.which("fusermount3") and os.geteuid() != 0:
        return False
    try:
        fd = os.open("/dev/fuse", os.O_RDWR)
    except OSError:
        return False
    os.close(fd)
    if os.geteuid() != 0:
        return True
    # CAP_SYS_ADMIN: a private mount namespace is refused like a mount is.
    pid = os.fork()
    if pid == 0:
        clone_newns = 0x20000
        os._exit(0 if ctypes.CDLL(None).unshare(clone_newns) == 0 else 1)
    return os.waitpid(pid, 0)[1] == 0


# Which part of its matrix a program runs (test/programs/Inputs/check_program.py).
config.matrix = lit_config.params.get("matrix", "part")
if config.matrix not in ("part", "all"):
    lit_config.fatal("--param matrix takes part or all, not %s" % config.matrix)
config.draw = lit_config.params.get("draw")
if config.draw is None:
    head = ["git", "-C", config.foreslice_source, "rev-parse", "HEAD"]
    try:
        config.draw = subprocess.run(head, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        config.draw = "0"

# Features -------------------------------------------------------------------

families = {"openmpi": ("mpicc.openmpi", "mpirun.openmpi"),
            "mpich": ("mpicc.mpich", "mpiexec.mpich")}  # fmt: skip
for family, tools in families.items():
    runtime = os.path.join(lib_dir, "libforeslice_%s.so" % family)
    if os.path.exists(runtime) and all(map(shutil.which, tools)):
        config.available_features.add(family)
    else:
        lit_config.note("no %s: its tests are skipped" % family)

# The standard ABI of MPI 5.
if os.path.exists(os.path.join(lib_dir, "libforeslice_abi.so")):
    config.available_features.add("abi")

if os.path.exists(os.path.join(llvm, os.pardir, "lib", "libomp.so")):
    config.available_features.add("openmp")
else:
    lit_config.note("no OpenMP library: its tests are skipped")

slowfs = os.path.join(bin_dir, "foreslice-slowfs")
if not os.path.exists(slowfs):
    lit_config.note("foreslice-slowfs was not built: tests on slow storage are skipped")
elif not can_mount():
    lit_config.note("/dev/fuse cannot be used: tests on slow storage are skipped")
else:
    config.available_features.add("fuse")

guard = os.path.join(lib_dir, "slice_guard.so")
watching = ["env", "LD_BIND_NOW=1", "GLIBC_TUNABLES=glibc.pthread.rseq=0", "LD_PRELOAD=" + guard]
if not os.path.exists(guard) or subprocess.call(watching + ["true"]):
    lit_config.note("no protection keys: what slices store is not watched")
else:
    config.available_features.add("guard")

nodes = os.path.join(os.path.dirname(__file__), "nodes", "nodes")
if subprocess.call([sys.executable, "-B", nodes, "--check"]):
    lit_config.note("tests on several nodes are skipped")
else:
    config.available_features.add("nodes")

if os.path.exists(os.path.join(llvm, os.pardir, "include", "c++", "v1", "fstream")):
    config.available_features.add("libcxx")

if os.path.exists(os.path.join(llvm, "flang")):
    config.available_features.add("flang")
else:
    lit_config.note("no flang: tests of Fortran are skipped")

for tool in ("autoconf", "ninja", "ccache", "groff", "valgrind", "tclsh", "lua", "zsh"):
    if shutil.which(tool):
        config.available_features.add(tool)

# With the headers of the serial library.
if shutil.which("pkg-config") and not subprocess.call(["pkg-config", "--exists", "hdf5-serial"]):
    config.available_features.add("hdf5")
else:
    lit_config.note("no HDF5: its tests are skipped")
if "hdf5" in config.available_features and not subprocess.call(["pkg-config", "--exists", "hdf5-openmpi"]):
    config.available_features.add("parallel-hdf5")

for library in ("netcdf", "pnetcdf"):
    if shutil.which("pkg-config") and not subprocess.call(["pkg-config", "--exists", library]):
        config.available_features.add(library)
    else:
        lit_config.note("no %s: its tests are skipped" % library)

if "netcdf" in config.available_features and not subprocess.call(["pkg-config", "--exists", "netcdf-mpi"]):
    config.available_features.add("parallel-netcdf")

if importlib.util.find_spec("jsonschema"):
    config.available_features.add("jsonschema")
else:
    lit_config.note("no python3-jsonschema: its tests are skipped")

if importlib.util.find_spec("pip"):
    config.available_features.add("pip")

# In the Python that foreslice-report runs with.
with open(os.path.join(bin_dir, "foreslice-report")) as report:
    report_python = report.readline()[2:].strip()
if subprocess.call([report_python, "-c", "import matplotlib"], stderr=subprocess.DEVNULL):
    lit_config.note("no python3-matplotlib: its tests are skipped")
else:
    config.available_features.add("matplotlib")

if all(map(shutil.which, ("chromium", "chromedriver"))) and importlib.util.find_spec("selenium"):
    config.available_features.add("browser")
else:
    lit_config.note("no chromium, chromedriver or python3-selenium: no page is looked at")

# Substitutions, longer names before their own beginnings ----------------------

config.substitutions += [
    ("%guard", " ".join(watching)),
    ("%foreslice-clangxx", os.path.join(bin_dir, "foreslice-clang++")),
    ("%foreslice-clang", os.path.join(bin_dir, "foreslice-clang")),
    ("%foreslice-mpicxx", os.path.join(bin_dir, "foreslice-mpicxx")),
    ("%foreslice-mpicc", os.path.join(bin_dir, "foreslice-mpicc")),
    ("%foreslice-flang", os.path.join(bin_dir, "foreslice-flang")),
    ("%foreslice-mpifort", os.path.join(bin_dir, "foreslice-mpifort")),
    ("%foreslice-run", os.path.join(bin_dir, "foreslice-run")),
    ("%foreslice-hint", os.path.join(bin_dir, "foreslice-hint")),
    ("%foreslice-config", os.path.join(bin_dir, "foreslice-config")),
    ("%real-clangxx", os.path.join(llvm, "clang++")),
    ("%real-clang", os.path.join(llvm, "clang")),
    ("%mpirun-mpich", "mpiexec.mpich"),
    # In a folder of its own, as one run that ends removes what another one has
    # just made there.
    ("%mpirun", "env TMPDIR=%t.mpi mpirun.openmpi --oversubscribe --bind-to none -q"),
    ("%nodes", "%s -B %s" % (sys.executable, nodes)),
    ("%plugin", os.path.join(lib_dir, "foreslice", "ForeslicePass.so")),
    ("%slowfs-run", os.path.join(bin_dir, "slowfs-run")),
    ("%slowfs", slowfs),
    ("%opt", os.path.join(llvm, "opt")),
    ("%cmake", config.cmake),
    ("%loaded", os.path.join(config.foreslice_build, "test", "loaded")),
    ("%lib-dir", lib_dir),
    ("%bin-dir", bin_dir),
    ("%build-dir", config.foreslice_build),
    ("%llvm-include", config.llvm_include),
    ("%source-dir", config.foreslice_source),
    ("%version", config.foreslice_version),
    ("%python", sys.executable),
]
