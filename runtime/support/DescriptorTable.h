//===- DescriptorTable.h - descriptors that the program does not see ------===//
//
// Threads of the run time may have a second table of descriptors (unshare(2),
// CLONE_FILES). Descriptors in the second table take no number and no room from
// the program, survive the program's calls, and do not keep the program's pipes
// open. Closing a file in the second table drops no fcntl lock of the program.
//
// A number of one table means nothing, or another file, in the other table:
// code that may run on either side asks hasLeft(). Threads that start after all
// others have ended (HelperLife.h) have a new table: current() tells which.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_DESCRIPTORTABLE_H
#define FORESLICE_SUPPORT_DESCRIPTORTABLE_H

#include <optional>
#include <pthread.h>

namespace foreslice::descriptor_table {

/// Has all threads that createThread() makes from now on share a second, empty
/// table. Called before the first thread.
void use();
/// The process is the run time's: all threads have the second table. Called
/// before the first thread.
void own();
/// As pthread_create(). A thread with the second table hands the table on to
/// the new thread. False gives an error number; on a system without second
/// tables, the statistics get a note, and threads get the program's table.
int createThread(pthread_t &Thread, const pthread_attr_t *Attributes,
                 void *(*Body)(void *), void *Argument);
/// All threads with the second table have ended: the table's descriptors are
/// closed, and threads that createThread() makes from now on have a new table.
/// Gives the last thread of the table, if any, to be joined.
std::optional<pthread_t> giveUp();
/// The number of the calling thread's table, unique in the process.
constexpr unsigned OfProgram = 0;
unsigned current();
/// Whether the calling thread has a second table.
inline bool hasLeft() { return current() != OfProgram; }
/// Has a thread with the table Number close Fd in the table. Any thread.
void closeLater(int Fd, unsigned Number);
/// Closes the descriptors that closeLater() left to the calling thread's table,
/// a second table. Descriptors of earlier tables are closed already.
void closeAsked();

} // namespace foreslice::descriptor_table

#endif // FORESLICE_SUPPORT_DESCRIPTORTABLE_H
