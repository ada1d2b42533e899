//===- DescriptorTable.h - descriptors that the program does not see ------===//
//
// Threads of the run time may have a table of descriptors of their own
// (unshare(2), CLONE_FILES). What is open there takes no number and no room
// from the program, is closed by none of the program's calls, and does not keep
// the program's pipes open. Closing a file there drops no fcntl lock of the
// program's.
//
// A number of one table means nothing, or another file, in the other: who may
// be on either side asks hasLeft(). Where threads end and others are started
// later (HelperLife.h), these have another table than those before: current()
// tells which.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_DESCRIPTORTABLE_H
#define FORESLICE_SUPPORT_DESCRIPTORTABLE_H

#include <optional>
#include <pthread.h>

namespace foreslice::descriptor_table {

/// Has all threads that createThread() makes from now on share a second table,
/// which is empty. Before the first of them.
void use();
/// The process is the run time's: all of its threads have the table that the
/// program does not see. Before the first of them.
void own();
/// As pthread_create(). On a thread with the second table the new one has that,
/// too. False gives an error number; a system that has no second table for us
/// is a note in the statistics, and threads get the program's.
int createThread(pthread_t &Thread, const pthread_attr_t *Attributes,
                 void *(*Body)(void *), void *Argument);
/// All threads with the second table have ended: its descriptors are closed,
/// and threads that createThread() makes from now on have another one. Gives
/// the last thread of the table, if there is one, which is to be joined.
std::optional<pthread_t> giveUp();
/// The number of the calling thread's table. No two tables have the same.
constexpr unsigned OfProgram = 0;
unsigned current();
/// Whether the calling thread has a second table.
inline bool hasLeft() { return current() != OfProgram; }
/// Has a thread that has the table of that number close Fd of it. Any thread.
void closeLater(int Fd, unsigned Number);
/// Closes those of the calling thread's table, which is a second one. Those of
/// other tables went with these.
void closeAsked();

} // namespace foreslice::descriptor_table

#endif // FORESLICE_SUPPORT_DESCRIPTORTABLE_H
