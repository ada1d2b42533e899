//===- RegularFile.cpp - opening a file once more -------------------------===//
//
// See RegularFile.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/RegularFile.h"

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace foreslice {

int openRegular(const char *Path, bool &IsFolder) {
  int PathFd = ::open(Path, O_PATH | O_CLOEXEC);
  struct stat S;
  if (PathFd < 0)
    return -1;
  int Fd = -1;
  bool Known = fstat(PathFd, &S) == 0;
  IsFolder = Known && S_ISDIR(S.st_mode);
  if (Known && S_ISREG(S.st_mode)) {
    std::string Itself = "/proc/thread-self/fd/" + std::to_string(PathFd);
    Fd = ::open(Itself.c_str(), O_RDONLY | O_CLOEXEC | O_NOATIME);
    if (Fd < 0 && errno == EPERM)
      Fd = ::open(Itself.c_str(), O_RDONLY | O_CLOEXEC);
  }
  ::close(PathFd);
  return Fd;
}

} // namespace foreslice
