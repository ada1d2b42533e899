//===- SliceRunner.h - the prefetch thread --------------------------------===//
//
// Runs slices, one at a time, on one thread of its own, and keeps them from
// doing harm: faults are caught, cancellation is asynchronous, the main thread
// never waits. Implements foreslice_packet, _launch and _end of the ABI.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SLICE_SLICERUNNER_H
#define FORESLICE_SLICE_SLICERUNNER_H

#include "foreslice/abi.h"

#include <atomic>
#include <cstdint>

namespace foreslice {

/// How a slice ended.
enum class SliceEnd {
  Completed,
  Cancelled,     ///< Region end, MPI_Finalize, MPI_Abort, exit.
  Fault,         ///< SIGSEGV, SIGBUS, SIGFPE, SIGILL, stack overflow.
  UnknownHandle, ///< A file, datatype or communicator nobody knows.
  OutOfMemory,   ///< foreslice_slice_alloc over its limit.
  Endless,       ///< A second of CPU time without a request.
};

/// Called by the MPI-IO layer at the points of the program's life.
namespace slice_runner {

/// After MPI_Init succeeded: launches are allowed from here on.
void enable();
/// MPI_Finalize, MPI_Abort, exit: cancels the running slice, refuses launches.
/// Waits for nothing.
void disable();
/// True on the main thread between launch and end of a region: then, and only
/// then, calls are counted and looked up. Cheap (one relaxed load).
bool inRegion();
/// Called when a region is launched (before the slice starts) and when one
/// ends; set by the MPI-IO layer to reset call ids and drop requests.
struct Hooks {
  void (*Launched)(const foreslice_region *Region) = nullptr;
  void (*Ended)(const foreslice_region *Region) = nullptr;
};
void setHooks(Hooks H);

/// What foreslice_slice_* functions do around their work on the prefetch
/// thread: between enter() and leave() a fault is a bug of ours (not caught)
/// and a cancellation is deferred.
void enter();
/// Ends the slice with Why if it is not Completed, or if it was cancelled
/// meanwhile; else returns to the slice. Jumps: call it with no C++ object
/// that needs a destructor alive.
void leave(SliceEnd Why = SliceEnd::Completed);
/// Becomes true when the running slice is cancelled.
const std::atomic<bool> &cancelFlag();

} // namespace slice_runner
} // namespace foreslice

#endif // FORESLICE_SLICE_SLICERUNNER_H
