//===- ScratchFolder.cpp - temporary files of a command -------------------===//
//
// See ScratchFolder.h.
//
//===----------------------------------------------------------------------===//

#include "ScratchFolder.h"

#include <cstdlib>
#include <set>
#include <system_error>

namespace foreslice::driver {

namespace fs = std::filesystem;

/// Existing folders.
static std::set<fs::path> &folders() {
  static std::set<fs::path> Folders;
  return Folders;
}

static void removeFolder(const fs::path &Folder) {
  std::error_code Ignored;
  fs::remove_all(Folder, Ignored);
}

static void removeAll() {
  for (const fs::path &Folder : folders())
    removeFolder(Folder);
}

ScratchFolder::ScratchFolder() {
  std::error_code Failed;
  std::string Name =
      (fs::temp_directory_path(Failed) / "foreslice-XXXXXX").string();
  if (Failed || !mkdtemp(Name.data()))
    return;
  Path = Name;
  if (folders().empty())
    std::atexit(removeAll);
  folders().insert(Path);
}

ScratchFolder::~ScratchFolder() {
  if (Path.empty())
    return;
  removeFolder(Path);
  folders().erase(Path);
}

} // namespace foreslice::driver
