//===- LeaseInterposer.cpp - fcntl(F_SETLEASE) for the program ------------===//
//
// The kernel gives a process a write lease on a file only while nobody else has
// the file open, and takes it away by a signal when somebody opens the file
// (fcntl(2), "Leases"). Before the program takes one, the run time lets go of
// all files that only it has open, and opens none ahead from then on.
//
//===----------------------------------------------------------------------===//

#include "cache/PageCache.h"
#include "frontend/mpiio/MpiFrontend.h"
#include "frontend/mpiio/Process.h"
#include "frontend/mpiio/slice/OpenedAhead.h"
#include "support/NextFunction.h"

#include <cstdarg>
#include <cstdint>
#include <fcntl.h>

#define FORESLICE_EXPORT __attribute__((visibility("default")))

using namespace foreslice;

namespace {

using Fcntl = int(int, int, ...);

/// A read that storage does not answer is waited for no longer: the program
/// does without the lease then.
constexpr uint64_t PatienceNs = 1'000'000'000;

void beforeLease() {
  if (!mpi().isUp())
    return;
  int Saved = errno;
  mpi().openedAhead().turnOff();
  PageCache::letGo(PatienceNs);
  errno = Saved;
}

int told(Next<Fcntl> &F, int Fd, int Command, void *Argument) {
  auto Kind = static_cast<int>(reinterpret_cast<intptr_t>(Argument));
  if (Command == F_SETLEASE && Kind != F_UNLCK)
    beforeLease();
  return F(Fd, Command, Argument);
}

} // namespace

extern "C" {

// The last argument is an int, a pointer or not there: as libc does, all of the
// register that it would be in is handed on.
#define FORESLICE_FCNTL(NAME)                                                  \
  FORESLICE_EXPORT int NAME(int Fd, int Command, ...) {                        \
    static constinit Next<Fcntl> F(#NAME);                                     \
    va_list Rest;                                                              \
    va_start(Rest, Command);                                                   \
    void *Argument = va_arg(Rest, void *);                                     \
    va_end(Rest);                                                              \
    return told(F, Fd, Command, Argument);                                     \
  }
FORESLICE_FCNTL(fcntl)
FORESLICE_FCNTL(fcntl64)
#undef FORESLICE_FCNTL

} // extern "C"
