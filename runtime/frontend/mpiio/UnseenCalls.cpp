//===- UnseenCalls.cpp - the end of a program with unseen MPI calls -------===//
//
// See UnseenCalls.h. Without MPI_Init there is no writing thread (LastWords.h),
// so nothing is written in a signal handler: the interrupted code may hold a
// lock, or use the heap.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/UnseenCalls.h"
#include "frontend/mpiio/MpiFrontend.h"

#include "frontend/mpiio/MpiLibrary.h"
#include "frontend/mpiio/Process.h"

#include "support/Output.h"
#include "support/Settings.h"
#include "support/Statistics.h"

#include <csignal>
#include <cstdlib>
#include <string>
#include <unistd.h>

namespace foreslice {

namespace {

/// The reason why no MPI call was seen. MPI_Initialized may be called at any
/// time. A missing MPI library may have come later.
std::string reason() {
  int Initialized = 0;
  if (&PMPI_Initialized &&
      (PMPI_Initialized(&Initialized) != MPI_SUCCESS || !Initialized))
    return notes::NoInit;
  return std::string(notes::SeesNoCalls) +
         "; link the program itself with -fprefetch-slice, or preload " +
         mpi_library::toPreload();
}

// Of the time when the first regions were announced.
pid_t Pid = 0;
sigset_t BlockedThen;

/// In a signal handler, the thread blocks signals unblocked before.
bool inSignalHandler() {
  sigset_t Blocked;
  if (pthread_sigmask(SIG_SETMASK, nullptr, &Blocked))
    return true;
  for (int Signal = 1; Signal < NSIG; ++Signal)
    if (sigismember(&Blocked, Signal) == 1 &&
        sigismember(&BlockedThen, Signal) == 0)
      return true;
  return false;
}

void tell() {
  const std::string &Where = Settings::get().Stats;
  if (getpid() != Pid || mpi().process().sawInit() || Where.empty() ||
      inSignalHandler() || launcherRank() > 0)
    return;
  std::string Why = reason();
  if (Where == "-") {
    writeErrors("foreslice: nothing was prefetched: " + Why + "\n");
    return;
  }
  Statistics::get().note(Why);
  Statistics::get().print(0, 1);
}

__attribute__((constructor)) void arrangeForExit() { std::atexit(tell); }

} // namespace

void unseen_calls::expectInit() {
  pthread_sigmask(SIG_SETMASK, nullptr, &BlockedThen);
  Pid = getpid();
}

} // namespace foreslice
