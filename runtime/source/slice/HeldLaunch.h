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
#include <sys/stat.h>

namespace foreslice::held_launch {

/// True if samples of all these files are in memory, or without files; false if
/// there are too many files to look at. Takes some microseconds.
bool advisable(std::span<const std::shared_ptr<CachedFile>> Files);
/// Whether samples of Fd's file are in memory. False where the kernel does not
/// say.
bool isInMemory(int Fd);
/// isInMemory() of a file of which S is known.
bool isInMemory(int Fd, const struct stat &S);
/// isInMemory() for all files of the lowest descriptors, up to a gap, but for
/// one short file; false if others may be open, too. Some microseconds, but for
/// a look soon after one that was true.
bool descriptorsAreInMemory();
/// The program has opened a stream: descriptorsAreInMemory() looks anew.
void openedStream();
/// Whether the first file that an argument of the program names is in memory,
/// or was at a look before: then the files that the program comes to are in
/// memory, too, perhaps. False without such a file, and where other threads may
/// open files meanwhile.
bool namedFileIsInMemory();
/// The region has opened Fd, perhaps for reads that the run time does not see.
/// If the file is not in memory, the slice starts: with the first such file, or
/// with the second one
/// - if the slice is of the files alone,
/// - if the first file is so short that the kernel reads the whole file at
/// once,
/// - if streams are followed, where large files do not count.
/// True if the file is a regular file in memory.
bool opened(int Fd);
/// opened() of a file of which S is known.
bool opened(int Fd, const struct stat &S);
/// Whether the next file that the region opens needs no look: many before were
/// in memory, one after the other. The first file of a launch and some of the
/// next are looked at.
bool skipsNextFile();
/// From now on opened() is also told of each file that a region of the files
/// alone reads by a descriptor, before the first read. Before the first launch.
void seeReads();
bool areReadsSeen();
/// The program has mapped the file of Fd, some of which is not in memory: the
/// slice starts.
void mappedFromStorage(int Fd);
/// Whether samples of all files were in memory as the program mapped them.
bool mappingsAreInMemory();
/// Smaller files are read before anybody has come to follow them.
inline constexpr int64_t LeastFollowed = 256 << 10;
/// From now on somebody else reads ahead of streams that are read from
/// beginning to end. Any thread.
void followStreams();
bool areStreamsFollowed();
/// Whether somebody else reads ahead of the stream of Fd from the beginning on:
/// streams are followed, and the file is large, and the first one asked for. A
/// slice knows the next files.
bool isFollowed(int Fd);
/// A launch is held back from here on.
void begin();
/// True if the next read of the held region shall be timed: all reads until
/// many in a row were fast, then few until a read is slow.
bool watchesNext();
/// True if the next read needs neither time nor any other look, and counts as
/// fast.
bool skipsNext();
/// Whether a recent read was slow. Then the next read is worth system calls, to
/// know whether a slow read has slept or only lost its core.
bool isInDoubt();
/// A read of the held region gave Bytes and took Ns. Slept says whether the
/// thread slept in the read; asked only for a slow read.
void readDone(uint64_t Bytes, uint64_t Ns, FunctionRef<bool()> Slept);
/// readDone() where nobody can tell: counts the read as slept.
void readDone(uint64_t Bytes, uint64_t Ns);

} // namespace foreslice::held_launch

#endif // FORESLICE_SOURCE_SLICE_HELDLAUNCH_H
