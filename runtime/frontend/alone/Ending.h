//===- Ending.h - the end of a program without MPI ------------------------===//
//
// Writes the output of FORESLICE_STATS and FORESLICE_TRACE once: at exit,
// quick_exit, _exit or _Exit, or before.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_ALONE_ENDING_H
#define FORESLICE_FRONTEND_ALONE_ENDING_H

#include <cstdint>

namespace foreslice::ending {

/// The run of the program begins. On the main thread, once.
void arrange();
/// From now on _exit has something to write. Any thread of the program, any
/// number of times.
void prepare();
/// Ends the writing thread, for at most MostNs; prepare() starts the thread
/// again. False without a thread. Any thread of the program.
bool pause(uint64_t MostNs);
/// Writes the output now; the end then writes nothing. Any thread of the
/// program.
void endEarly();

} // namespace foreslice::ending

#endif // FORESLICE_FRONTEND_ALONE_ENDING_H
