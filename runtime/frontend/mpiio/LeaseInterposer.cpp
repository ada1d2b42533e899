//===- LeaseInterposer.cpp - fcntl(F_SETLEASE) for the program ------------===//
//
// The kernel gives a process a write lease on a file only while nobody else has
// the file open, and takes the lease away by a signal when somebody opens the
// file (fcntl(2), "Leases"). Before the program takes a lease, the run time
// closes all files opened only by the run time, and opens none ahead from then
// on.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/MpiFrontend.h"
#include "frontend/mpiio/Process.h"
#include "frontend/mpiio/slice/OpenedAhead.h"
#include "storage/Descriptor.h"
#include "support/NextFunction.h"

#include <cstdint>
#include <fcntl.h>

using namespace foreslice;

namespace {

/// Longest wait for a read without an answer of storage: the program then goes
/// without the lease.
constexpr uint64_t PatienceNs = 1'000'000'000;

void beforeLease() {
  if (!mpi().isUp())
    return;
  int Saved = errno;
  mpi().openedAhead().turnOff();
  UnopenedFiles::letGo(PatienceNs);
  errno = Saved;
}

} // namespace

extern "C" {

#define FORESLICE_LEASE(NAME, LEASES, ...)                                     \
  FORESLICE_DO_BEFORE(int, NAME, LEASES, beforeLease(), __VA_ARGS__)

#include "support/InterposedCalls.def"

} // extern "C"
