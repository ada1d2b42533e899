//===- WatchTable.cpp - what libforeslice_watch.so calls ------------------===//
//
// See foreslice/watch.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/watch/WatchTable.h"

#include "frontend/posix/watch/ProgramWatch.h"

namespace foreslice {

static int64_t watchedRead(const foreslice_call *Call, int64_t (*Own)(void *),
                           void *Argument) {
  return ProgramWatch::get().read(*Call, [&] { return Own(Argument); });
}

static void watchedDone(const foreslice_call *Call, uint64_t Result,
                        uint64_t Start, uint64_t Ns) {
  ProgramWatch::get().done(*Call, Result, Start, Ns);
}

static void watchedClose(int Fd) { ProgramWatch::get().closes(Fd); }

static void watchedRemoval(int Folder, const char *Path) {
  const int Saved = errno;
  ProgramWatch::get().removes(Folder, Path);
  errno = Saved;
}

const foreslice_watch *watchTable() {
  static const foreslice_watch Table = {watchedRead, watchedDone, watchedClose,
                                        watchedRemoval,
                                        ProgramWatch::wantsWrites()};
  return ProgramWatch::isWanted() ? &Table : nullptr;
}

} // namespace foreslice
