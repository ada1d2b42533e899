//===- Output.cpp - writing without doing harm ----------------------------===//
//
// A temporary beside the target, created exclusively with mode 0600, then a
// rename, which replaces a symbolic link instead of following it.
//
//===----------------------------------------------------------------------===//

#include "support/Output.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace foreslice;

namespace {

/// Blocks SIGPIPE and SIGXFSZ of this thread and takes back the signals that
/// came. Keeps errno.
class QuietSignals {
public:
  QuietSignals() {
    sigemptyset(&Quiet);
    sigaddset(&Quiet, SIGPIPE);
    sigaddset(&Quiet, SIGXFSZ);
    sigset_t Pending;
    sigpending(&Pending);
    for (int Signal : {SIGPIPE, SIGXFSZ})
      if (sigismember(&Pending, Signal))
        sigdelset(&Quiet, Signal); // someone else's: not ours to swallow
    pthread_sigmask(SIG_BLOCK, &Quiet, &Before);
  }
  ~QuietSignals() {
    timespec Now{};
    while (sigtimedwait(&Quiet, nullptr, &Now) > 0)
      ;
    pthread_sigmask(SIG_SETMASK, &Before, nullptr);
    errno = Errno;
  }
  QuietSignals(const QuietSignals &) = delete;
  QuietSignals &operator=(const QuietSignals &) = delete;

private:
  const int Errno = errno;
  sigset_t Quiet, Before;
};

std::string reason(const std::string &Path, int Error) {
  return Path + ": " + strerror(Error);
}

} // namespace

int foreslice::writeAll(int Fd, std::string_view Text) {
  QuietSignals Quiet;
  int Error = 0;
  while (!Text.empty()) {
    ssize_t N = write(Fd, Text.data(), Text.size());
    if (N < 0 && errno == EINTR)
      continue;
    if (N <= 0) {
      Error = N < 0 ? errno : EIO;
      break;
    }
    Text.remove_prefix(static_cast<size_t>(N));
  }
  return Error;
}

namespace {

struct OpenFile {
  bool Is = false;
  dev_t Device = 0;
  ino_t Inode = 0;
  bool operator==(const OpenFile &) const = default;
};

/// fstat() would touch a page of libc's: the empty path there.
OpenFile standardError() {
  struct stat S;
  return fstatat(STDERR_FILENO, "", &S, AT_EMPTY_PATH)
             ? OpenFile()
             : OpenFile{true, S.st_dev, S.st_ino};
}

constinit OpenFile AtLoad;

/// Before the constructors of the library's own variables.
[[gnu::constructor(101)]] void noteAtLoad() { noteStandardError(); }

} // namespace

void foreslice::noteStandardError() { AtLoad = standardError(); }

void foreslice::writeErrors(std::string_view Text) {
  const int Saved = errno;
  if (AtLoad.Is && standardError() == AtLoad)
    writeAll(STDERR_FILENO, Text);
  errno = Saved;
}

static constexpr const char *First = "FORESLICE_STARTED";

std::string foreslice::pathOfProcess(const std::string &Path) {
  const char *Started = getenv(First);
  const std::string Process = std::to_string(getpid());
  return !Started || Started == Process ? Path : Path + "." + Process;
}

void foreslice::beFirstProcess() {
  setenv(First, std::to_string(getpid()).c_str(), /*overwrite=*/0);
}

std::string foreslice::replaceFile(const std::string &Path,
                                   std::string_view Text) {
  struct stat St;
  if (!lstat(Path.c_str(), &St) && !S_ISREG(St.st_mode))
    return Path + ": is not a regular file";
  std::string Temporary = Path + ".tmp." + std::to_string(getpid());
  int Fd = open(Temporary.c_str(),
                O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (Fd < 0)
    return reason(errno == EEXIST ? Temporary : Path, errno);
  int Error = writeAll(Fd, Text);
  if (close(Fd) && !Error)
    Error = errno;
  if (!Error && rename(Temporary.c_str(), Path.c_str()))
    Error = errno;
  if (!Error)
    return {};
  unlink(Temporary.c_str());
  return reason(Path, Error);
}
