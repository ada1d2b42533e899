//===- LastWords.h - what an early end writes -----------------------------===//
//
// exit, _exit and MPI_Abort may be called in a signal handler: what the signal
// interrupted may hold any lock, that of the heap included. So a thread that
// was started before writes, and whoever ends the process waits for that thread
// only as long as the thread gets on.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_LASTWORDS_H
#define FORESLICE_FRONTEND_LASTWORDS_H

#include <cstdint>

namespace foreslice::last_words {

/// Starts the thread that will run the steps, if there is none. False if the
/// system refuses, from then on. EndsAlone: the thread ends, and so the process
/// does, a while after it is the last one.
bool prepare(void (*const *Steps)(), unsigned Count, bool EndsAlone = false);
/// Ends the thread, until prepare() is called again: there is nothing to say
/// meanwhile. Waits for the end, or for MostNs. On a thread of the program's.
/// False if there was none.
bool pause(uint64_t MostNs);
/// Has the steps run, and waits for their end or until one of them takes more
/// than ten seconds. Takes no lock and no memory. Once, on any thread.
void say();
/// Ends the thread: there will be nothing to say.
void dismiss();

} // namespace foreslice::last_words

#endif // FORESLICE_FRONTEND_LASTWORDS_H
