//===- WatchTable.h - the functions of libforeslice_watch.so --------------===//
//
// The functions of foreslice/watch.h. Each run-time library has a
// foreslice_watch_v7.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_WATCH_WATCHTABLE_H
#define FORESLICE_FRONTEND_POSIX_WATCH_WATCHTABLE_H

#include "foreslice/watch.h"

namespace foreslice {

/// Without functions if nobody asks for the program's calls.
const foreslice_watch *watchTable();
/// A table without functions.
const foreslice_watch *noWatchTable();

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_WATCH_WATCHTABLE_H
