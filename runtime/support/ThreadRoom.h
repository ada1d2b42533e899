//===- ThreadRoom.h - whether the run time may start threads --------------===//
//
// A thread takes addresses, and libc takes memory for the thread by the
// program's malloc: at the thread's start, while the program is on its way.
// A program without threads may have a malloc of its own that has no locks.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_THREADROOM_H
#define FORESLICE_SUPPORT_THREADROOM_H

namespace foreslice::thread_room {

/// Whether a thread may be started; if not, the statistics say why. Any thread,
/// but not within slices.
bool isLeft();
/// Whether a thread may be started here and now: not in a handler of the
/// program, which may have interrupted malloc. A thread of the program.
bool isLeftHere();

} // namespace foreslice::thread_room

#endif // FORESLICE_SUPPORT_THREADROOM_H
