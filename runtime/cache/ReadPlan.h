//===- ReadPlan.h - copying a read out of pages ---------------------------===//
//
// The pages that a read of the main thread needs, and the places of their
// bytes.
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

  /// Keeps only the first Bytes of the read, at least one.
  void shorten(uint64_t Bytes);

  const Access &access() const { return Read; }
  const LayoutPtr &memory() const { return Memory; }
  /// In bytes; 0 for an empty read.
  uint64_t length() const { return Read.Length; }
  std::span<const PagePart> pages() const { return Pages; }
  /// One past the last needed byte of the file; 0 for an empty read.
  int64_t fileEnd() const { return FileEnd; }

  /// False if a page in Views ends before the read does: the program's own read
  /// shall answer at the end of file.
  bool covered(std::span<const PageView> Views) const;
  /// Fills the buffer; absent pages are read from File. False if a byte is
  /// unavailable; the buffer then holds anything.
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
