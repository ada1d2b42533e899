//===- UnseenCalls.cpp - the end of a program whose MPI calls pass by -----===//
//
// A sliced library in a program that was linked without the run time: the MPI
// library stands first, so that nobody asks for slices. Whoever wants
// statistics is told.
//
//===----------------------------------------------------------------------===//

#include "mpiio/MpiLibrary.h"
#include "mpiio/Process.h"

#include "support/Output.h"
#include "support/Settings.h"
#include "support/Statistics.h"

#include <cstdlib>
#include <string>
#include <unistd.h>

namespace foreslice {

namespace {

/// MPI_Initialized may be asked at any time.
std::string reason() {
  int Initialized = 0;
  if (PMPI_Initialized(&Initialized) != MPI_SUCCESS || !Initialized)
    return "the program did not call MPI_Init";
  return "the run time came after the MPI library and sees no calls; link the "
         "program itself with -fprefetch-slice, or preload " +
         mpi_library::ownPath();
}

__attribute__((constructor)) void arrangeForExit() {
  std::atexit([] { process().tellOfUnseenCalls(); });
}

} // namespace

void Process::tellOfUnseenCalls() {
  const std::string &Where = Settings::get().Stats;
  if (!Announced.load(Relaxed) || BeganNs != 0 || Where.empty() ||
      getpid() != Pid || inSignalHandler() || launcherRank() > 0)
    return;
  std::string Why = reason();
  if (Where == "-") {
    writeAll(STDERR_FILENO, "foreslice: nothing was prefetched: " + Why + "\n");
    return;
  }
  Statistics::get().note(Why);
  Statistics::get().print(0, 1);
}

} // namespace foreslice
