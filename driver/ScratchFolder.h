//===- ScratchFolder.h - temporary files of a command ---------------------===//
//
// A folder for one run of a command; an error at the end of the command removes
// the folder, too.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SCRATCHFOLDER_H
#define FORESLICE_DRIVER_SCRATCHFOLDER_H

#include <filesystem>
#include <string>

namespace foreslice::driver {

class ScratchFolder {
public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder &) = delete;
  ScratchFolder &operator=(const ScratchFolder &) = delete;

  /// The path of a file in the folder.
  std::string file(const std::string &Name) const {
    return (Path / Name).string();
  }

  std::filesystem::path Path; ///< Empty if there is no folder.
};

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_SCRATCHFOLDER_H
