//===- HelperLife.h - how long the helper threads exist -------------------===//
//
// A program without MPI has threads of the run time only in a region, and a
// short time behind. While there are threads, calls that want a process of one
// thread fail (unshare(2), CLONE_NEWUSER), the process does not end with the
// program's last thread, and forks cost more. Code that starts threads reports
// by begins() and ends(). The last thread notices when no region has been under
// way for a while, asks all others to end, and ends behind the others.
//
// The last thread has the program's descriptors. When the program's threads
// have left by pthread_exit(3), the thread that ends last runs the functions of
// atexit(3), and writes the buffers of stdio. A second user of the descriptors
// makes each call by a descriptor slower, so the last thread is away in long
// regions.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_HELPERLIFE_H
#define FORESLICE_SUPPORT_HELPERLIFE_H

#include <cstdint>

namespace foreslice::helper_life {

/// Has threads end where no region needs the threads: the last thread calls Ask
/// until all others have ended. Ask tells the others to end once idle, and does
/// not wait. Without this call, threads stay. Called before the first thread.
void endWhenIdle(void (*Ask)());
/// From now on threads stay after all.
void stay();

/// A thread of the program enters a region, or has left a region. Any number of
/// regions may be under way. Cheap.
void needed();
void notNeeded();
/// A thread of the program that has been in a region ends, perhaps by
/// pthread_exit(3), and is in no region any more. Where the system has refused
/// the last thread at the end of a region, tries once more, or waits, for a
/// bounded time, until all threads have ended.
void threadEnds();

/// A thread is about to be started that ends by itself. On a thread of the
/// program, or on a thread that begins() has counted.
void begins();
/// As begins(), and has Start(Object) called, which starts the thread: soon on
/// the last thread, so that the caller does not wait for threads to come to a
/// core, or here and now where threads stay. False if the system refuses. On a
/// thread of the program.
bool begins(void (*Start)(void *Address), void *Object);
/// No thread could be started after begins().
void failed();
/// The last call of a thread counted by begins(). Nobody else may join or
/// detach the thread.
void ends();

/// Whether there may be threads that end. False in a child of vfork(2), which
/// has the parent's memory and none of the threads.
bool mayEnd();
/// Waits until all threads have ended, at most MostNs, where no region is under
/// way. Any thread of the program, if mayEnd().
void endNow(uint64_t MostNs);

} // namespace foreslice::helper_life

#endif // FORESLICE_SUPPORT_HELPERLIFE_H
