//===- Inputs.h - the origins of slice records ----------------------------===//
//
// Sources are compiled and LLVM IR is sliced to get records; objects, archives
// and executables contain records.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_DUMP_INPUTS_H
#define FORESLICE_DRIVER_DUMP_INPUTS_H

#include "Model.h"

namespace foreslice::dump {

inline constexpr const char *Command = "foreslice-dump";

struct InputOptions {
  /// Compile options for sources; if empty, the options in
  /// compile_commands.json of the folder Database, if given.
  std::vector<std::string> CompileOptions;
  std::string Database;
  bool WantIR = false;
};

/// Exits with one error line if Path cannot be read. Without records, Why gets
/// a line with the reason.
Input readInput(const std::string &Path, const InputOptions &Options,
                std::string &Why);

/// The command to compile Path to bitcode at Output, see SourceCommand.cpp.
std::vector<std::string> sourceCommand(const std::string &Path,
                                       const std::string &Output,
                                       const InputOptions &Options,
                                       std::string &Folder);
bool isSource(const std::string &Path);

} // namespace foreslice::dump

#endif // FORESLICE_DRIVER_DUMP_INPUTS_H
