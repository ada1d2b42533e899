//===- Companion.cpp - learns and fetches beside programs -----------------===//
//
// foreslice-companion SEGMENT PROCESS PROGRAM: the descriptor of the segment,
// the process that foreslice-run becomes, and the program's path. Ends after
// that process and all attached processes have ended. If the companion dies,
// nothing is fetched; nothing else changes.
//
//===----------------------------------------------------------------------===//

#include "frontend/companion/WatchedProcess.h"

#include "frontend/Runtime.h"
#include "frontend/families/SliceFamilies.h"
#include "frontend/posix/hint/HintReader.h"
#include "storage/Descriptor.h"
#include "support/Clock.h"
#include "support/DescriptorTable.h"
#include "support/HelperQueue.h"
#include "support/RunIdentity.h"
#include "support/Settings.h"
#include "support/Statistics.h"

#include <algorithm>
#include <bitset>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <linux/futex.h>
#include <list>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace foreslice;

namespace {

/// Without records, the companion looks less and less often. A new process
/// wakes the companion.
constexpr int LeastNapMs = 1, MostNapMs = 32, AloneNapMs = 100;
constexpr uint64_t QuietNs = 50'000'000;
/// Time between two looks for processes ended without a word.
constexpr uint64_t BetweenEndsNs = 5'000'000;
/// Above the program's, which a user may have set.
constexpr int Niceness = 5;
/// Most time that an ending process waits for files to be closed.
constexpr uint64_t MostFinishNs = 1'000'000'000;

class Companion {
public:
  Companion(guest::Segment &Shared, pid_t Main, TickClock &Clock)
      : Shared(Shared), Main(Main),
        MainFd(static_cast<int>(syscall(SYS_pidfd_open, Main, 0))),
        Clock(Clock) {}

  void run();

private:
  void attach();
  void free(uint32_t Number);
  bool serve();
  void nap(int Ms, uint32_t Rung);
  void finishFiles();
  void tellEnd();

