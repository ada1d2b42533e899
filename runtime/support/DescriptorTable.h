//===- DescriptorTable.h - descriptors that the program does not see ------===//
//
// Threads of the run time may have a table of descriptors of their own
// (unshare(2), CLONE_FILES). What is open there takes no number and no room
// from the program, is closed by none of the program's calls, and does not keep
// the program's pipes open. Closing a file there drops no fcntl lock of the
// program's.
//
// A number of one table means nothing, or another file, in the other: who may
// be on either side asks hasLeft().
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_DESCRIPTORTABLE_H
#define FORESLICE_SUPPORT_DESCRIPTORTABLE_H

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
/// Whether the calling thread has the second table.
bool hasLeft();
/// Has a thread with the second table close Fd of it. Any thread.
void closeLater(int Fd);
/// Closes those, on such a thread.
void closeAsked();

} // namespace foreslice::descriptor_table

#endif // FORESLICE_SUPPORT_DESCRIPTORTABLE_H
