//===- DescriptorRoom.h - the run time's place among descriptors ----------===//
//
// A process may have RLIMIT_NOFILE descriptors. Those that the run time takes
// are not there for the program, so it takes none where few are left. The
// kernel gives the lowest free number: a high one shows that few are left.
//
// Programs count on the lowest number, too: a program that closes descriptor 0
// gets 0 for the next file. So descriptors of the run time in the program's
// table have numbers that the program does not come to.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_DESCRIPTORROOM_H
#define FORESLICE_SUPPORT_DESCRIPTORROOM_H

namespace foreslice::descriptor_room {

/// Fd was just opened. From any thread.
void saw(int Fd);
/// Forgets what was seen: the program may have closed some since. Two system
/// calls; takes none.
void look();
/// As of the last look or by now, fewer than 64 are left, or a quarter of the
/// limit. Two system calls; takes none.
bool isScarce();

/// Has the kernel make its table of descriptors as long as moveUp() needs. In a
/// process of several threads the kernel waits for all processors to do that,
/// which takes 10 ms and more: so before there are threads. Leaves no
/// descriptor open.
void lengthenTable();

/// Gives Fd, which was just opened, a number above those that the program's
/// descriptors get, with FD_CLOEXEC; the old number is free again. Fd itself
/// where none is free there, and on threads whose table the program does not
/// see (DescriptorTable.h). Keeps errno. What is -1 stays -1. Closes the old
/// number, which costs the process its fcntl locks on a file of the program's:
/// for those see moveFileUp() in storage/Descriptor.h.
int moveUp(int Fd);
/// open(2) with O_PATH and O_CLOEXEC, moved up. No locks belong to such a
/// descriptor.
int openPathAbove(const char *Path);

} // namespace foreslice::descriptor_room

#endif // FORESLICE_SUPPORT_DESCRIPTORROOM_H
