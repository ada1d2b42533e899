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

std::optional<KnownStatus> KnownStatus::of(int Fd) {
  constexpr unsigned Wanted = STATX_TYPE | STATX_INO | STATX_SIZE;
  struct statx X;
  if (statx(Fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, Wanted, &X) != 0) {
    if (errno != ENOSYS && errno != EPERM) // what filters of calls say
      return std::nullopt;
  } else if ((X.stx_mask & Wanted) == Wanted) {
    return KnownStatus{{makedev(X.stx_dev_major, X.stx_dev_minor), X.stx_ino},
                       S_ISREG(X.stx_mode),
                       X.stx_size};
  }
  struct stat S;
  if (fstat(Fd, &S) != 0)
    return std::nullopt;
  return KnownStatus{{S.st_dev, S.st_ino},
                     S_ISREG(S.st_mode),
                     static_cast<uint64_t>(S.st_size)};
}
