//===- CompilerCommand.h - what a compiler command line asks for ----------===//
//
// Takes Foreslice's own options out of a clang command line and finds out what
// the rest will do: compile to code, link, and against which libraries.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_COMPILERCOMMAND_H
#define FORESLICE_DRIVER_COMPILERCOMMAND_H

#include "LinkLine.h"
#include "MpiFamily.h"
#include "SourceFlags.h"

#include <optional>
#include <string>
#include <vector>

namespace foreslice::driver {

/// What clang is asked about itself, which Foreslice adds to.
enum class Question { None, Version, Help };

struct CompilerCommand {
  // Foreslice's options; of several, the last counts.
  bool Slice = false;
  bool Program = true; ///< No -fno-prefetch-slice-whole-program.
  /// -fprefetch-slice-whole-program: whatever the link takes.
  bool ProgramAlways = false;
  std::string Scheme;                ///< "" if not given.
  std::string Budget;                ///< In percent; "" if not given.
  const MpiFamily *Family = nullptr; ///< -fprefetch-slice-mpi=

  /// The command line without Foreslice's options and argv[0], otherwise byte
  /// for byte.
  std::vector<std::string> Rest;

  SourceFlags Flags;
  Question Asks = Question::None;
  /// At least one input is compiled to code (not only preprocessed, checked or
  /// assembled).
  bool Compiles = false;
  /// Those inputs, as on the line.
  std::vector<std::string> Sources;
  /// Something on the line depends on its place, or on the link being one run
  /// with the compiles: -x, -MD and their like.
  bool Together = false;
  /// The first Fortran source, which clang hands on to a compiler of Fortran;
  /// "" if there is none.
  std::string Fortran;
  /// Ends in an executable or a shared library.
  bool Links = false;
  bool Shared = false; ///< The link makes a shared library.
  /// -static or -static-pie.
  bool Static = false;
  /// Objects are LLVM bitcode that the linker compiles as one module: -flto,
  /// but not -flto=thin or fat objects, which are compiled file by file.
  bool WholeProgram = false;
  /// -flto of any kind.
  bool Lto = false;
  std::string Linker; ///< Of -fuse-ld= or --ld-path=; "" if not given.
  /// The options of LLVM that ask for those remarks of the pass which -Rpass=,
  /// -Rpass-missed= and -Rpass-analysis= ask for.
  std::vector<const char *> RemarkOptions;
  /// The plugin was loaded by hand, or the run time linked by hand.
  bool HasPlugin = false, HasRuntime = false;
  LinkLine Line;
};

/// Exits with one error line, in Command's name, on a bad option of ours.
CompilerCommand parseCompilerCommand(const char *Command,
                                     const std::vector<std::string> &Argv,
                                     Language L = Language::C);

/// What --help says of Foreslice's options, behind what clang says.
std::string ownHelp();

/// The family that Text, the value of -fprefetch-slice-mpi=, names; exits with
/// one error line if there is none.
const MpiFamily &parseMpiFamily(const char *Command, const std::string &Text);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_COMPILERCOMMAND_H
