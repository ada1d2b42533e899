# A recipe of Spack for Foreslice. Copy it to packages/foreslice/package.py of a
# repository of Spack's (`spack repo create`), and `spack install foreslice`.

from spack_repo.builtin.build_systems.cmake import CMakePackage, generator

from spack.package import *


class Foreslice(CMakePackage):
    """Makes programs read their files before they ask for them: clang's
    -fprefetch-slice, its run time, and foreslice-run for programs as they are."""

    # Where the project is kept: a clone will do.
    git = "file:///path/of/a/clone/of/foreslice"

    license("Apache-2.0 WITH LLVM-exception")

    version("main", branch="main")

    variant("mpi", default=True, description="Slice programs of MPI, and their MPI-IO")
    variant("fortran", default=False, description="foreslice-flang and modules of MPI for it")
    variant("slowfs", default=False, description="Slow storage to try programs on, by FUSE")
    variant("plots", default=True, description="Plots in the pages of foreslice-report")

    generator("ninja")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build")

    # The pass is loaded into this clang, and commands run it.
    depends_on("llvm@22.1 +clang +lld +mlir +llvm_dylib +link_llvm_dylib", type=("build", "link", "run"))
    depends_on("llvm +flang", when="+fortran", type=("build", "run"))
    depends_on("mpi", when="+mpi", type=("build", "link", "run"))

    # Linked in where there are archives. Else loaded by name, and nodes need them not.
    depends_on("liburing")
    depends_on("libsodium")
    depends_on("elfutils")
    depends_on("libfuse@3.12:", when="+slowfs")

    # Headers only.
    depends_on("asio", type="build")
    depends_on("fmt", type="build")
    depends_on("nlohmann-json@3.11:", type="build")
    depends_on("cli11@2:", type="build")
    depends_on("tomlplusplus", type="build")
    depends_on("xxhash", type="build")

    depends_on("python@3.9:", type=("build", "run"))
    depends_on("py-matplotlib", when="+plots", type="run")

    def cmake_args(self):
        return [
            self.define("BUILD_TESTING", False),
            self.define("LLVM_DIR", self.spec["llvm"].prefix.lib.cmake.llvm),
            self.define("FORESLICE_PYTHON", self.spec["python"].command.path),
        ]

    def setup_run_environment(self, env):
        env.prepend_path("PKG_CONFIG_PATH", self.prefix.lib.pkgconfig)
        env.prepend_path("PYTHONPATH", self.prefix.lib.foreslice.python)
