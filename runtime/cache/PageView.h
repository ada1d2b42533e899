//===- PageView.h - the bytes of one cached page --------------------------===//
//
// Demand reads and dependent reads copy from views.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_PAGEVIEW_H
#define FORESLICE_CACHE_PAGEVIEW_H

#include <cstddef>
#include <cstdint>

namespace foreslice {

/// A page that may be copied from until the pinning Demand or Awaited dies.
/// Data is null when the page is not cached.
struct PageView {
  const std::byte *Data = nullptr;
  /// Bytes of the page before the end of the file at the fetch; the page size
  /// unless the end of file cuts the page.
  uint32_t Valid = 0;
};

} // namespace foreslice

#endif // FORESLICE_CACHE_PAGEVIEW_H
