//===- CallerModules.h - whose calls are not the program's ----------------===//
//
// MPI libraries read files for the program, which the MPI-IO front end sees;
// and the run time reads them itself.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_WATCH_CALLERMODULES_H
#define FORESLICE_FRONTEND_POSIX_WATCH_CALLERMODULES_H

namespace foreslice {

/// Whether the call that returns to Site is made by an MPI library or by the
/// run time. Cheap for the sites that the thread has asked about before.
bool isOwnCall(const void *Site);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_WATCH_CALLERMODULES_H
