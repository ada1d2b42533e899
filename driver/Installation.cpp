//===- Installation.cpp - where Foreslice's parts are ---------------------===//
//
// FORESLICE_BIN_TO_LIB and FORESLICE_BIN_TO_PREFIX are the ways from the
// commands' folder to the others, set by the build.
//
//===----------------------------------------------------------------------===//

#include "Installation.h"
#include "Process.h"
#include "foreslice/abi.h"

#include <unistd.h>

namespace foreslice::driver {

static std::string orAsIs(const std::string &Path) {
  std::string Real = realPath(Path);
  return Real.empty() ? Path : Real;
}

Installation::Installation()
    : Executable(realPath("/proc/self/exe")),
      BinDir(Executable.substr(0, Executable.rfind('/'))),
      LibDir(orAsIs(BinDir + "/" FORESLICE_BIN_TO_LIB)) {}

std::string Installation::prefix() const {
  return orAsIs(BinDir + "/" FORESLICE_BIN_TO_PREFIX);
}

bool Installation::hasRuntime(const std::string &Family) const {
  return access(loaded(runtime(Family)).c_str(), R_OK) == 0;
}

std::string Installation::loaded(const std::string &Runtime) {
  return Runtime + "." + std::to_string(FORESLICE_ABI_VERSION);
}

std::string configuredClangDir() { return FORESLICE_CLANG_DIR; }

} // namespace foreslice::driver
