//===- FilterInterposer.cpp - prctl(), syscall() and fcntl() before libc's ===//
//
// A filter of system calls may kill the process for calls of slices and of the
// output, and a lease is refused for files open in the run time. So the run
// time's threads end before, and no slice is launched from then on. With a
// filter, statistics cover the time before the filter.
//
//===----------------------------------------------------------------------===//

#include "frontend/alone/Ending.h"
#include "frontend/alone/OwnCompanion.h"
#include "frontend/posix/Removals.h"
#include "guest/Guest.h"
#include "source/slice/SliceRunner.h"
#include "support/NextFunction.h"
#include "support/OwnWork.h"

#include <cstdint>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

using namespace foreslice;

static constexpr uint64_t MostNs = 1'000'000'000;

static void filtered() {
  {
    OwnWork Work;
    slice_runner::disable();
    ending::pause(MostNs);
    slice_runner::endThreads(MostNs);
    ending::endEarly();
  }
  guest::filtered();
  // No companion may start any more: nothing of the files need be known.
  if (!guest::attached())
    own_companion::leaveOut();
}

static void leased(int Fd) {
  {
    OwnWork Work;
    slice_runner::disable();
    slice_runner::endThreads(MostNs);
    letGoForLease(Fd); // where threads stay
  }
  guest::leased();
}

extern "C" {

#define FORESLICE_FILTER(RESULT, NAME, FILTERS, ...)                           \
  FORESLICE_DO_BEFORE(RESULT, NAME, FILTERS, filtered(), __VA_ARGS__)
#define FORESLICE_LEASE(NAME, LEASES, ...)                                     \
  FORESLICE_DO_BEFORE(int, NAME, LEASES, leased(Fd), __VA_ARGS__)

#include "support/InterposedCalls.def"

} // extern "C"
