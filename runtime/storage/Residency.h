//===- Residency.h - file data in the operating system's memory -----------===//
//
// Prefetching data that the kernel can copy at once gains nothing. Asks the
// kernel without touching the data.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_STORAGE_RESIDENCY_H
#define FORESLICE_STORAGE_RESIDENCY_H

#include <cstdint>

namespace foreslice {

enum class Residency : uint8_t {
  Absent, ///< Not all of the bytes.
  Resident,
  Unknown ///< The kernel does not say.
};

/// Whether a read of these bytes, at least one, would come from the kernel's
/// page cache as far as the kernel can tell: exactly with cachestat (Linux
/// 6.5), before by the first and last byte with RWF_NOWAIT, and with mincore
/// where the file system does not know RWF_NOWAIT (overlayfs, network file
/// systems, FUSE). Pages on their way from storage are resident for cachestat,
/// and absent for the others. Never waits for storage; about 0.5 us with
/// cachestat.
Residency residencyOf(int Fd, uint64_t Offset, uint64_t Length);

/// False where the kernel does not say.
inline bool isResident(int Fd, uint64_t Offset, uint64_t Length) {
  return residencyOf(Fd, Offset, Length) == Residency::Resident;
}

/// Has the kernel ask the server whether the file has changed, and then drop
/// the cached pages (AT_STATX_FORCE_SYNC). Costs a round trip to the server on
/// network file systems, about 1 us on others.
void revalidate(int Fd);

} // namespace foreslice

#endif // FORESLICE_STORAGE_RESIDENCY_H
