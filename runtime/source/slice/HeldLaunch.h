//===- HeldLaunch.h - launches that wait for a slow read ------------------===//
//
// Where the operating system has the files in memory, a slice can gain nothing
// and its threads need not start. The launch is then held back: the slice
// starts when reads turn out slow after all, or when the region comes to a file
// that is not in memory, and catches up by call ids.
// On the thread that has launched.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_HELDLAUNCH_H
#define FORESLICE_SOURCE_SLICE_HELDLAUNCH_H

#include "cache/CachedFile.h"
#include "support/FunctionRef.h"

#include <cstdint>
#include <memory>
#include <span>

namespace foreslice::held_launch {

/// True if samples of all these files are in memory, and if there is none;
/// false if there are too many to look at. Takes some microseconds.
bool advisable(std::span<const std::shared_ptr<CachedFile>> Files);
/// Whether samples of what Fd has open are in memory. False where the kernel
/// does not say.
bool isInMemory(int Fd);
/// The same for all files of the program's thread that have one of the lowest
/// descriptors; false if others may be open, too. Some microseconds.
bool descriptorsAreInMemory();
/// The region has opened Fd, which it may read in ways that are not seen: the
/// slice starts if the file is not in memory.
void opened(int Fd);
/// A launch is held back from here on.
void begin();
/// True if the next read of the held region shall be timed: all are until many
/// in a row were fast, then few until one is slow.
bool watchesNext();
/// True if the next read is neither timed nor looked at in any other way, which
/// is then taken for granted.
bool skipsNext();
/// Whether one of the last reads was slow. Of the next one it is worth system
/// calls to know whether a slow read has slept or only lost its core.
bool isInDoubt();
/// A read of the held region gave Bytes and took Ns. Slept says whether the
/// thread has slept in it; asked only of a slow one.
void readDone(uint64_t Bytes, uint64_t Ns, FunctionRef<bool()> Slept);
/// The same where nobody can tell: the read counts as one that has slept.
void readDone(uint64_t Bytes, uint64_t Ns);

} // namespace foreslice::held_launch

#endif // FORESLICE_SOURCE_SLICE_HELDLAUNCH_H
