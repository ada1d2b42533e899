//===- Server.h - mounting, serving, unmounting ---------------------------===//
//
// One mount from start to end, in this process or in a child process.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SLOWFS_SERVER_H
#define FORESLICE_DRIVER_SLOWFS_SERVER_H

#include "Options.h"

namespace slowfs {

/// The exit status for "skipped" in test runners: the kernel forbids FUSE.
constexpr int ExitForbidden = 77;

/// SCHED_FIFO 20 for this thread and threads started here. Without permission,
/// times are less exact.
void raisePriority();

/// Mounts and serves until SIGTERM, SIGINT, SIGHUP, an unmount from outside or
/// the end of Options::UntilPid. Prints a line on standard output once the
/// mount is usable. Returns the exit status.
int serve(const Options &O);

/// Serves in a child process, Child, and returns once the mount is usable.
/// Returns the exit status, 0 if mounted.
int serveInBackground(const Options &O, pid_t &Child);

} // namespace slowfs

#endif // FORESLICE_DRIVER_SLOWFS_SERVER_H
