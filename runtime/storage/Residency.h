//===- Residency.h - what the operating system has in memory --------------===//
//
// Prefetching what the kernel can copy at once gains nothing. Asks the kernel
// without touching the data.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_STORAGE_RESIDENCY_H
#define FORESLICE_STORAGE_RESIDENCY_H

#include <cstdint>

namespace foreslice {

/// True if a read of these bytes, at least one, would come from the kernel's
/// page cache as far as the kernel can tell: exactly with cachestat (Linux
/// 6.5), by the first and last byte with RWF_NOWAIT before. Never waits for
/// storage; about 0.5 us.
bool isResident(int Fd, uint64_t Offset, uint64_t Length);

} // namespace foreslice

#endif // FORESLICE_STORAGE_RESIDENCY_H
