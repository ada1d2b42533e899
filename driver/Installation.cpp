//===- Installation.cpp - where Foreslice's parts are ---------------------===//
//
// FORESLICE_BIN_TO_LIB and FORESLICE_BIN_TO_PREFIX are the ways from the
// commands' folder to the others, set by the build.
//
//===----------------------------------------------------------------------===//

#include "Installation.h"
#include "foreslice/abi.h"

#include <filesystem>
#include <string_view>
#include <unistd.h>

namespace foreslice::driver {

/// The path Way from the folder Folder, without symbolic links.
static std::string from(const std::string &Folder, const char *Way) {
  return (std::filesystem::path(Folder) / Way).lexically_normal().string();
}

static std::string ownExecutable() {
  std::error_code Missing;
  return std::filesystem::read_symlink("/proc/self/exe", Missing).string();
}

Installation::Installation()
    : Executable(ownExecutable()),
      BinDir(Executable.substr(0, Executable.rfind('/'))),
      LibDir(from(BinDir, FORESLICE_BIN_TO_LIB)) {}

std::string Installation::prefix() const {
  std::string Prefix = from(BinDir, FORESLICE_BIN_TO_PREFIX);
  if (Prefix.size() > 1 && Prefix.ends_with('/'))
    Prefix.pop_back();
  return Prefix;
}

bool Installation::hasRuntime(const std::string &Family) const {
  return access(loaded(runtime(Family)).c_str(), R_OK) == 0;
}

std::vector<std::string> Installation::runPath() const {
  // The folders of Debian's loader; loaders of other systems have others.
  const std::string_view Multiarch = FORESLICE_MULTIARCH_DIR;
  if (!Multiarch.ends_with('/') &&
      (LibDir == Multiarch || LibDir == "/usr/lib"))
    return {};
  return {"-rpath", LibDir};
}

std::string Installation::loaded(const std::string &Runtime) {
  return Runtime + "." + std::to_string(FORESLICE_ABI_VERSION);
}

std::string configuredClangDir() { return FORESLICE_CLANG_DIR; }

} // namespace foreslice::driver
