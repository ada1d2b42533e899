//===- CompilerCommand.h - the tasks in a compiler command line -----------===//
//
// Takes Foreslice's options out of a clang command line and finds the tasks of
// the rest: compiles to code, and a link against libraries.
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

/// A question to clang about clang; Foreslice adds to the answer.
enum class Question { None, Version, Help };

struct CompilerCommand {
  // Foreslice's options; the last of several counts.
  bool Slice = false;
  bool Program = true; ///< No -fno-prefetch-slice-whole-program.
  /// -fprefetch-slice-whole-program: however long the link takes.
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
  /// The compiled inputs, as on the line.
  std::vector<std::string> Sources;
  /// The first word of the line that depends on the place, or needs compiles
  /// and link in one run: -x, -MD and similar options; "" if none.
  std::string Together;
  /// The first Fortran source, handed on by clang to a compiler of Fortran; ""
  /// if none.
  std::string Fortran;
  /// Ends in an executable or a shared library.
  bool Links = false;
  bool Shared = false; ///< The link makes a shared library.
  /// -static or -static-pie.
  bool Static = false;
  /// Objects are LLVM bitcode to be compiled by the linker as one module:
  /// -flto, but not -flto=thin or fat objects, compiled file by file.
  bool WholeProgram = false;
  /// -flto of any kind.
  bool Lto = false;
  std::string Linker; ///< Of -fuse-ld= or --ld-path=; "" if not given.
  /// The options of LLVM for the remarks of the pass asked for by -Rpass=,
  /// -Rpass-missed= and -Rpass-analysis=.
  std::vector<const char *> RemarkOptions;
  /// The plugin was loaded by hand, or the run time linked by hand.
  bool HasPlugin = false, HasRuntime = false;
  bool GetsRuntime = false; ///< linkOptions() has added the run time.
  LinkLine Line;
};

/// Exits with one error line, in Command's name, on a bad option of ours.
CompilerCommand parseCompilerCommand(const char *Command,
                                     const std::vector<std::string> &Argv,
                                     Language L = Language::C);

/// The part of --help on Foreslice's options, behind clang's.
std::string ownHelp();

/// The family named by Text, the value of -fprefetch-slice-mpi=; exits with one
/// error line if there is none.
const MpiFamily &parseMpiFamily(const char *Command, const std::string &Text);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_COMPILERCOMMAND_H
