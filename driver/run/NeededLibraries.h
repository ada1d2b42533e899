//===- NeededLibraries.h - what a file tells the loader of libraries ------===//
//
// Only what the loader looks at is read: libelf reads all names of a library.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_RUN_NEEDEDLIBRARIES_H
#define FORESLICE_DRIVER_RUN_NEEDEDLIBRARIES_H

#include <optional>
#include <string>
#include <vector>

namespace foreslice::driver {

struct NeededLibraries {
  std::vector<std::string> Names;
  /// The folders that the loader searches for libraries needed by the file
  /// (RunPath), and also by other files (RPath); as in the file:
  /// "$ORIGIN/../lib:/opt/lib".
  std::string RunPath, RPath;
};

/// None if the file is no program or library of 64 bits with a list of needed
/// libraries.
std::optional<NeededLibraries> readNeeded(const std::string &Path);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_RUN_NEEDEDLIBRARIES_H
