//===- ForesliceMpi.cpp - foreslice-mpicc, -mpicxx and -mpifort -----------===//
//
// Runs the MPI library's compiler wrapper, told to run foreslice-clang, or
// foreslice-flang. Slices nothing alone: the user gives -fprefetch-slice.
//
//===----------------------------------------------------------------------===//

#include "CompilerCommand.h"
#include "MpiWrapper.h"
#include "Process.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
#include <utility>

using namespace foreslice::driver;

static constexpr std::string_view MpiOption = "-fprefetch-slice-mpi=";

/// The family of the option, removed from Arguments, or of FORESLICE_MPI; null
/// if neither is given.
static const MpiFamily *chosenFamily(const char *Command,
                                     std::vector<std::string> &Arguments) {
  const MpiFamily *Chosen = nullptr;
  std::erase_if(Arguments, [&](const std::string &Argument) {
    if (!Argument.starts_with(MpiOption))
      return false;
    Chosen = &parseMpiFamily(Command, Argument.substr(MpiOption.size()));
    return true;
  });
  const char *Variable = std::getenv("FORESLICE_MPI");
  if (Chosen || !Variable || !*Variable)
    return Chosen;
  if (const MpiFamily *Family = findMpiFamily(Variable))
    return Family;
  fatal(Command, "invalid value '" + std::string(Variable) +
                     "' of FORESLICE_MPI; accepted: " + mpiFamilyNames());
}

[[noreturn]] static void noWrapper(const char *Command, Language L,
                                   const MpiFamily *Family) {
  std::string Families, Named;
  for (const MpiFamily &Any : mpiFamilies())
    if (!Family || &Any == Family) {
      Families.append(Families.empty() ? "" : ", ").append(Any.Title);
      Named.append(", '").append(wrapperOf(Any, L)).append("'");
    }
  fatal(Command, "no compiler wrapper of " + Families +
                     " in PATH; looked for '" + wrapperName(L) + "'" + Named);
}

/// The folder of files that Fortran sources use and include.
static std::string fortranModules(const char *Command, const Installation &Here,
                                  const MpiFamily &Family) {
  std::string Folder = Here.fortranModules(Family.Name);
  if (access((Folder + "/mpi.mod").c_str(), R_OK) != 0)
    fatal(Command, "the Fortran modules for " + std::string(Family.Title) +
                       " in '" + Folder +
                       "' are missing; Foreslice has them if it was built "
                       "with flang 22 and the mpif.h of " +
                       Family.Title);
  return Folder;
}

/// Does not return.
static void run(const char *Command, Language L,
                std::vector<std::string> Arguments) {
  Installation Here;
  const MpiFamily *Family = chosenFamily(Command, Arguments);
  std::string Path = findWrapper(Here, L, Family);
  if (Path.empty())
    noWrapper(Command, L, Family);
  setWrappedCompiler(Here, L);
  // The MPI library's own modules are for another compiler.
  const MpiFamily *Found = Family ? Family : familyOfWrapper(Path);
  if (L == Language::Fortran && Found)
    setenv("FORESLICE_FORTRAN_MODULES",
           fortranModules(Command, Here, *Found).c_str(), 1);
  // Tells foreslice-clang the family where the MPI library does not.
  if (Family)
    setenv("FORESLICE_MPI", Family->Name, 1);
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
  Language L = languageOf(Name);
  std::string Command = std::string("foreslice-") + wrapperName(L);
  run(Command.c_str(), L, std::move(Arguments));
}
