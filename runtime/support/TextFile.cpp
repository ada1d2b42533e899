//===- TextFile.cpp - reading small files by name -------------------------===//
//
// See TextFile.h.
//
//===----------------------------------------------------------------------===//

#include "support/TextFile.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace foreslice;

/// Up to MostBytes + 1 bytes; 0, or an errno.
static int readAll(int Fd, size_t MostBytes, std::string &Text) {
  constexpr size_t Part = 4 << 10; // the kernel's own files come in pages
  for (;;) {
    const size_t Had = Text.size();
    Text.resize(std::min(Had + std::max(Had, Part), MostBytes + 1));
    const long Got =
        syscall(SYS_read, Fd, Text.data() + Had, Text.size() - Had);
    const int Error = errno;
    Text.resize(Had + static_cast<size_t>(std::max(Got, 0L)));
    if (Got < 0 && Error == EINTR)
      continue;
    if (Got < 0)
      return Error;
    if (Got == 0 || Text.size() > MostBytes)
      return 0;
  }
}

std::string foreslice::readTextFile(const std::string &Path, size_t MostBytes,
                                    std::string &Text) {
  Text.clear();
  const int Saved = errno;
  std::string Why;
  const auto Fd =
      static_cast<int>(syscall(SYS_openat, AT_FDCWD, Path.c_str(),
                               O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat S;
  if (Fd < 0)
    Why = strerror(errno);
  else if (fstat(Fd, &S) == 0 && !S_ISREG(S.st_mode))
    Why = S_ISDIR(S.st_mode) ? strerror(EISDIR) : "it is no regular file";
  else if (const int Error = readAll(Fd, MostBytes, Text))
    Why = strerror(Error);
  if (Fd >= 0)
    syscall(SYS_close, Fd);
  errno = Saved;
  return Why;
}
