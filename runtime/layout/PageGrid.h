//===- PageGrid.h - files in pages ----------------------------------------===//
//
// The cache keeps whole pages, but calls read and write parts of pages. Only
// this file divides places of a file by the size of a page.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_LAYOUT_PAGEGRID_H
#define FORESLICE_LAYOUT_PAGEGRID_H

#include "layout/ByteRange.h"

#include <bit>
#include <cstdint>
#include <ranges>

namespace foreslice {

/// The part of a page that a call reads. Bytes lies within the page.
struct PagePart {
  uint64_t Page;
  ByteRange Bytes;
  bool operator==(const PagePart &) const = default;
};

/// Pages of one size, a power of two of bytes, aligned in the file.
class PageGrid {
public:
  explicit constexpr PageGrid(uint64_t PageSize)
      : Shift(static_cast<unsigned>(std::countr_zero(PageSize))) {}

  constexpr uint64_t pageSize() const { return uint64_t(1) << Shift; }
  constexpr uint64_t pageAt(uint64_t Offset) const { return Offset >> Shift; }
  constexpr uint64_t offsetInPage(uint64_t Offset) const {
    return Offset & (pageSize() - 1);
  }
  constexpr uint64_t beginOf(uint64_t Page) const { return Page << Shift; }
  constexpr ByteRange bytesOf(uint64_t Page) const {
    return {beginOf(Page), beginOf(Page + 1)};
  }
  constexpr PagePart whole(uint64_t Page) const {
    return {Page, bytesOf(Page)};
  }
  /// Begin of the next page after Offset, unless a page begins at Offset.
  constexpr uint64_t roundUp(uint64_t Offset) const {
    return beginOf(pageAt(Offset + pageSize() - 1));
  }
  /// The numbers of the pages that hold any of the bytes, ascending.
  constexpr std::ranges::iota_view<uint64_t, uint64_t>
  pagesWith(ByteRange Bytes) const {
    if (Bytes.Begin >= Bytes.End)
      return {};
    return std::views::iota(pageAt(Bytes.Begin), pageAt(Bytes.End - 1) + 1);
  }

private:
  unsigned Shift;
};

} // namespace foreslice

#endif // FORESLICE_LAYOUT_PAGEGRID_H
