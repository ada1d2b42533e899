//===- SyncPoints.cpp - calls where ranks meet ----------------------------===//
//
// The MPI library makes these calls. Schemes and statistics are told the time
// of a rank's wait. Only calls with arguments in registers are here: see
// EntryPoints.cpp.
//
//===----------------------------------------------------------------------===//

#include "frontend/Runtime.h"
#include "frontend/mpiio/MpiFrontend.h"
#include "support/Trace.h"

using namespace foreslice;

namespace {
class SyncPoint {
public:
  SyncPoint() {
    if (!IsUp)
      return;
    BeganNs = runtime().counting() ? nowNs() : 0;
    runtime().demand().meets();
  }
  ~SyncPoint() {
    if (!IsUp)
      return;
    runtime().demand().goesOn();
    if (BeganNs == 0)
      return;
    Statistics::get().add(RunCounter::SyncPoints);
    Statistics::get().add(RunCounter::SyncPointNs, nowNs() - BeganNs);
    trace::extent("waits for other ranks", BeganNs);
  }
  SyncPoint(const SyncPoint &) = delete;
  SyncPoint &operator=(const SyncPoint &) = delete;

private:
  const bool IsUp = mpi().isUp();
  uint64_t BeganNs = 0;
};
} // namespace

extern "C" {

int MPI_Barrier(MPI_Comm Comm) {
  SyncPoint Here;
  return PMPI_Barrier(Comm);
}

int MPI_Allreduce(const void *Send, void *Receive, int Count, MPI_Datatype Type,
                  MPI_Op Op, MPI_Comm Comm) {
  SyncPoint Here;
  return PMPI_Allreduce(Send, Receive, Count, Type, Op, Comm);
}

} // extern "C"
