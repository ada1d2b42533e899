//===- LastWords.h - output of an early end -------------------------------===//
//
// exit, _exit and MPI_Abort may be called in a signal handler: the interrupted
// code may hold any lock, the heap's included. So a thread started before
// writes, and whoever ends the process waits only while the thread makes
// progress.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_LASTWORDS_H
#define FORESLICE_FRONTEND_LASTWORDS_H

#include <cstdint>

namespace foreslice::last_words {

/// Starts the thread for the steps, if there is none. False if the system
/// refuses, from then on. EndsAlone: the thread ends a while after all other
/// threads, and so the process ends.
bool prepare(void (*const *Steps)(), unsigned Count, bool EndsAlone = false);
/// Ends the thread until the next prepare(): nothing is written meanwhile.
/// Waits for the end, at most MostNs. On a thread of the program. False without
/// a thread.
bool pause(uint64_t MostNs);
/// Runs the steps, and waits for the end, or until a step takes more than ten
/// seconds. Takes no lock and no memory. Once, on any thread.
void say();
/// Ends the thread: nothing will be written.
void dismiss();

} // namespace foreslice::last_words

#endif // FORESLICE_FRONTEND_LASTWORDS_H
