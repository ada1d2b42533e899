//===- FilterInterposer.cpp - prctl() and syscall() before libc's ---------===//
//
// A program that filters system calls tells its companion no more: the filter
// may kill for what telling takes. libc declares both functions with any
// arguments, and takes as many as the kernel does.
//
//===----------------------------------------------------------------------===//

#include "guest/Guest.h"
#include "support/NextFunction.h"

#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

using namespace foreslice;

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
    guest::filtered();
  return F(What, A, B, C, D);
}

FORESLICE_EXPORT long toldSystemCall(long Number, long A, long B, long C,
                                     long D, long E, long F) __asm__("syscall");
long toldSystemCall(long Number, long A, long B, long C, long D, long E,
                    long F) {
  static constinit Next<long(long, long, long, long, long, long, long)> Own(
      "syscall");
  if (Number == SYS_seccomp && A != SECCOMP_GET_ACTION_AVAIL)
    guest::filtered();
  return Own(Number, A, B, C, D, E, F);
}

} // extern "C"
