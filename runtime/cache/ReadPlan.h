//===- ReadPlan.h - how a read is copied out of pages ---------------------===//
//
// Which pages a read of the main thread needs, and where their bytes go.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_READPLAN_H
#define FORESLICE_CACHE_READPLAN_H

#include "cache/PageView.h"
#include "layout/Access.h"

#include <span>
#include <vector>

namespace foreslice {

class CachedFile;

class ReadPlan {
public:
  /// Divides the read into pages. Memory has as many bytes of data as the read.
  void divide(Access Read, LayoutPtr Memory, PageGrid Grid);

  /// Only the first Bytes of the read, and not none.
  void shorten(uint64_t Bytes);

  const Access &access() const { return Read; }
  /// In bytes; 0 for an empty read.
  uint64_t length() const { return Read.Length; }
  std::span<const PagePart> pages() const { return Pages; }
  /// One past the last byte of the file that is needed; 0 for an empty read.
  int64_t fileEnd() const { return FileEnd; }

  /// False if a page in Views ends before the read does: end of file, which the
  /// program's own read shall answer.
  bool covered(std::span<const PageView> Views) const;
  /// Fills the buffer; absent pages are read from File. False if a byte could
  /// not be had; the buffer then holds anything.
  bool copy(std::span<const PageView> Views, const CachedFile &File,
            void *Buffer) const;

private:
  Access Read;
  LayoutPtr Memory;
  PageGrid Grid{1};
  int64_t FileEnd = 0;
  std::vector<PagePart> Pages;
};

} // namespace foreslice

#endif // FORESLICE_CACHE_READPLAN_H