  guest::Segment &Shared;
  const pid_t Main;
  const int MainFd;
  TickClock &Clock;
  const uint64_t BeganNs = nowNs();
  std::list<WatchedProcess> Processes;
  std::bitset<guest::MostProcesses> Attached;
  uint64_t LookedForEndsNs = 0;
  bool IsTold = false; ///< The main process has ended, and is counted.
};

/// Attaches new processes, also processes that have already left. Frees the
/// place of an ended process; the place of a foreign process stays taken.
void Companion::attach() {
  for (uint32_t I = 0; I < guest::MostProcesses; ++I) {
    const guest::Slot Is =
        Shared.Places[I].State.load(std::memory_order_acquire);
    if ((Is != guest::Slot::Attached && Is != guest::Slot::Left) || Attached[I])
      continue;
    Attached[I] = true;
    const int Pid = Shared.Places[I].Pid.load();
    // Earlier, the main process may not be the program yet.
    if (Pid == Main && runtime().counting())
      Statistics::get().wasCalled(argumentsOf(Pid));
    if (WatchedProcess::isGuest(Pid)) {
      Processes.emplace_back(I, Shared.Places[I], Shared.Processes[I], Clock);
      if (Pid == Main)
        Processes.back().starts();
    } else if (hasEnded(Pid, -1))
      free(I);
  }
}

/// For the next process.
void Companion::free(uint32_t Number) {
  Shared.Processes[Number].clear();
  Attached[Number] = false;
  Shared.Places[Number].State.store(guest::Slot::Free,
                                    std::memory_order_release);
}

/// Writes the statistics, when the main process ends.
void Companion::tellEnd() {
  if (std::exchange(IsTold, true))
    return;
  Statistics &Out = Statistics::get();
  Out.add(RunCounter::RunNs, nowNs() - BeganNs);
  Out.print(std::max(launcherRank(), 0), launcherRanks());
}

/// Who unmounts a file system behind a program finds no file open.
void Companion::finishFiles() {
  HintReader *Hints = HintReader::ifAny();
  if (Hints && Processes.empty()) {
    Hints->withdraw("");
    Hints->removed(MostFinishNs); // a file that is being opened
    Hints->withdraw("");
  }
  HelperQueue::get().finish(MostFinishNs);
  UnopenedFiles::finishReads(MostFinishNs);
}

/// True if anything was told.
bool Companion::serve() {
  bool News = false;
  attach();
  const uint64_t Now = nowNs();
  const bool LooksForEnds = Now - LookedForEndsNs > BetweenEndsNs;
  LookedForEndsNs = LooksForEnds ? Now : LookedForEndsNs;
  bool HasFiles = false;
  for (auto It = Processes.begin(); It != Processes.end();) {
    WatchedProcess &P = *It;
    const bool Ends = P.hasLeft() || (LooksForEnds && P.hasEnded());
    if (P.hasRecords()) {
      Shared.OpenFiles.store(1);
      News |= P.takeRecords();
    }
    if (!Ends) {
      News |= P.look(Now);
      HasFiles |= P.hasFiles();
      ++It;
      continue;
    }
    const uint32_t Number = P.number();
    const bool IsMain = P.pid() == Main;
    const bool HadFiles = P.hasFiles();
    It = Processes.erase(It);
    if (HadFiles || Processes.empty())
      finishFiles();
    if (IsMain)
      tellEnd();
    free(Number);
  }
  if (News)
    Shared.PagesFetched.store(
        Statistics::get()
            .fileSums()[static_cast<size_t>(Counter::PagesPrefetched)]);
  // Work of the queue may have hints read, so the queue is asked first.
  HasFiles |= !HelperQueue::get().isIdle();
  HintReader *Hints = HintReader::ifAny();
  Shared.OpenFiles.store(HasFiles || (Hints && Hints->isAnyOpen()));
  return News;
}

/// Until somebody waits for the companion, or for so long.
void Companion::nap(int Ms, uint32_t Rung) {
  const timespec Most{0, Ms * 1'000'000L};
  syscall(SYS_futex, &Shared.Bell, FUTEX_WAIT, Rung, &Most);
}

void Companion::run() {
  Clock.look();
  Shared.Companion.store(getpid());
  Shared.Begun.store(1);
  uint64_t LastNews = nowNs();
  int NapMs = LeastNapMs;
  for (;;) {
    const uint32_t Rung = Shared.Bell.load();
    Shared.Rests.store(NapMs > LeastNapMs);
    const bool HasEnded = hasEnded(Main, MainFd);
    if (serve()) {
      LastNews = nowNs();
      NapMs = LeastNapMs;
    } else if (nowNs() - LastNews > QuietNs) {
      NapMs = std::min(2 * NapMs, MostNapMs);
    }
    if (HasEnded && Processes.empty())
      break;
    nap(Processes.empty() ? AloneNapMs : NapMs, Rung);
    Clock.look();
  }
  tellEnd();
}

/// Warnings about settings are over. Readers of the program's pipes must not
/// wait for the companion.
void leaveErrors() {
  const int Null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (Null < 0)
    return;
  dup2(Null, STDERR_FILENO);
  close(Null);
}

/// Where memory is short the companion goes first, and leaves nothing behind.
void dieUnseen() {
  constexpr rlimit None{0, 0};
  setrlimit(RLIMIT_CORE, &None);
  const int Fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (Fd >= 0 && write(Fd, "1000", 4) >= 0)
    close(Fd);
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc != 4)
    return 2;
  // What follows takes the time that the clock needs to be exact.
  TickClock Clock;
  void *Address = mmap(nullptr, sizeof(guest::Segment), PROT_READ | PROT_WRITE,
                       MAP_SHARED, atoi(Argv[1]), 0);
  if (Address == MAP_FAILED)
    return 1;
  const pid_t Main = atoi(Argv[2]);
  sigset_t All;
  sigfillset(&All);
  sigdelset(&All, SIGTERM);
  sigprocmask(SIG_SETMASK, &All, nullptr);
  setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + Niceness);
  dieUnseen();
  descriptor_table::own();
  const Settings &S = Settings::get();
  addDataOrders();
  Statistics::get().areOf(Argv[3]);
  runtime().setCounting(!S.Stats.empty());
  if (HintReader::isWanted())
    HintReader::get().start();
  if (S.Stats != "-")
    leaveErrors();
  try {
    Companion(*static_cast<guest::Segment *>(Address), Main, Clock).run();
  } catch (const std::exception &) {
    // No memory, or no descriptors: nothing is fetched any more.
  }
  // Threads of storage may still read.
  _exit(0);
}
