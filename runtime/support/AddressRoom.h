//===- AddressRoom.h - whether addresses are left for the run time --------===//
//
// A process may have RLIMIT_AS bytes of addresses. A thread of the run time
// takes 64 MiB for malloc alone, and the program may need the whole limit: with
// a limit, the run time starts no thread and maps no file. Other bounds of
// memory (cgroups) do not count addresses.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_ADDRESSROOM_H
#define FORESLICE_SUPPORT_ADDRESSROOM_H

namespace foreslice::address_room {

/// Whether there is a limit of addresses now. Any thread, also within slices.
bool isLimited();

} // namespace foreslice::address_room

#endif // FORESLICE_SUPPORT_ADDRESSROOM_H
