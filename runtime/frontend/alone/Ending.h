//===- Ending.h - the end of a program without MPI ------------------------===//
//
// What FORESLICE_STATS and FORESLICE_TRACE ask for is written once, when the
// process ends by exit, quick_exit, _exit or _Exit, or before.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_ALONE_ENDING_H
#define FORESLICE_FRONTEND_ALONE_ENDING_H

#include <cstdint>

namespace foreslice::ending {

/// The run of the program begins. On the main thread, once.
void arrange();
/// From here on _exit has something to tell. Any thread of the program's, any
/// number of times.
void prepare();
/// Ends the thread that this needs, for at most MostNs; prepare() starts it
/// once more. False if there was none. Any thread of the program's.
bool pause(uint64_t MostNs);
/// Writes now what the end would write, which writes nothing then. Any thread
/// of the program's.
void endEarly();

} // namespace foreslice::ending

#endif // FORESLICE_FRONTEND_ALONE_ENDING_H
