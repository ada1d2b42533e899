//===- WatchTable.cpp - the functions of libforeslice_watch.so ------------===//
//
// See foreslice/watch.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/watch/WatchTable.h"

#include "frontend/posix/watch/ProgramWatch.h"
#include "support/ForkGuard.h"
#include "support/OwnWork.h"

namespace foreslice {

static int64_t watchedRead(const foreslice_call *Call, int64_t (*Own)(void *),
                           void *Argument) {
  if (fork_guard::isChild())
    return Own(Argument);
  return ProgramWatch::get().read(*Call, [&] { return Own(Argument); });
}

static void watchedDone(const foreslice_call *Call, uint64_t Result,
                        uint64_t Start, uint64_t Ns) {
  if (!fork_guard::isChild())
    ProgramWatch::get().done(*Call, Result, Start, Ns);
}

static void watchedClose(int Fd) {
  if (fork_guard::isChild())
    return;
  OwnWork Work;
  ProgramWatch::get().closes(Fd);
}

static constexpr foreslice_watch Nothing{};
static constexpr foreslice_watch Reads = {watchedRead, watchedDone,
                                          watchedClose, /*writes=*/0};
static constexpr foreslice_watch ReadsAndWrites = {watchedRead, watchedDone,
                                                   watchedClose, /*writes=*/1};

const foreslice_watch *noWatchTable() { return &Nothing; }

const foreslice_watch *watchTable() {
  if (!ProgramWatch::isWanted())
    return &Nothing;
  return ProgramWatch::wantsWrites() ? &ReadsAndWrites : &Reads;
}

} // namespace foreslice
