//===- KnownStatus.cpp - what the kernel knows of a file ------------------===//
//
// See KnownStatus.h.
//
//===----------------------------------------------------------------------===//

#include "storage/KnownStatus.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

using namespace foreslice;

static std::optional<KnownStatus> find(int Folder, const char *Path,
                                       int Flags) {
  constexpr unsigned Wanted = STATX_TYPE | STATX_INO | STATX_SIZE;
  struct statx X;
  if (statx(Folder, Path, Flags | AT_STATX_DONT_SYNC, Wanted, &X) != 0) {
    if (errno != ENOSYS && errno != EPERM) // what filters of calls say
      return std::nullopt;
  } else if ((X.stx_mask & Wanted) == Wanted) {
    return KnownStatus{{makedev(X.stx_dev_major, X.stx_dev_minor), X.stx_ino},
                       S_ISREG(X.stx_mode),
                       X.stx_size};
  }
  struct stat S;
  if (fstatat(Folder, Path, &S, Flags) != 0)
    return std::nullopt;
  return KnownStatus{{S.st_dev, S.st_ino},
                     S_ISREG(S.st_mode),
                     static_cast<uint64_t>(S.st_size)};
}

std::optional<KnownStatus> KnownStatus::of(int Fd) {
  return find(Fd, "", AT_EMPTY_PATH);
}

std::optional<KnownStatus> KnownStatus::of(int Folder, const char *Path) {
  return find(Folder, Path, AT_SYMLINK_NOFOLLOW);
}
