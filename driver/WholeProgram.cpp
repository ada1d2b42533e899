//===- WholeProgram.cpp - links with -flto --------------------------------===//
//
// See WholeProgram.h. lld takes no options of plugins: the slices' settings are
// in the bitcode.
//
//===----------------------------------------------------------------------===//

#include "WholeProgram.h"
#include "Installation.h"
#include "Process.h"

#include <algorithm>

namespace foreslice::driver {

static constexpr const char *Need =
    "-fprefetch-slice with -flto needs the linker lld 22, ";

/// Exits unless Clang finds an lld of the right release.
static void findLld(const char *Command, const std::string &Clang) {
  // flang does not tell the path: the clang beside flang does.
  bool IsFlang = languageOf(baseName(Clang)) == Language::Fortran;
  std::string Asked = IsFlang ? configuredClangDir() + "/clang" : Clang;
  std::string Lld = outputOf({Asked, "-print-prog-name=ld.lld"});
  Lld.erase(std::min(Lld.find('\n'), Lld.size()));
  // clang prints the bare name of a missing program.
  if (!Lld.starts_with('/'))
    fatal(Command, std::string(Need) +
                       "and there is no ld.lld; install lld-22, or use "
                       "-flto=thin, which slices file by file");
  if (outputOf({Lld, "--version"}).find("LLD 22.") == std::string::npos)
    fatal(Command, std::string(Need) + "and '" + Lld + "' is another");
}

std::vector<std::string> wholeProgramOptions(const char *Command,
                                             const CompilerCommand &C,
                                             const std::string &Clang,
                                             const std::string &Plugin) {
  std::vector<std::string> Options;
  if (C.Linker.empty()) {
    findLld(Command, Clang);
    Options.push_back("-fuse-ld=lld");
  } else if (baseName(C.Linker).find("lld") == std::string_view::npos) {
    fatal(Command, std::string(Need) + "and '" + C.Linker +
                       "' is chosen; use -fuse-ld=lld");
  }
  Options.insert(Options.end(), {"-Xlinker", "--load-pass-plugin=" + Plugin});
  for (const char *Remark : C.RemarkOptions)
    Options.insert(Options.end(), {"-Xlinker", "-mllvm", "-Xlinker", Remark});
  return Options;
}

} // namespace foreslice::driver
