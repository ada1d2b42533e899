//===- Removals.h - files removed by the program --------------------------===//
//
// A removed file stays on the file system while open: the space stays taken,
// and NFS, and most file systems in user space, keep the file under another
// name, so the folder cannot be removed. Open files also keep a file system
// from being unmounted. So the run time lets go of such files before the
// program's call, whoever has opened the files: slices, hints, or a learning
// source.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_REMOVALS_H
#define FORESLICE_FRONTEND_POSIX_REMOVALS_H

#include "storage/FileKey.h"

namespace foreslice {

/// A scope in which the program removes the file at Path, as of unlinkat(2), or
/// gives Path to another file. Nobody opens the file for the run time
/// meanwhile. Any thread.
class Removal {
public:
  Removal(int Folder, const char *Path);
  ~Removal();
  Removal(const Removal &) = delete;
  Removal &operator=(const Removal &) = delete;

private:
  FileKey Removed{};
  bool IsHeeded = false;
};

/// The program is about to unmount the file system at Path.
void letGoOfMount(const char *Path);
/// The program is about to take a lease on the file at Fd. From now on no
/// slices are launched, and no files are read ahead by learning. Closes files
/// on the file system of Fd.
void letGoForLease(int Fd);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_REMOVALS_H
