//===- MpiWrapper.cpp - the compiler wrappers of MPI libraries ------------===//
//
// A wrapper's name tells nothing: each wrapper is asked for the command to run,
// and the MPI library in the command tells the family.
//
//===----------------------------------------------------------------------===//

#include "MpiWrapper.h"
#include "CompilerCommand.h"
#include "LinkedMpi.h"
#include "Process.h"

#include <cstdlib>

namespace foreslice::driver {

/// The words of a command, split as by a shell.
static std::vector<std::string> shellWords(const std::string &Text) {
  std::vector<std::string> Words;
  std::string Word;
  char Quote = 0;
  bool Any = false;
  for (char C : Text) {
    if (Quote ? C == Quote : C == '"' || C == '\'') {
      Quote = Quote ? 0 : C;
      Any = true;
    } else if (!Quote && (C == ' ' || C == '\t' || C == '\n')) {
      if (Any)
        Words.push_back(std::move(Word));
      Word.clear();
      Any = false;
    } else {
      Word += C;
      Any = true;
    }
  }
  if (Any)
    Words.push_back(std::move(Word));
  return Words;
}

const MpiFamily *familyOfWrapper(const std::string &Path) {
  std::vector<std::string> Words;
  if (!Path.empty())
    Words = shellWords(outputOf({Path, "-show"}));
  if (Words.empty())
    return nullptr;
  Words.erase(Words.begin());
  CompilerCommand C = parseCompilerCommand(Path.c_str(), Words);
  LibrarySearch Search(C.Line, {configuredClangDir() + "/clang"});
  for (const LinkedMpi &Mpi : findMpi(C.Line, Search).Named)
    if (const MpiFamily *Family = findMpiFamily(Mpi.Interface))
      return Family;
  return nullptr;
}

std::string findWrapper(const Installation &Here, Language L,
                        const MpiFamily *Family) {
  for (const std::string &Path : findInPath(wrapperName(L)))
    if (realPath(Path) != Here.executable() &&
        (!Family || familyOfWrapper(Path) == Family))
      return Path;
  for (const MpiFamily &Any : mpiFamilies())
    if (Family ? &Any == Family : Here.hasRuntime(Any.Name))
      for (const std::string &Path : findInPath(wrapperOf(Any, L)))
        return Path;
  return "";
}

/// The word that tells a wrapper the compiler. Wrappers end a word at a space:
/// for a folder with a space, the compiler is found in PATH.
static std::string wordFor(const std::string &Folder, const std::string &Name) {
  if (Folder.find_first_of(" \t") == Folder.npos)
    return Folder + "/" + Name;
  const char *Path = std::getenv("PATH");
  setenv("PATH", (Folder + (Path ? ":" + std::string(Path) : "")).c_str(), 1);
  return Name;
}

void setWrappedCompiler(const Installation &Here, Language L) {
  if (L == Language::Fortran) {
    std::string Compiler = wordFor(Here.binDir(), "foreslice-flang");
    for (const char *Variable : {"OMPI_FC", "MPICH_FC"})
      setenv(Variable, Compiler.c_str(), 1);
    return;
  }
  std::string Plus = L == Language::CXX ? "++" : "";
  // Intel's wrappers accept only compilers with a name that begins with clang.
  std::string NamedClang = wordFor(Here.clangDir(), "clang" + Plus);
  std::string Compiler = wordFor(Here.binDir(), "foreslice-clang" + Plus);
  const char *Kind = L == Language::CXX ? "CXX" : "CC";
  for (const char *Prefix : {"OMPI_", "MPICH_"})
    setenv((Prefix + std::string(Kind)).c_str(), Compiler.c_str(), 1);
  setenv(("I_MPI_" + std::string(Kind)).c_str(), NamedClang.c_str(), 1);
}

} // namespace foreslice::driver
