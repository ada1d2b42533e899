//===- HelperLife.h - how long the helper threads exist -------------------===//
//
// A program without MPI has threads of the run time's only while it is in a
// region, and a short time behind: as long as there are any, calls that want
// a process of one thread fail (unshare(2), CLONE_NEWUSER), the process does
// not end with the program's last thread, and forks cost more. What starts
// threads is told of by begins() and ends(). One thread, the last, looks when
// no region has been under way for a while, asks for the end of all others,
// and ends behind them.
//
// The last thread has the program's descriptors. When the program's threads
// have left by pthread_exit(3), whoever ends last runs what is registered with
// atexit(3), and writes what is in the buffers of stdio.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_HELPERLIFE_H
#define FORESLICE_SUPPORT_HELPERLIFE_H

#include <cstdint>

namespace foreslice::helper_life {

/// Has threads end where no region needs them: the last thread calls Ask, which
/// asks all others to end once they have nothing to do, and waits for nothing,
/// until they have ended. Without this call they stay. Before the first of
/// them.
void endWhenIdle(void (*Ask)());
/// From now on they stay after all.
void stay();

/// A thread of the program's enters a region, or has left it. Any number of
/// regions may be under way. Cheap.
void needed();
void notNeeded();

/// A thread is about to be started that ends by itself. On a thread of the
/// program's, or on one that is told of here.
void begins();
/// The same, and has Start(Address) called, which starts it: soon on the last
/// thread, so that the caller does not wait for threads that are to come to a
/// core first, or here and now where threads stay. False if the system refuses
/// even that. On a thread of the program's.
bool begins(void (*Start)(void *Address), void *Object);
/// No thread could be started after all.
void failed();
/// The last that such a thread calls. Nobody else may join or detach it.
void ends();

/// Whether there may be threads that end. Not in a child of vfork(2), which has
/// the memory of its parent, and none of the threads.
bool mayEnd();
/// Waits until all have ended, or for MostNs, where no region is under way.
/// Any thread of the program's, if mayEnd().
void endNow(uint64_t MostNs);

} // namespace foreslice::helper_life

#endif // FORESLICE_SUPPORT_HELPERLIFE_H
