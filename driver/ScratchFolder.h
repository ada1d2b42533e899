//===- ScratchFolder.h - files that are gone afterwards -------------------===//
//
// A folder of one run of a command.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SCRATCHFOLDER_H
#define FORESLICE_DRIVER_SCRATCHFOLDER_H

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace foreslice::driver {

class ScratchFolder {
public:
  ScratchFolder() {
    std::error_code Failed;
    std::string Name =
        (std::filesystem::temp_directory_path(Failed) / "foreslice-XXXXXX")
            .string();
    if (!Failed && mkdtemp(Name.data()))
      Path = Name;
  }
  ~ScratchFolder() {
    std::error_code Ignored;
    if (!Path.empty())
      std::filesystem::remove_all(Path, Ignored);
  }
  ScratchFolder(const ScratchFolder &) = delete;
  ScratchFolder &operator=(const ScratchFolder &) = delete;

  /// The path of a file in the folder.
  std::string file(const std::string &Name) const {
    return (Path / Name).string();
  }

  std::filesystem::path Path; ///< Empty if there is none.
};

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_SCRATCHFOLDER_H
