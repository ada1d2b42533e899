//===- SourceCommand.cpp - how a source is compiled -----------------------===//
//
// foreslice-clang, or foreslice-mpicc where MPI's own wrapper would be used,
// with the source's options and a few of ours: debug info, for the places, and
// bitcode as output, for the record and the slices.
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Installation.h"
#include "MpiFamily.h"
#include "Process.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

#include <fstream>

using namespace llvm;
using foreslice::driver::fatal;

namespace foreslice::dump {

static bool isCPlusPlus(StringRef Path) {
  return is_contained({".cc", ".cpp", ".cxx", ".c++", ".C", ".ii"},
                      sys::path::extension(Path));
}

bool isSource(const std::string &Path) {
  return isCPlusPlus(Path) ||
         is_contained({".c", ".i"}, sys::path::extension(Path));
}

static std::string absolute(StringRef Path, StringRef Folder = "") {
  SmallString<128> Result(Path);
  if (Folder.empty())
    (void)sys::fs::make_absolute(Result);
  else
    sys::path::make_absolute(Folder, Result);
  sys::path::remove_dots(Result, /*remove_dot_dot=*/true);
  return Result.str().str();
}

namespace {
struct Entry {
  std::string Folder;
  std::vector<std::string> Arguments;
};
} // namespace

/// The entry for Path in compile_commands.json.
static Entry findInDatabase(const std::string &Path,
                            const std::string &Database) {
  std::string Name = sys::fs::is_directory(Database)
                         ? Database + "/compile_commands.json"
                         : Database;
  std::ifstream File(Name);
  if (!File)
    fatal(Command, "'" + Name +
                       "' cannot be read; -p takes a folder with a "
                       "compile_commands.json");
  try {
    for (const nlohmann::json &J : nlohmann::json::parse(File)) {
      Entry E{J.value("directory", ""), {}};
      if (absolute(J.at("file").get<std::string>(), E.Folder) != absolute(Path))
        continue;
      if (J.contains("arguments")) {
        E.Arguments = J.at("arguments").get<std::vector<std::string>>();
      } else {
        BumpPtrAllocator Allocator;
        StringSaver Saver(Allocator);
        SmallVector<const char *> Split;
        cl::TokenizeGNUCommandLine(J.at("command").get<std::string>(), Saver,
                                   Split);
        E.Arguments.assign(Split.begin(), Split.end());
      }
      if (!E.Arguments.empty())
        return E;
    }
  } catch (const nlohmann::json::exception &Error) {
    fatal(Command, "'" + Name + "' is no compilation database: " +
                       std::string(Error.what()));
  }
  fatal(Command, "'" + Name + "' has no command for '" + Path +
                     "'; give its options after --");
}

/// Removes options that name other outputs.
static std::vector<std::string>
withoutOutputs(ArrayRef<std::string> Arguments) {
  std::vector<std::string> Result;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    StringRef A = Arguments[I];
    if (is_contained({"-o", "-MF", "-MT", "-MQ"}, A))
      ++I;
    else if (!is_contained({"-c", "-S", "-MD", "-MMD", "-M", "-MM", "-MP"},
                           A) &&
             !A.starts_with("-o") && !A.starts_with("-flto"))
      Result.push_back(A.str());
  }
  return Result;
}

static bool hasMpiWrapper() {
  for (const driver::MpiFamily &Family : driver::mpiFamilies())
    if (!driver::findInPath(Family.CWrapper).empty())
      return true;
  return !driver::findInPath("mpicc").empty();
}

std::vector<std::string> sourceCommand(const std::string &Path,
                                       const std::string &Output,
                                       const InputOptions &Options,
                                       std::string &Folder) {
  driver::Installation Here;
  bool Mpi = hasMpiWrapper(), CPlusPlus = isCPlusPlus(Path);
  std::vector<std::string> Given = Options.CompileOptions;
  if (Given.empty() && !Options.Database.empty()) {
    Entry E = findInDatabase(Path, Options.Database);
    StringRef Compiler = sys::path::filename(E.Arguments.front());
    Mpi &= Compiler.contains("mpi");
    Folder = E.Folder;
    for (const std::string &A : drop_begin(E.Arguments))
      if (absolute(A, E.Folder) != absolute(Path))
        Given.push_back(A);
  }
  std::string Compiler = Mpi ? (CPlusPlus ? "mpicxx" : "mpicc")
                             : (CPlusPlus ? "clang++" : "clang");
  std::vector<std::string> Result = {Here.binDir() + "/foreslice-" + Compiler};
  for (std::string &A : withoutOutputs(Given))
    Result.push_back(std::move(A));
  for (const char *Ours : {"-fprefetch-slice", "-g", "-gcolumn-info", "-w",
                           "-emit-llvm", "-c", "-o"})
    Result.push_back(Ours);
  Result.push_back(Output);
  Result.push_back(Folder.empty() ? Path : absolute(Path));
  return Result;
}

} // namespace foreslice::dump
