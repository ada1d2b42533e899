//===- Ending.cpp - the end of a program without MPI ----------------------===//
//
// exit and quick_exit call registered functions. _exit and _Exit call nothing,
// so these symbols stand before libc's. Signal handlers and children of vfork
// may call both: another thread writes (LastWords.h), and the process id tells
// a child.
//
//===----------------------------------------------------------------------===//

#include "frontend/alone/Ending.h"

#include "frontend/LastWords.h"
#include "frontend/ProgramRun.h"
#include "frontend/Runtime.h"
#include "guest/Guest.h"
#include "source/slice/SliceRunner.h"
#include "support/Output.h"
#include "support/Statistics.h"

#include <atomic>
#include <cstdlib>
#include <iterator>
#include <sys/syscall.h>
#include <unistd.h>

#define FORESLICE_EXPORT __attribute__((visibility("default")))

using namespace foreslice;

namespace {

ProgramRun Run;
std::atomic<bool> Told{false};

void count() {
  Run.countTimes();
  Statistics::get().add(RunCounter::CompanionPages, guest::pagesFetched());
}
void writeTrace() { ProgramRun::writeTrace(/*Rank=*/0); }
void print() { Statistics::get().print(/*Rank=*/0, /*Size=*/1); }

void atExit() {
  // After the output, system calls may be filtered.
  if (Told.load() || !Run.isOwn())
    return;
  slice_runner::quit();
  ending::endEarly();
}

/// Lack of memory may be why the process ends.
template <void (*Step)()> void withoutFail() {
  try {
    Step();
  } catch (const std::exception &) {
    writeErrors("foreslice: warning: no memory to write what FORESLICE_STATS "
                "and FORESLICE_TRACE ask for\n");
  }
}

[[noreturn]] void endNow(int Status) {
  guest::leave();
  if (!Told.load() && Run.isOwn()) {
    slice_runner::quit();
    if (!Told.exchange(true))
      last_words::say();
  }
  for (;;)
    syscall(SYS_exit_group, Status);
}

} // namespace

void ending::arrange() {
  Run.begin();
  std::atexit(atExit);
  std::at_quick_exit(atExit);
}

void ending::prepare() {
  static void (*const Steps[])() = {withoutFail<count>, withoutFail<writeTrace>,
                                    withoutFail<print>};
  const Runtime *R = runtimeIfAny();
  if (R && R->counting() && !Told.load(std::memory_order_relaxed))
    last_words::prepare(Steps, std::size(Steps), /*EndsAlone=*/true);
}

void ending::endEarly() {
  if (!Run.isOwn() || Told.exchange(true))
    return;
  last_words::dismiss();
  count();
  writeTrace();
  print();
}

bool ending::pause(uint64_t MostNs) {
  return Run.isOwn() && last_words::pause(MostNs);
}

extern "C" {

FORESLICE_EXPORT void _exit(int Status) { endNow(Status); }
FORESLICE_EXPORT void _Exit(int Status) { endNow(Status); }

} // extern "C"
