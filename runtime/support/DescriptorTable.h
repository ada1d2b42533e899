//===- DescriptorTable.h - descriptors that the program does not see ------===//
//
// A thread may have a table of descriptors of its own (unshare(2),
// CLONE_FILES). What is open there takes no number and no room from the
// program, is closed by none of the program's calls, and does not keep the
// program's pipes open. Closing a file there drops no fcntl lock of the
// program's.
//
// A number of one table means nothing, or another file, in the other: who may
// be on either side asks hasLeft().
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_DESCRIPTORTABLE_H
#define FORESLICE_SUPPORT_DESCRIPTORTABLE_H

namespace foreslice::descriptor_table {

/// Gives the calling thread, and the threads that it will start, a table of
/// their own that is empty. False if the kernel refuses.
bool leave();
/// Whether the calling thread has left the program's table.
bool hasLeft();
/// Has a thread that has left close Fd of its table. Any thread.
void closeLater(int Fd);
/// Closes those, on a thread that has left.
void closeAsked();
/// A new thread says what the thread was that started it.
void inherit(bool Left);

} // namespace foreslice::descriptor_table

#endif // FORESLICE_SUPPORT_DESCRIPTORTABLE_H
