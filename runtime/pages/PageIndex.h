//===- PageIndex.h - the pages of a pool by file and place ----------------===//
//
// A page for each frame, in a hash table by (file, index). Not thread-safe: the
// cache's mutex guards the table.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PAGES_PAGEINDEX_H
#define FORESLICE_PAGES_PAGEINDEX_H

#include "pages/Page.h"
#include "pages/PageHash.h"

#include <cstddef>

namespace foreslice {

class PageIndex {
public:
  explicit PageIndex(size_t SlotCount)
      : SlotCount(SlotCount), BucketCount(bucketsFor(SlotCount)) {}
  ~PageIndex();
  PageIndex(const PageIndex &) = delete;
  PageIndex &operator=(const PageIndex &) = delete;

  /// Reserves the memory; the system provides memory at the first touch. False
  /// if there is none. Once.
  bool map();
  /// The page of slot S, from 1 to slots(); zero until touched.
  Page &operator[](Slot S) { return Pages[S]; }
  const Page &operator[](Slot S) const { return Pages[S]; }
  size_t slots() const { return SlotCount; }

  /// The slot of the page; 0 if no frame has the page.
  Slot find(const PagedFile &File, uint64_t Index) const;
  /// From now on find() finds New in slot S.
  void enter(Slot S, const Page &New);
  /// find() does not find the page of slot S any more.
  void remove(Slot S);

private:
  Slot &bucket(const PagedFile *File, uint64_t Index) const;

  const size_t SlotCount, BucketCount;
  Page *Pages = nullptr;
  Slot *Buckets = nullptr;
};

} // namespace foreslice

#endif // FORESLICE_PAGES_PAGEINDEX_H
