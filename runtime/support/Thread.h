//===- Thread.h - the run time's helper threads ---------------------------===//
//
// Helper threads are guests in someone else's process: helper threads take no
// signals, carry a name of Foreslice, and need little stack.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_THREAD_H
#define FORESLICE_SUPPORT_THREAD_H

#include <cstdint>
#include <ctime>
#include <pthread.h>

namespace foreslice {

/// The descriptors of a thread (DescriptorTable.h). Program: the descriptors of
/// the calling thread.
enum class DescriptorsOf { RunTime, Program };

/// Starts Body(Argument) on a thread that blocks every signal. False if the
/// system refuses, and where a thread with the run time's descriptors would
/// take room from the program (ThreadRoom.h).
bool startHelperThread(pthread_t &Thread, void *(*Body)(void *), void *Argument,
                       DescriptorsOf Whose = DescriptorsOf::RunTime,
                       const char *Name = "foreslice-io");
/// Waits for the end of a thread that startHelperThread() has started.
void joinHelperThread(pthread_t Thread);
/// joinHelperThread() for at most MostNs. False if the thread has not ended.
bool joinWithin(pthread_t Thread, uint64_t MostNs);
/// The time of CLOCK_MONOTONIC in Ns.
timespec timeIn(uint64_t Ns);

} // namespace foreslice

#endif // FORESLICE_SUPPORT_THREAD_H
