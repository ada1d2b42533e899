//===- Scheduling.cpp - how helper threads share cores --------------------===//
//
// See Scheduling.h.
//
//===----------------------------------------------------------------------===//

#include "support/Scheduling.h"

#include <algorithm>
#include <cstdint>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace foreslice;

namespace {

constexpr uint64_t SliceNs = 100'000; // the shortest of Linux
constexpr int Nicer = 5;              // a third of the weight (sched(7))

struct Attributes { // sched_attr of the kernel, which not every libc declares
  uint32_t Size, Policy;
  uint64_t Flags;
  int32_t Nice;
  uint32_t Priority;
  uint64_t Runtime, Deadline, Period;
};

bool isOrdinary() { return sched_getscheduler(0) == SCHED_OTHER; }

} // namespace

bool scheduling::shortenSlice() {
  Attributes A{};
  if (!isOrdinary())
    return false;
  A.Size = sizeof A;
  A.Nice = getpriority(PRIO_PROCESS, 0);
  A.Runtime = SliceNs;
  // Kernels without short slices accept the call, and return 0 later.
  return !syscall(SYS_sched_setattr, 0, &A, 0) &&
         !syscall(SYS_sched_getattr, 0, &A, sizeof A, 0) &&
         A.Runtime == SliceNs;
}

void scheduling::lowerWeight() {
  if (isOrdinary())
    setpriority(PRIO_PROCESS, 0,
                std::min(getpriority(PRIO_PROCESS, 0) + Nicer, 19));
}

long scheduling::timesBlocked() {
  rusage R;
  getrusage(RUSAGE_THREAD, &R);
  return R.ru_nvcsw;
}
