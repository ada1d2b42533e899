//===- Inputs.h - where slice records come from ---------------------------===//
//
// Sources are compiled and LLVM IR is sliced to get their records; objects,
// archives and executables have them.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_DUMP_INPUTS_H
#define FORESLICE_DRIVER_DUMP_INPUTS_H

#include "Model.h"

namespace foreslice::dump {

inline constexpr const char *Command = "foreslice-dump";

struct InputOptions {
  /// Compile options for sources; if there are none, those of
  /// compile_commands.json in Database, if that is given.
  std::vector<std::string> CompileOptions;
  std::string Database;
  bool WantIR = false;
};

/// Exits with one error line if Path cannot be read. If it holds no records,
/// Why gets a line that says so.
Input readInput(const std::string &Path, const InputOptions &Options,
                std::string &Why);

/// How to compile Path to bitcode at Output, see SourceCommand.cpp.
std::vector<std::string> sourceCommand(const std::string &Path,
                                       const std::string &Output,
                                       const InputOptions &Options,
                                       std::string &Folder);
bool isSource(const std::string &Path);

} // namespace foreslice::dump

#endif // FORESLICE_DRIVER_DUMP_INPUTS_H
