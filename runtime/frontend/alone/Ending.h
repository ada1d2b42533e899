//===- Ending.h - the end of a program without MPI ------------------------===//
//
// What FORESLICE_STATS and FORESLICE_TRACE ask for is written once, when the
// process ends by exit, quick_exit, _exit or _Exit.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_ALONE_ENDING_H
#define FORESLICE_FRONTEND_ALONE_ENDING_H

namespace foreslice::ending {

/// The run of the program begins. On the main thread, once.
void arrange();
/// From here on _exit has something to tell. Any thread of the program's, any
/// number of times.
void prepare();

} // namespace foreslice::ending

#endif // FORESLICE_FRONTEND_ALONE_ENDING_H
