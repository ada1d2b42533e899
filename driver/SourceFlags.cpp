//===- SourceFlags.cpp - how a source was compiled ------------------------===//
//
// See SourceFlags.h. Effects of an option on the front end are already in the
// bitcode.
//
//===----------------------------------------------------------------------===//

#include "SourceFlags.h"

#include <algorithm>

namespace foreslice::driver {

/// Options of code generation.
static constexpr std::string_view Kept[] = {
    "-O",      "-m",       "-f", "-g", "-Xclang",   "-Xassembler", "-Wa,",
    "-target", "--target", "-p", "-B", "--sysroot", "-Xarch_"};

/// Options common to flang and clang, by beginning. Other options that decide
/// the translation of a source are in the translated source.
static constexpr std::string_view KeptOfFortran[] = {
    "-O", "-m", "-g", "-fPIC", "-fpic", "-fPIE", "-fpie", "--target"};

/// Options without use for code generation: for diagnostics, for files beside
/// the object, or with effect on the front end only.
static constexpr std::string_view Dropped[] = {"-fprefetch-slice",
                                               "-fno-prefetch-slice",
                                               "-fdiagnostics",
                                               "-fno-diagnostics",
                                               "-fcolor-diagnostics",
                                               "-fno-color-diagnostics",
                                               "-fsave-optimization",
                                               "-foptimization-record",
                                               "-ftime-",
                                               "-fstack-usage",
                                               "-frecord-command-line",
                                               "-grecord-command-line",
                                               "-frecord-gcc-switches",
                                               "-grecord-gcc-switches",
                                               "-fplugin",
                                               "-fuse-ld=",
                                               "-fproc-stat-report",
                                               "-fmodules",
                                               "-pedantic",
                                               "-fsyntax-only",
                                               "-fdebug-compilation-dir",
                                               "-print",
                                               "-pipe",
                                               "-mmlir"};

/// Options with other outputs than an object, or with other inputs than the
/// source.
static constexpr std::string_view More[] = {"-S",
                                            "--assemble",
                                            "-emit-llvm",
                                            "-flto",
                                            "-fprofile",
                                            "-fcs-profile",
                                            "--coverage",
                                            "-coverage",
                                            "-ftest-cover",
                                            "-gsplit-dwarf",
                                            "-save-temps",
                                            "--save-temps",
                                            "-fembed",
                                            "-fopenmp-targets",
                                            "--offload",
                                            "-fthinlto",
                                            "-fno-integrated-as",
                                            "-no-integrated-as",
                                            "-arch",
                                            "-fcoverage",
                                            "-femit-dwarf",
                                            "-fauto-profile",
                                            "-fsample-profile"};

static bool startsWithOne(std::string_view Text, const auto &Found) {
  return std::ranges::any_of(
      Found, [&](std::string_view Start) { return Text.starts_with(Start); });
}

void SourceFlags::add(const std::string &Option, const std::string *Value) {
  if (startsWithOne(Option, More) ||
      (Option == "-Xclang" && Value && startsWithOne(*Value, More)))
    All = false;
  bool IsKept = Fortran ? startsWithOne(Option, KeptOfFortran) &&
                              !Option.starts_with("-mod")
                        : startsWithOne(Option, Kept);
  if (!IsKept || startsWithOne(Option, Dropped))
    return;
  for (const std::string *Word : {&Option, Value})
    if (Word) {
      All &= Word->find('\n') == std::string::npos;
      for (char C : *Word)
        Text.append(C == ' ' || C == '\\' ? "\\" : "") += C;
      Text += ' ';
    }
}

} // namespace foreslice::driver
