//===- WatchTable.h - what libforeslice_watch.so calls --------------------===//
//
// The functions of foreslice/watch.h, of which each run-time library has its
// own foreslice_watch_v6.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_WATCH_WATCHTABLE_H
#define FORESLICE_FRONTEND_POSIX_WATCH_WATCHTABLE_H

#include "foreslice/watch.h"

namespace foreslice {

/// Null if nobody wants to know of the program's calls.
const foreslice_watch *watchTable();

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_WATCH_WATCHTABLE_H
