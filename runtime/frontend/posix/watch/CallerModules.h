//===- CallerModules.h - calls not made by the program --------------------===//
//
// MPI libraries read files for the program, seen by the MPI-IO front end; and
// the run time reads files.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_WATCH_CALLERMODULES_H
#define FORESLICE_FRONTEND_POSIX_WATCH_CALLERMODULES_H

namespace foreslice {

/// Whether an MPI library or the run time makes the call returning to Site.
/// Cheap for sites asked about before by the thread.
bool isOwnCall(const void *Site);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_WATCH_CALLERMODULES_H
