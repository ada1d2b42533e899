//===- Folders.h - the folders that a slice lists -------------------------===//
//
// The slice lists folders itself, in the order that the file system gives,
// which is the program's. Entries are read in portions: no folder stays open.
// Prefetch thread only.
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
  /// Those of execution::runner(), in the launch that runs.
  static Folders &ofRunner();

  /// What stands for the folder; 0 if it cannot be listed.
  foreslice_handle open(const std::string &Path);
  /// The next entry, in memory of the slice's own that is the folder's. Null at
  /// the end, and for what is no folder.
  dirent *next(foreslice_handle Handle);
  void rewind(foreslice_handle Handle);
  /// A descriptor for openat() and its kin.
  int descriptor(foreslice_handle Handle);

private:
  struct Folder {
    std::string Path;
    long Position = 0; ///< Behind Entries, as telldir() says.
    bool AtEnd = false;
    std::vector<dirent> Entries;
    size_t Taken = 0; ///< Of Entries.
    dirent *Shown = nullptr;
    int Descriptor = -1; ///< Of the slice's own, if it was asked for.
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
