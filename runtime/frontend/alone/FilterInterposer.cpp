//===- FilterInterposer.cpp - prctl() and syscall() before libc's ---------===//
//
// A filter of system calls may kill for what slices and telling take. So the
// run time's threads end before, and no slice is launched from then on;
// statistics are those up to there. libc declares both functions with any
// arguments, and takes as many as the kernel does.
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

FORESLICE_EXPORT int toldPrctl(int What, unsigned long A, unsigned long B,
                               unsigned long C,
                               unsigned long D) __asm__("prctl");
int toldPrctl(int What, unsigned long A, unsigned long B, unsigned long C,
              unsigned long D) {
  static constinit Next<int(int, unsigned long, unsigned long, unsigned long,
                            unsigned long)>
      F("prctl");
  if (What == PR_SET_SECCOMP)
    filtered();
  return F(What, A, B, C, D);
}

FORESLICE_EXPORT long toldSystemCall(long Number, long A, long B, long C,
                                     long D, long E, long F) __asm__("syscall");
long toldSystemCall(long Number, long A, long B, long C, long D, long E,
                    long F) {
  static constinit Next<long(long, long, long, long, long, long, long)> Own(
      "syscall");
  if (Number == SYS_seccomp && A != SECCOMP_GET_ACTION_AVAIL)
    filtered();
  return Own(Number, A, B, C, D, E, F);
}

} // extern "C"
