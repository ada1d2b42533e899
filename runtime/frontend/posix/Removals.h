//===- Removals.h - files that the program removes ------------------------===//
//
// A file that is removed stays on its file system as long as somebody has it
// open: the space stays taken, and NFS, and most file systems in user space,
// keep the file by a name of their own, so that its folder cannot be removed.
// What is open on a file system keeps that from being unmounted. So the run
// time lets go of such files before the program's call is made, whoever has
// opened them: slices, hints, or a source that learns.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_REMOVALS_H
#define FORESLICE_FRONTEND_POSIX_REMOVALS_H

#include "storage/FileKey.h"

namespace foreslice {

/// Of a scope in which the program removes the file at Path, as of unlinkat(2),
/// or gives Path to another file. Nobody opens the file for the run time
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
/// The program is about to take a lease on the file at Fd, and slices are
/// launched no more: nor are files read ahead by what the program reads. Files
/// on the same file system are closed.
void letGoForLease(int Fd);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_REMOVALS_H
