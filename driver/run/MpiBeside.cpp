//===- MpiBeside.cpp - the MPI library that a program will load -----------===//
//
// See MpiBeside.h. Links are not followed on the way to a tree: the interpreter
// of a virtual environment is one, and leads out of it.
//
//===----------------------------------------------------------------------===//

#include "MpiBeside.h"

#include "LinkedMpi.h"
#include "Process.h"

#include <cstdlib>
#include <filesystem>
#include <vector>

namespace foreslice::driver {

namespace fs = std::filesystem;

/// Of a command in TREE/bin.
static fs::path treeOf(const fs::path &Command) {
  return fs::absolute(Command).parent_path().parent_path();
}

static std::vector<fs::path> treesOf(const std::string &Path) {
  std::vector<fs::path> Trees{treeOf(Path)};
  if (const char *Root = std::getenv("I_MPI_ROOT"); Root && *Root)
    Trees.emplace_back(Root);
  for (const char *Launcher : {"mpiexec", "mpirun"})
    if (std::vector<std::string> Found = findInPath(Launcher); !Found.empty())
      Trees.push_back(treeOf(Found.front()));
  return Trees;
}

std::string mpiBeside(const std::string &Path, const MpiFamily &Family) {
  std::string Built = Family.Library;
  // Debian's MPICH has a name of its own.
  const std::string Usual =
      "libmpi.so." + std::string(mpiVersion(Family.Library));
  for (const fs::path &Tree : treesOf(Path))
    for (const char *Folder : {"lib", "lib64", "lib/release"})
      for (const std::string &Name : {Usual, Built}) {
        const std::string Library = Tree / Folder / Name;
        if (!isFile(Library))
          continue;
        if (const std::optional<LinkedMpi> Mpi = mpiLibraryAt(Library);
            Mpi && Mpi->Interface == Family.Interface)
          return Library;
      }
  return Built;
}

} // namespace foreslice::driver
