//===- PacketCopy.h - memory that may not be there ------------------------===//
//
// Copies of a launch through pointers that may lead nowhere.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_PACKETCOPY_H
#define FORESLICE_SOURCE_SLICE_PACKETCOPY_H

#include <cstdint>

namespace foreslice {

/// Copies Size bytes if all bytes can be read. May change errno.
bool copyReadable(void *To, const void *From, uint64_t Size);

} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_PACKETCOPY_H
