//===- Ending.cpp - the end of the program --------------------------------===//
//
// MPI_Finalize adds up the counts of the ranks. A rank ending by MPI_Abort, or
// by exit without MPI_Finalize, writes its own counts only: the state of the
// other ranks is unknown, and no MPI call is safe then.
//
//===----------------------------------------------------------------------===//

#include "frontend/LastWords.h"
#include "frontend/Runtime.h"
#include "frontend/mpiio/MpiFrontend.h"
#include "frontend/mpiio/Process.h"

#include "frontend/mpiio/Bypass.h"
#include "frontend/mpiio/JobNetwork.h"
#include "frontend/mpiio/QuietErrors.h"
#include "source/slice/SliceRunner.h"
#include "support/Output.h"
#include "support/Settings.h"
#include "support/Statistics.h"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <string>
#include <unistd.h>
#include <vector>

namespace foreslice {

namespace {

/// MPI libraries copy longer messages from rank to rank by a system call. If
/// the call is forbidden, the job ends. A message of a gather has parts of
/// several ranks.
constexpr int PartBytes = 512;

/// The ranks' statistics on rank 0, in rank order.
std::vector<std::string> gather(const std::string &Mine, int Rank, int Size) {
  int Length = static_cast<int>(std::min<size_t>(Mine.size(), INT_MAX / Size));
  int Longest = 0;
  std::vector<int> Lengths(Size);
  PMPI_Allgather(&Length, 1, MPI_INT, Lengths.data(), 1, MPI_INT,
                 MPI_COMM_WORLD);
  for (int Each : Lengths)
    Longest = std::max(Longest, Each);
  std::vector<std::string> Out(Rank == 0 ? Size : 0);
  std::vector<char> Parts(static_cast<size_t>(PartBytes) * Out.size());
  for (int Position = 0; Position < Longest; Position += PartBytes) {
    char Part[PartBytes] = {};
    if (Position < Length)
      Mine.copy(Part, std::min(PartBytes, Length - Position), Position);
    PMPI_Gather(Part, PartBytes, MPI_CHAR, Parts.data(), PartBytes, MPI_CHAR, 0,
                MPI_COMM_WORLD);
    for (size_t I = 0; I < Out.size(); ++I)
      if (Position < Lengths[I])
        Out[I].append(&Parts[I * PartBytes],
                      std::min(PartBytes, Lengths[I] - Position));
  }
  return Out;
}

/// Runs at exit. The constructor of a library runs before the constructors of
/// programs using the library, so the function runs last: after the program's
/// handlers and destructors, with a possible MPI_Finalize.
__attribute__((constructor)) void arrangeForExit() {
  std::atexit([] { mpi().process().endAlone(); });
}

} // namespace

void Process::countTimes() const {
  Run.countTimes();
  job_network::countMessages();
  if (runtime().counting() && active())
    bypass::note();
}

void Process::finalize() {
  tellAtEnd();
  WorldIsUp.store(false);
}

void Process::tellAtEnd() {
  if (!Told.exchange(true))
    countTimes();
  last_words::dismiss();
  slice_runner::disable();
  if (Size > 1 && active() && runtime().counting())
    runtime().control().noteUsesByOthers();
  ProgramRun::writeTrace(Rank);
  if (Size == 1 || !sharedByAll(MPI_COMM_WORLD)) {
    Statistics::get().print(Rank, Size);
    return;
  }
  QuietComm Quiet(MPI_COMM_WORLD);
  int Wanted = !Settings::get().Stats.empty();
  if (PMPI_Bcast(&Wanted, 1, MPI_INT, 0, MPI_COMM_WORLD) != MPI_SUCCESS ||
      !Wanted)
    return;
  std::vector<std::string> Ranks =
      gather(Statistics::get().json(Rank), Rank, Size);
  if (Rank == 0)
    Statistics::report(Ranks);
}

/// The steps run on a separate thread; see LastWords.h.
static void countAlone() {
  mpi().process().countTimes();
  mpi().process().noteAlone();
}

static void traceAlone() {
  ProgramRun::writeTrace(mpi().process().worldRank());
}

static void printAlone() {
  Statistics::get().print(mpi().process().worldRank(),
                          mpi().process().worldSize());
}

/// Lack of memory may be why the process ends.
template <void (*Step)()> static void withoutFail() {
  try {
    Step();
  } catch (const std::exception &) {
    writeErrors("foreslice: warning: no memory to write what FORESLICE_STATS "
                "and FORESLICE_TRACE ask for\n");
  }
}

void Process::prepareToEndAlone() {
  static void (*const Steps[])() = {withoutFail<countAlone>,
                                    withoutFail<traceAlone>,
                                    withoutFail<printAlone>};
  if (runtime().counting() && !last_words::prepare(Steps, std::size(Steps)))
    warnOnce("no thread can be started: nothing will be written if the program "
             "ends without MPI_Finalize");
}

void Process::noteAlone() const {
  Statistics::get().note("rank " + std::to_string(Rank) +
                         " ended without MPI_Finalize: the figures are its "
                         "own");
}

void Process::endAlone() {
  if (!Run.isOwn())
    return;
  slice_runner::quit();
  if (!Told.exchange(true))
    last_words::say();
}

} // namespace foreslice

using namespace foreslice;

extern "C" {

int MPI_Finalize(void) {
  mpi().process().finalize();
  return PMPI_Finalize();
}

int MPI_Abort(MPI_Comm Comm, int Code) {
  mpi().process().endAlone();
  return PMPI_Abort(Comm, Code);
}

} // extern "C"
