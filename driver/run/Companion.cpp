//===- Companion.cpp - the process beside a program -----------------------===//
//
// See Companion.h. The companion is no child of the program's, and in a session
// of its own: no wait and no terminal of the program's knows of it.
//
//===----------------------------------------------------------------------===//

#include "Companion.h"

#include "guest/Segment.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <linux/futex.h>
#include <new>
#include <poll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace foreslice::driver {

namespace {

/// The descriptors of the companion's, behind those of standard streams.
constexpr int SegmentFd = 3, HintsFd = 4, FirstOther = 5;

struct SharedSegment {
  int Fd = -1;
  guest::Segment *At = nullptr;
};

SharedSegment makeSegment() {
  constexpr size_t Bytes = sizeof(guest::Segment);
  const int Fd = memfd_create("foreslice", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (Fd < 0 || ftruncate(Fd, Bytes) != 0 ||
      fcntl(Fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
    return {};
  void *At = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE, MAP_SHARED, Fd, 0);
  if (At == MAP_FAILED)
    return {};
  auto *Shared = static_cast<guest::Segment *>(At);
  Shared->Magic = guest::Segment::Expected;
  Shared->Bytes = Bytes;
  return {Fd, Shared};
}

/// The descriptor of the hints that foreslice-hint hands over; -1 if there is
/// none.
int hintsFd() {
  const char *Path = std::getenv("FORESLICE_HINTS");
  const std::string Own = "/proc/" + std::to_string(getpid()) + "/fd/";
  return Path && strncmp(Path, Own.c_str(), Own.size()) == 0
             ? atoi(Path + Own.size())
             : -1;
}

std::string pathOf(pid_t Process, int Fd) {
  return "/proc/" + std::to_string(Process) + "/fd/" + std::to_string(Fd);
}

/// Moves what is behind From to To; it is not closed by exec there.
bool place(int From, int To) {
  return From == To ? fcntl(From, F_SETFD, 0) == 0 : dup2(From, To) == To;
}

/// Waits until a process has something to tell; false if Program ends before.
/// Most programs do, and need no companion.
bool isNeeded(const guest::Segment &Shared, pid_t Program) {
  constexpr timespec Nap{0, 100'000'000};
  pollfd Of{static_cast<int>(syscall(SYS_pidfd_open, Program, 0)), POLLIN, 0};
  while (Shared.Bell.load() == 0) {
    // Linux before 5.3 has no descriptors of processes.
    if (Of.fd < 0 ? kill(Program, 0) != 0 && errno == ESRCH
                  : poll(&Of, 1, 0) > 0)
      return false;
    syscall(SYS_futex, &Shared.Bell, FUTEX_WAIT, 0, &Nap);
  }
  close(Of.fd);
  return true;
}

[[noreturn]] void become(const std::string &Companion, const std::string &Path,
                         const SharedSegment &Shared, int Hints, pid_t Program,
                         bool IsLate) {
  setsid();
  int Segment = Shared.Fd;
  const int Null = open("/dev/null", O_RDWR | O_CLOEXEC);
  // Out of the way of the numbers that they get.
  Segment = fcntl(Segment, F_DUPFD_CLOEXEC, FirstOther);
  if (Hints >= 0)
    Hints = fcntl(Hints, F_DUPFD_CLOEXEC, FirstOther);
  if (Null < 0 || Segment < 0 || !place(Null, STDIN_FILENO) ||
      !place(Null, STDOUT_FILENO) || !place(Segment, SegmentFd) ||
      chdir("/") != 0)
    _exit(1);
  if (Hints >= 0 && place(Hints, HintsFd))
    setenv("FORESLICE_HINTS", pathOf(getpid(), HintsFd).c_str(), 1);
  if (IsLate)
    place(Null, STDERR_FILENO);
  syscall(SYS_close_range, Hints >= 0 ? FirstOther : HintsFd, ~0U, 0);
  if (IsLate && !isNeeded(*Shared.At, Program))
    _exit(0);
  unsetenv("LD_PRELOAD");
  unsetenv("FORESLICE_STARTED");
  execl(Companion.c_str(), "foreslice-companion",
        std::to_string(SegmentFd).c_str(), std::to_string(Program).c_str(),
        Path.c_str(), nullptr);
  _exit(1);
}

/// The number of a process that is no child of this one; 0 if there is none.
pid_t start(const std::string &Companion, const std::string &Path,
            const SharedSegment &Shared, int Hints, bool IsLate) {
  const pid_t Program = getpid();
  std::atomic<int32_t> &Pid = Shared.At->Places[0].Pid;
  Pid.store(0);
  const pid_t Between = fork();
  if (Between == 0) {
    const pid_t Started = fork();
    if (Started == 0)
      become(Companion, Path, Shared, Hints, Program, IsLate);
    Pid.store(Started);
    _exit(0);
  }
  int Status;
  if (Between < 0 || waitpid(Between, &Status, 0) != Between)
    return 0;
  const int Started = Pid.load();
  return Started > 0 ? Started : 0;
}

} // namespace

bool startCompanion(const Installation &Here, const std::string &Program,
                    bool AwaitsEnd, bool IsLate) {
  // The first process of a container inherits all others.
  if (getpid() == 1 || access(Here.companion().c_str(), X_OK) != 0)
    return false;
  const SharedSegment Shared = makeSegment();
  if (!Shared.At)
    return false;
  Shared.At->AwaitsEnd.store(AwaitsEnd);
  const int Hints = hintsFd();
  const pid_t Companion =
      start(Here.companion(), Program, Shared, Hints, IsLate);
  if (Companion == 0)
    return false;
  if (Hints >= 0) {
    close(Hints);
    unsetenv("FORESLICE_HINTS");
  }
  setenv(guest::SegmentVariable, pathOf(Companion, SegmentFd).c_str(), 1);
  return true;
}

} // namespace foreslice::driver
