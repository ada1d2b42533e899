//===- ForesliceMpi.cpp - foreslice-mpicc, foreslice-mpicxx ---------------===//
//
// The MPI library's own compiler wrapper, told to run foreslice-clang. Slices
// nothing by itself: -fprefetch-slice is the user's to give.
//
//===----------------------------------------------------------------------===//

#include "CompilerCommand.h"
#include "Installation.h"
#include "Process.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
#include <utility>

using namespace foreslice::driver;

static constexpr std::string_view MpiOption = "-fprefetch-slice-mpi=";

namespace {
class Wrapper {
public:
  Wrapper(bool CPlusPlus)
      : Command(CPlusPlus ? "foreslice-mpicxx" : "foreslice-mpicc"),
        CPlusPlus(CPlusPlus) {}
  /// Does not return.
  void run(std::vector<std::string> Arguments);

private:
  const MpiFamily &chooseFamily(std::vector<std::string> &Arguments) const;
  std::string findWrapper(const MpiFamily &Family) const;
  /// Everything in PATH named like a wrapper without a family's name.
  std::vector<std::string> plainWrappers() const;

  const char *Command;
  bool CPlusPlus;
  Installation Here;
};
} // namespace

std::vector<std::string> Wrapper::plainWrappers() const {
  std::vector<std::string> Found = findInPath(CPlusPlus ? "mpicxx" : "mpicc");
  std::erase_if(Found, [&](const std::string &Path) {
    return realPath(Path) == Here.executable();
  });
  return Found;
}

/// By option (which is taken out of Arguments), FORESLICE_MPI, the plain
/// wrapper in PATH, or what was built, in this order.
const MpiFamily &
Wrapper::chooseFamily(std::vector<std::string> &Arguments) const {
  const MpiFamily *Chosen = nullptr;
  std::erase_if(Arguments, [&](const std::string &Argument) {
    if (!Argument.starts_with(MpiOption))
      return false;
    Chosen = &parseMpiFamily(Command, Argument.substr(MpiOption.size()));
    return true;
  });
  if (Chosen)
    return *Chosen;
  if (const char *Variable = std::getenv("FORESLICE_MPI");
      Variable && *Variable) {
    if (const MpiFamily *Family = findMpiFamily(Variable))
      return *Family;
    fatal(Command, "invalid value '" + std::string(Variable) +
                       "' of FORESLICE_MPI; accepted: " + mpiFamilyNames());
  }
  for (const std::string &Path : plainWrappers())
    if (const MpiFamily *Family = familyOfWrapper(Path))
      return *Family;
  for (const MpiFamily &Family : mpiFamilies())
    if (Here.hasRuntime(Family.Name))
      return Family;
  return mpiFamilies().front();
}

std::string Wrapper::findWrapper(const MpiFamily &Family) const {
  const char *Name = CPlusPlus ? Family.CXXWrapper : Family.CWrapper;
  for (const std::string &Path : findInPath(Name))
    return Path;
  for (const std::string &Path : plainWrappers())
    if (familyOfWrapper(Path) == &Family)
      return Path;
  fatal(Command, std::string("no compiler wrapper of ") + Family.Title +
                     " in PATH (neither '" + Name + "' nor '" +
                     (CPlusPlus ? "mpicxx" : "mpicc") + "')");
}

void Wrapper::run(std::vector<std::string> Arguments) {
  const MpiFamily &Family = chooseFamily(Arguments);
  std::string Path = findWrapper(Family);
  std::string Compiler =
      Here.binDir() + (CPlusPlus ? "/foreslice-clang++" : "/foreslice-clang");
  setenv(CPlusPlus ? Family.CXXVariable : Family.CVariable, Compiler.c_str(),
         1);
  // Tells foreslice-clang the family where the link line alone does not.
  setenv("FORESLICE_MPI", Family.Name, 1);
  Arguments.insert(Arguments.begin(), Path);
  execute(Path, Arguments);
  fatal(Command, "cannot run '" + Path + "': " + std::strerror(errno));
}

int main(int Argc, char **Argv) {
  std::vector<std::string> Arguments(Argv, Argv + Argc);
  std::string Name;
  if (!Arguments.empty()) {
    Name = baseName(Arguments[0]);
    Arguments.erase(Arguments.begin());
  }
  bool CPlusPlus =
      Name.find("++") != Name.npos || Name.find("cxx") != Name.npos;
  Wrapper(CPlusPlus).run(std::move(Arguments));
}
