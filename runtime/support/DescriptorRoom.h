//===- DescriptorRoom.h - whether descriptors are left for the run time ---===//
//
// A process may have RLIMIT_NOFILE descriptors. Those that the run time takes
// are not there for the program, so it takes none where few are left. The
// kernel gives the lowest free number: a high one shows that few are left.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_DESCRIPTORROOM_H
#define FORESLICE_SUPPORT_DESCRIPTORROOM_H

namespace foreslice::descriptor_room {

/// Fd was just opened. From any thread.
void saw(int Fd);
/// Opens a descriptor, looks at it and closes it; takes about a microsecond.
void look();
/// As of the last look or by now, fewer than 64 are left, or a quarter of the
/// limit. Two system calls; takes none.
bool isScarce();

} // namespace foreslice::descriptor_room

#endif // FORESLICE_SUPPORT_DESCRIPTORROOM_H
