//===- WatchTable.h - what libforeslice_watch.so calls --------------------===//
//
// The functions of foreslice/watch.h, of which each run-time library has its
// own foreslice_watch_v7.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_WATCH_WATCHTABLE_H
#define FORESLICE_FRONTEND_POSIX_WATCH_WATCHTABLE_H

#include "foreslice/watch.h"

namespace foreslice {

/// Has no functions if nobody wants to know of the program's calls.
const foreslice_watch *watchTable();
/// Has none.
const foreslice_watch *noWatchTable();

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_WATCH_WATCHTABLE_H
