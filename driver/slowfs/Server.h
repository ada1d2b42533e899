//===- Server.h - mounting, serving, unmounting ---------------------------===//
//
// One mount from start to end, in this process or in one of its own.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SLOWFS_SERVER_H
#define FORESLICE_DRIVER_SLOWFS_SERVER_H

#include "Options.h"

namespace slowfs {

/// What a test runner takes for "skipped": the kernel forbids FUSE.
constexpr int ExitForbidden = 77;

/// SCHED_FIFO 20 for this thread and those it starts. Not everybody may; then
/// times are less exact, no more.
void raisePriority();

/// Mounts and serves until SIGTERM, SIGINT, SIGHUP, an unmount from outside or
/// the end of Options::UntilPid. Prints a line on standard output once the
/// mount can be used. Returns the exit status.
int serve(const Options &O);

/// Serves in a process of its own and returns once the mount can be used;
/// Child is set to that process. Returns the exit status, 0 if mounted.
int serveInBackground(const Options &O, pid_t &Child);

} // namespace slowfs

#endif // FORESLICE_DRIVER_SLOWFS_SERVER_H
