//===- HeldLaunch.h - launches that wait for a slow read ------------------===//
//
// Where the operating system has the files in memory, a slice can gain nothing
// and its threads need not start. The launch is then held back: the slice
// starts when reads turn out slow after all, or when the region opens a file
// that is not in memory, and catches up by call ids.
// Main thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_HELDLAUNCH_H
#define FORESLICE_FRONTEND_MPIIO_HELDLAUNCH_H

#include <cstdint>

namespace foreslice::held_launch {

/// True if samples of all open files that may be cached are in memory, and
/// while none is open. Takes some microseconds.
bool advisable();
/// A launch is held back from here on.
void begin();
/// A file was opened, in a held region or elsewhere.
void opened();
/// True if the next read of the held region shall be timed: all are until many
/// in a row were fast, then one of eight until one is slow.
bool watchesNext();
/// A read of the held region gave Bytes and took Ns.
void readDone(uint64_t Bytes, uint64_t Ns);

} // namespace foreslice::held_launch

#endif // FORESLICE_FRONTEND_MPIIO_HELDLAUNCH_H
