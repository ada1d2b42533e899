//===- OwnCompanion.cpp - the companion started by a sliced program -------===//
//
// See OwnCompanion.h. The program gets no child, no descriptor and no signal of
// the companion: a process between makes the shared memory in a separate table
// of descriptors, starts the companion, and ends. Both share the program's
// memory until the companion executes its program, and the calling thread waits
// until then.
//
//===----------------------------------------------------------------------===//

#include "frontend/alone/OwnCompanion.h"

#include "guest/Guest.h"
#include "support/OwnWork.h"
#include "support/Settings.h"
#include "support/Tools.h"

#include <array>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <link.h>
#include <new>
#include <sched.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace foreslice;
using guest::systemCall;

/// clone(3), by a name defined by no program.
extern "C" int __clone(int (*Body)(void *), void *StackEnd, int Flags,
                       void *Argument, ...);

namespace {

/// So many times as long as a read from memory takes, slow reads take before.
/// To start a companion, the thread waits for 0.2 ms, and for about 10 ms while
/// other programs use all cores.
constexpr int64_t SlowReads = 100;
constexpr size_t StackBytes = 64 << 10;
/// The companion's descriptors.
constexpr int SegmentFd = 3, FirstOther = 4;

/// Settings of statistics, traces and hints: left to the program.
constexpr std::array<std::string_view, 5> NotForwarded{
    "FORESLICE_STATS=", "FORESLICE_TRACE=", "FORESLICE_ACCESSES=",
    "FORESLICE_HINTS=", "FORESLICE_POLICY="};
constexpr size_t MostSettings = 64;

template <typename T> long addressOf(T *Object) {
  return reinterpret_cast<long>(Object);
}

constexpr char SourcesVariable[] = "FORESLICE_SOURCES";

struct Start {
  std::array<char, PATH_MAX> Companion{}, Program{};
  std::array<char, 24> Pid{}, Segment{};
  std::array<char, 64> Sources{};
  std::array<char *, MostSettings + 1> Environment{};
  char *Stacks = nullptr;
  guest::Segment *Shared = nullptr; ///< Written by the process between.
  bool IsStarted = false;           ///< Written by the process between.
};

bool isForwarded(std::string_view Entry) {
  if (!Entry.starts_with("FORESLICE_"))
    return false;
  for (std::string_view Not : NotForwarded)
    if (Entry.starts_with(Not))
      return false;
  return true;
}

/// Beside this library.
bool findCompanion(std::array<char, PATH_MAX> &Path) {
  for (const link_map *M = _r_debug.r_map; M; M = M->l_next) {
    if (M->l_ld != _DYNAMIC)
      continue;
    const char *Slash = strrchr(M->l_name, '/');
    const int Length = Slash ? static_cast<int>(Slash - M->l_name) : -1;
    const int Bytes =
        snprintf(Path.data(), Path.size(), "%.*s/foreslice/bin/%s", Length,
                 M->l_name, "foreslice-companion");
    return Length > 0 && Bytes > 0 &&
           static_cast<size_t>(Bytes) < Path.size() &&
           systemCall(SYS_faccessat, AT_FDCWD, addressOf(Path.data()), X_OK) ==
               0;
  }
  return false;
}

/// Executes the companion, in a process without a waiting parent.
int execute(void *Argument) {
  Start &S = *static_cast<Start *>(Argument);
  S.IsStarted = true; // unless the next call returns
  char Name[] = "foreslice-companion";
  char *const Arguments[] = {Name, S.Segment.data(), S.Pid.data(),
                             S.Program.data(), nullptr};
  systemCall(SYS_execve, addressOf(S.Companion.data()), addressOf(Arguments),
             addressOf(S.Environment.data()));
  S.IsStarted = false;
  return 1;
}

/// The process between, with a copy of the program's descriptors.
int between(void *Argument) {
  Start &S = *static_cast<Start *>(Argument);
  constexpr size_t Bytes = sizeof(guest::Segment);
  systemCall(SYS_setsid);
  // Out of the way of the companion's numbers.
  const long Fd =
      systemCall(SYS_fcntl,
                 systemCall(SYS_memfd_create, addressOf("foreslice"),
                            MFD_CLOEXEC | MFD_ALLOW_SEALING),
                 F_DUPFD_CLOEXEC, FirstOther);
  const long Null =
      systemCall(SYS_fcntl,
                 systemCall(SYS_openat, AT_FDCWD, addressOf("/dev/null"),
                            O_RDWR | O_CLOEXEC),
                 F_DUPFD_CLOEXEC, FirstOther);
  if (Fd < 0 || Null < 0 || systemCall(SYS_ftruncate, Fd, Bytes) != 0 ||
      systemCall(SYS_fcntl, Fd, F_ADD_SEALS,
                 F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
    return 1;
  const long Position =
      systemCall(SYS_mmap, 0, Bytes, PROT_READ | PROT_WRITE, MAP_SHARED, Fd, 0);
  if (Position < 0 && Position > -4096)
    return 1;
  S.Shared = reinterpret_cast<guest::Segment *>(Position);
  S.Shared->Magic = guest::Segment::Expected;
  S.Shared->Bytes = Bytes;
  if (systemCall(SYS_dup3, Null, STDIN_FILENO, 0) < 0 ||
      systemCall(SYS_dup3, Null, STDOUT_FILENO, 0) < 0 ||
      systemCall(SYS_dup3, Null, STDERR_FILENO, 0) < 0 ||
      systemCall(SYS_dup3, Fd, SegmentFd, 0) < 0 ||
      systemCall(SYS_chdir, addressOf("/")) != 0)
    return 1;
  systemCall(SYS_close_range, FirstOther, ~0U, 0);
  __clone(execute, S.Stacks + StackBytes, CLONE_VM | CLONE_VFORK, &S);
  return 0;
}

bool describe(Start &S) {
  const long Length =
      systemCall(SYS_readlinkat, AT_FDCWD, addressOf("/proc/self/exe"),
                 addressOf(S.Program.data()), S.Program.size() - 1);
  if (Length <= 0 || !findCompanion(S.Companion))
    return false;
  snprintf(S.Pid.data(), S.Pid.size(), "%d", getpid());
  snprintf(S.Segment.data(), S.Segment.size(), "%d", SegmentFd);
  snprintf(S.Sources.data(), S.Sources.size(), "%s=signatures,hints",
           SourcesVariable);
  size_t Settings = 0;
  if (!getenv(SourcesVariable))
    S.Environment[Settings++] = S.Sources.data();
  for (char **Entry = environ; Entry && *Entry && Settings < MostSettings;
       ++Entry)
    if (isForwarded(*Entry))
      S.Environment[Settings++] = *Entry;
  return true;
}

guest::Segment *start() {
  OwnWork Work;
  // The first process of a container inherits all others.
  if (getpid() == 1)
    return nullptr;
  void *Stacks =
      mmap(nullptr, sizeof(Start) + 2 * StackBytes, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Stacks == MAP_FAILED)
    return nullptr;
  Start &S = *new (static_cast<char *>(Stacks) + 2 * StackBytes) Start;
  S.Stacks = static_cast<char *>(Stacks);
  sigset_t All, Before;
  sigfillset(&All);
  pthread_sigmask(SIG_SETMASK, &All, &Before);
  if (describe(S)) {
    const int Between =
        __clone(between, S.Stacks + 2 * StackBytes, CLONE_VM | CLONE_VFORK, &S);
    if (Between > 0)
      systemCall(SYS_wait4, Between, 0, __WCLONE);
  }
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  guest::Segment *Shared = S.Shared;
  if (Shared && !S.IsStarted) {
    munmap(Shared, sizeof(guest::Segment));
    Shared = nullptr;
  }
  munmap(Stacks, sizeof(Start) + 2 * StackBytes);
  return Shared;
}

/// Before main.
__attribute__((constructor)) void begin() {
  OwnWork Work;
  const Settings &S = Settings::get();
  const char *Given = getenv(guest::SegmentVariable);
  const bool IsWanted =
      !getenv(SourcesVariable) || S.Sources.has(SourceKind::Signatures);
  if ((Given && *Given) || S.Disable || !IsWanted || tools::isValgrindThere() ||
      tools::isThreadSanitizerThere())
    return;
  guest::MakeCompanion = start;
  guest::SlowTicksBefore.store(SlowReads *
                               static_cast<int64_t>(guest::fastTicks()));
  guest::HasCompanion.store(true);
  if (!S.Always)
    return;
  guest::SlowTicksBefore.store(0);
  guest::attach();
}

__attribute__((destructor)) void end() { guest::leave(); }

} // namespace

void own_companion::leaveOut() { guest::HasCompanion.store(false); }
