//===- RemovalInterposer.cpp - unlink() and its kin before libc's ---------===//
//
// See Removals.h. These symbols stand before libc's for the program and its
// libraries, whether the program is sliced or runs under foreslice-run.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/Removals.h"
#include "support/NextFunction.h"

#include <cstdio>
#include <fcntl.h>
#include <sys/mount.h>
#include <unistd.h>

#define FORESLICE_EXPORT __attribute__((visibility("default")))

using namespace foreslice;

extern "C" {

FORESLICE_EXPORT int unlink(const char *Path) noexcept {
  static constinit Next<int(const char *)> F("unlink");
  Removal Now(AT_FDCWD, Path);
  return F(Path);
}

FORESLICE_EXPORT int unlinkat(int Folder, const char *Path,
                              int Flags) noexcept {
  static constinit Next<int(int, const char *, int)> F("unlinkat");
  if (Flags & AT_REMOVEDIR)
    return F(Folder, Path, Flags);
  Removal Now(Folder, Path);
  return F(Folder, Path, Flags);
}

FORESLICE_EXPORT int remove(const char *Path) noexcept {
  static constinit Next<int(const char *)> F("remove");
  Removal Now(AT_FDCWD, Path);
  return F(Path);
}

FORESLICE_EXPORT int rename(const char *Path, const char *New) noexcept {
  static constinit Next<int(const char *, const char *)> F("rename");
  Removal Now(AT_FDCWD, New);
  return F(Path, New);
}

FORESLICE_EXPORT int renameat(int Folder, const char *Path, int To,
                              const char *New) noexcept {
  static constinit Next<int(int, const char *, int, const char *)> F(
      "renameat");
  Removal Now(To, New);
  return F(Folder, Path, To, New);
}

FORESLICE_EXPORT int renameat2(int Folder, const char *Path, int To,
                               const char *New, unsigned Flags) noexcept {
  static constinit Next<int(int, const char *, int, const char *, unsigned)> F(
      "renameat2");
  Removal Now(To, New);
  return F(Folder, Path, To, New, Flags);
}

FORESLICE_EXPORT int umount(const char *Path) noexcept {
  static constinit Next<int(const char *)> F("umount");
  letGoOfMount(Path);
  return F(Path);
}

FORESLICE_EXPORT int umount2(const char *Path, int Flags) noexcept {
  static constinit Next<int(const char *, int)> F("umount2");
  letGoOfMount(Path);
  return F(Path, Flags);
}

} // extern "C"
