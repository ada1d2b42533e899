//===- FilterInterposer.cpp - prctl() and syscall() before libc's ---------===//
//
// A filter of system calls may kill for what slices and telling take. So the
// run time's threads end before, and no slice is launched from then on;
// statistics are those up to there.
//
//===----------------------------------------------------------------------===//

#include "frontend/alone/Ending.h"
#include "guest/Guest.h"
#include "source/slice/SliceRunner.h"
#include "support/NextFunction.h"
#include "support/OwnWork.h"

#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

using namespace foreslice;

static void filtered() {
  constexpr uint64_t MostNs = 1'000'000'000;
  {
    OwnWork Work;
    slice_runner::disable();
    ending::pause(MostNs);
    slice_runner::endThreads(MostNs);
    ending::endEarly();
  }
  guest::filtered();
}

extern "C" {

#define FORESLICE_FILTER(RESULT, NAME, FILTERS, PARAMETERS, TYPES, ARGUMENTS)  \
  FORESLICE_EXPORT RESULT told_##NAME PARAMETERS __asm__(#NAME);               \
  RESULT told_##NAME PARAMETERS {                                              \
    static constinit Next<RESULT TYPES> Own(#NAME);                            \
    if (FILTERS)                                                               \
      filtered();                                                              \
    return Own ARGUMENTS;                                                      \
  }

#include "support/InterposedCalls.def"

} // extern "C"
