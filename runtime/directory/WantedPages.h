//===- WantedPages.h - pages that processes of a node will soon fetch -----===//
//
// A table of tags in memory that they share: whoever fetches a page can fetch
// its neighbours for others in the same read. Only a hint: a page may be
// forgotten, or taken for another. Any thread may call anything.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DIRECTORY_WANTEDPAGES_H
#define FORESLICE_DIRECTORY_WANTEDPAGES_H

#include "directory/PageHash.h"

#include <atomic>
#include <cstdint>

namespace foreslice {

class WantedPages {
public:
  WantedPages() = default;
  /// Count, a power of two, zeros at first.
  WantedPages(std::atomic<uint32_t> *Tags, uint64_t Count)
      : Tags(Tags), Mask(Count - 1) {}

  /// File is not 0.
  void add(uint32_t File, uint64_t Page) const {
    uint64_t H = hashOf(File, Page);
    Tags[H & Mask].store(tagOf(H), std::memory_order_relaxed);
  }
  void remove(uint32_t File, uint64_t Page) const {
    uint64_t H = hashOf(File, Page);
    if (holds(H))
      Tags[H & Mask].store(0, std::memory_order_relaxed);
  }
  bool contains(uint32_t File, uint64_t Page) const {
    return holds(hashOf(File, Page));
  }

private:
  static uint32_t tagOf(uint64_t Hash) {
    return static_cast<uint32_t>(Hash >> 32) | 1;
  }
  bool holds(uint64_t Hash) const {
    return Tags[Hash & Mask].load(std::memory_order_relaxed) == tagOf(Hash);
  }

  std::atomic<uint32_t> *Tags = nullptr;
  uint64_t Mask = 0;
};

} // namespace foreslice

#endif // FORESLICE_DIRECTORY_WANTEDPAGES_H
