//===- Companion.cpp - the process beside a program -----------------------===//
//
// See Companion.h. The companion is no child of the program, and in a separate
// session: neither a wait nor a terminal of the program knows the companion. An
// intermediate process starts the companion. All three share this command's
// memory: a copy of the memory would take longer than everything else here. So
// the data for the companion are prepared before, and the companion only makes
// system calls.
//
//===----------------------------------------------------------------------===//

#include "Companion.h"

#include "guest/Segment.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <linux/futex.h>
#include <new>
#include <poll.h>
#include <sched.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace foreslice::driver {

namespace {

/// The companion's descriptors, behind the standard streams.
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
  void *Address =
      mmap(nullptr, Bytes, PROT_READ | PROT_WRITE, MAP_SHARED, Fd, 0);
  if (Address == MAP_FAILED)
    return {};
  auto *Shared = static_cast<guest::Segment *>(Address);
  Shared->Magic = guest::Segment::Expected;
  Shared->Bytes = Bytes;
  return {Fd, Shared};
}

/// The descriptor of the hints handed over by foreslice-hint; -1 if there are
/// none.
int hintsFd() {
  const char *Path = std::getenv("FORESLICE_HINTS");
  const std::string OwnName = "/proc/" + std::to_string(getpid()) + "/fd/";
  return Path && strncmp(Path, OwnName.c_str(), OwnName.size()) == 0
             ? atoi(Path + OwnName.size())
             : -1;
}

std::string pathOf(pid_t Process, int Fd) {
  return "/proc/" + std::to_string(Process) + "/fd/" + std::to_string(Fd);
}

/// Moves the file of From to To, without close-on-exec.
bool place(int From, int To) {
  return From == To ? fcntl(From, F_SETFD, 0) == 0 : dup2(From, To) == To;
}

/// Waits until a process has something to tell; false if Program ends before.
/// Most programs do, and need no companion.
bool isNeeded(const guest::Segment &Shared, pid_t Program) {
  constexpr timespec Nap{0, 100'000'000};
  pollfd P{static_cast<int>(syscall(SYS_pidfd_open, Program, 0)), POLLIN, 0};
  while (Shared.Bell.load() == 0) {
    // Linux before 5.3 has no descriptors of processes.
    if (P.fd < 0 ? kill(Program, 0) != 0 && errno == ESRCH : poll(&P, 1, 0) > 0)
      return false;
    syscall(SYS_futex, &Shared.Bell, FUTEX_WAIT, 0, &Nap);
  }
  close(P.fd);
  return true;
}

/// Everything needed to start the companion.
struct Start {
  SharedSegment Shared;
  int Hints = -1;
  bool IsLate = false;
  pid_t Program = getpid();
  std::string Companion,
      Name = "foreslice-companion", Segment = std::to_string(SegmentFd),
      Pid = std::to_string(Program), Path,
      OwnHints = "FORESLICE_HINTS=/proc/self/fd/" + std::to_string(HintsFd);
  std::vector<char *> Environment, Arguments;
  pid_t Started = 0; ///< Written by the process between.
};

constexpr size_t StackBytes = 32 << 10;
alignas(16) std::array<std::array<char, StackBytes>, 2> Stacks;

void describe(Start &S) {
  S.Arguments = {S.Name.data(), S.Segment.data(), S.Pid.data(), S.Path.data(),
                 nullptr};
  for (char **Entry = environ; *Entry; ++Entry)
    if (const std::string_view Text = *Entry;
        !Text.starts_with("LD_PRELOAD=") &&
        !Text.starts_with("FORESLICE_STARTED=") &&
        (S.Hints < 0 || !Text.starts_with("FORESLICE_HINTS=")))
      S.Environment.push_back(*Entry);
  if (S.Hints >= 0)
    S.Environment.push_back(S.OwnHints.data());
  S.Environment.push_back(nullptr);
}

/// Becomes the companion when needed. Returns if not needed, or on failure.
int become(void *Argument) {
  const Start &S = *static_cast<Start *>(Argument);
  setsid();
  int Hints = S.Hints;
  const int Null = open("/dev/null", O_RDWR | O_CLOEXEC);
  // Out of the way of the final numbers.
  const int Segment = fcntl(S.Shared.Fd, F_DUPFD_CLOEXEC, FirstOther);
  if (Hints >= 0)
    Hints = fcntl(Hints, F_DUPFD_CLOEXEC, FirstOther);
  if (Null < 0 || Segment < 0 || !place(Null, STDIN_FILENO) ||
      !place(Null, STDOUT_FILENO) || !place(Segment, SegmentFd) ||
      (Hints >= 0 && !place(Hints, HintsFd)) || chdir("/") != 0)
    return 1;
  if (S.IsLate)
    place(Null, STDERR_FILENO);
  syscall(SYS_close_range, Hints >= 0 ? FirstOther : HintsFd, ~0U, 0);
  if (S.IsLate && !isNeeded(*S.Shared.At, S.Program))
    return 0;
  execve(S.Companion.c_str(), S.Arguments.data(), S.Environment.data());
  return 1;
}

/// Starts the companion, as a child of a process about to end.
int startApart(void *Argument) {
  Start &S = *static_cast<Start *>(Argument);
  S.Started = clone(become, Stacks[1].end(), CLONE_VM, Argument);
  return 0;
}

/// The number of the companion, no child of this process; 0 on failure.
pid_t start(Start &S) {
  const int Between =
      clone(startApart, Stacks[0].end(), CLONE_VM | CLONE_VFORK, &S);
  if (Between < 0 || waitpid(Between, nullptr, __WCLONE) != Between)
    return 0;
  return std::max(S.Started, 0);
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
  // In use by the companion after this command has become the program.
  Start &S = *new Start;
  S.Shared = Shared;
  S.Hints = hintsFd();
  S.IsLate = IsLate;
  S.Companion = Here.companion();
  S.Path = Program;
  describe(S);
  const pid_t Companion = start(S);
  if (Companion == 0)
    return false;
  if (S.Hints >= 0) {
    close(S.Hints);
    unsetenv("FORESLICE_HINTS");
  }
  setenv(guest::SegmentVariable, pathOf(Companion, SegmentFd).c_str(), 1);
  return true;
}

} // namespace foreslice::driver
