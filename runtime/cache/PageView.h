//===- PageView.h - the bytes of one cached page --------------------------===//
//
// What demand reads and dependent reads copy from.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_PAGEVIEW_H
#define FORESLICE_CACHE_PAGEVIEW_H

#include <cstddef>
#include <cstdint>

namespace foreslice {

/// A page that may be copied from until the Demand or the Awaited that has
/// pinned the page dies. Data is null when the page is not cached.
struct PageView {
  const std::byte *Data = nullptr;
  /// Bytes that the file had in this page when it was fetched; less than the
  /// page size only at end of file.
  uint32_t Valid = 0;
};

} // namespace foreslice

#endif // FORESLICE_CACHE_PAGEVIEW_H
