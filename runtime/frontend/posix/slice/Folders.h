//===- Folders.h - the folders listed by a slice --------------------------===//
//
// The slice lists folders in the file system's order, the order of the program,
// too. Entries are read in portions: no folder stays open. Prefetch thread
// only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_SLICE_FOLDERS_H
#define FORESLICE_FRONTEND_POSIX_SLICE_FOLDERS_H

#include "foreslice/abi.h"

#include <dirent.h>
#include <map>
#include <string>
#include <vector>

namespace foreslice {

class Folders {
public:
  /// The folders of execution::runner(), in the current launch.
  static Folders &ofRunner();

  /// A handle for the folder; 0 if the folder cannot be listed.
  foreslice_handle open(const std::string &Path);
  /// The next entry, in the slice's memory owned by the folder. Null at the
  /// end, and if the handle is not a folder.
  dirent *next(foreslice_handle Handle);
  void rewind(foreslice_handle Handle);
  /// A descriptor for openat() and its kin.
  int descriptor(foreslice_handle Handle);

private:
  struct Folder {
    std::string Path;
    long Position = 0; ///< Behind Entries, from telldir().
    bool AtEnd = false;
    std::vector<dirent> Entries;
    size_t Taken = 0; ///< Of Entries.
    dirent *Shown = nullptr;
    int Descriptor = -1; ///< The slice's descriptor, if asked for.
  };

  Folder *find(foreslice_handle Handle);
  void forgetOne();
  static bool adopt(foreslice_handle Handle, Folder &New);
  static void readMore(Folder &F);

  uint64_t Launch = 0;
  uint64_t Opened = 0;
  std::map<foreslice_handle, Folder> ByHandle;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_SLICE_FOLDERS_H
