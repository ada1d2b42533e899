//===- LeaseInterposer.cpp - fcntl(F_SETLEASE) for the program ------------===//
//
// The kernel gives a process a write lease on a file only while nobody else has
// the file open, and takes it away by a signal when somebody opens the file
// (fcntl(2), "Leases"). Before the program takes one, the run time lets go of
// all files that only it has open, and opens none ahead from then on.
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

/// A read that storage does not answer is waited for no longer: the program
/// does without the lease then.
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
