//===- RemovalCalls.cpp - unlink() and its kin before libc's --------------===//
//
// NFS, and most file systems in user space, keep a file that is removed while
// somebody has it open: by a name of their own, so that the folder cannot be
// removed. So the run time is to close such a file before.
//
//===----------------------------------------------------------------------===//

#include "Watch.h"

#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::watch;

static void removing(int Folder, const char *Path) {
  if (const foreslice_watch *T = table()) {
    TellingScope Now;
    T->removes(Folder, Path);
  }
}

extern "C" {

FORESLICE_EXPORT int unlink(const char *Path) {
  static constinit Next<int(const char *)> F("unlink");
  removing(AT_FDCWD, Path);
  return F(Path);
}

FORESLICE_EXPORT int unlinkat(int Folder, const char *Path, int Flags) {
  static constinit Next<int(int, const char *, int)> F("unlinkat");
  if ((Flags & AT_REMOVEDIR) == 0)
    removing(Folder, Path);
  return F(Folder, Path, Flags);
}

FORESLICE_EXPORT int remove(const char *Path) {
  static constinit Next<int(const char *)> F("remove");
  removing(AT_FDCWD, Path);
  return F(Path);
}

FORESLICE_EXPORT int rename(const char *Path, const char *New) {
  static constinit Next<int(const char *, const char *)> F("rename");
  removing(AT_FDCWD, New);
  return F(Path, New);
}

FORESLICE_EXPORT int renameat(int Folder, const char *Path, int To,
                              const char *New) {
  static constinit Next<int(int, const char *, int, const char *)> F(
      "renameat");
  removing(To, New);
  return F(Folder, Path, To, New);
}

FORESLICE_EXPORT int renameat2(int Folder, const char *Path, int To,
                               const char *New, unsigned Flags) {
  static constinit Next<int(int, const char *, int, const char *, unsigned)> F(
      "renameat2");
  removing(To, New);
  return F(Folder, Path, To, New, Flags);
}

} // extern "C"
