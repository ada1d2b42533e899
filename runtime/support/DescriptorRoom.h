//===- DescriptorRoom.h - the run time's place among descriptors ----------===//
//
// A process may have RLIMIT_NOFILE descriptors, for program and run time
// together, so the run time takes none where few are left. The kernel gives the
// lowest free number: a high number shows that few are left.
//
// Programs count on the lowest number, too: a program that closes descriptor 0
// gets 0 for the next file. So descriptors of the run time in the program's
// table have numbers beyond the program's.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_DESCRIPTORROOM_H
#define FORESLICE_SUPPORT_DESCRIPTORROOM_H

namespace foreslice::descriptor_room {

/// Fd was just opened. From any thread.
void saw(int Fd);
/// Forgets all numbers seen: the program may have closed descriptors since. Two
/// system calls; takes no descriptor.
void look();
/// As of the last look or by now, fewer than 64 descriptors are left, or a
/// quarter of the limit. Two system calls; takes no descriptor.
bool isScarce();

/// Has the kernel lengthen the table of descriptors for moveUp(). In a process
/// of several threads the kernel then waits for all processors, 10 ms and more:
/// so before there are threads. Leaves no descriptor open.
void lengthenTable();

/// Moves Fd, which was just opened, to a number above the program's, with
/// FD_CLOEXEC; the old number is free again. Returns Fd itself where no such
/// number is free, and on threads with a second table (DescriptorTable.h); -1
/// for -1. Keeps errno. Closes the old number: on a file of the program, the
/// process loses fcntl locks; there use moveFileUp() of storage/Descriptor.h.
int moveUp(int Fd);
/// open(2) with O_PATH and O_CLOEXEC, moved up. Closing an O_PATH descriptor
/// drops no lock.
int openPathAbove(const char *Path);

} // namespace foreslice::descriptor_room

#endif // FORESLICE_SUPPORT_DESCRIPTORROOM_H
