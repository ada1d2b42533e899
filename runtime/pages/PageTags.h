//===- PageTags.h - sets of pages in memory that processes share ----------===//
//
// A table of tags. Only a hint: a page may be forgotten, or mistaken for
// another. Any thread may call anything.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PAGES_PAGETAGS_H
#define FORESLICE_PAGES_PAGETAGS_H

#include "pages/PageHash.h"

#include <atomic>
#include <bit>
#include <cstdint>

namespace foreslice {

class PageTags {
public:
  using Tag = std::atomic<uint32_t>;

  PageTags() = default;
  /// As many tags as countFor() says, zeros at first.
  PageTags(Tag *Tags, uint64_t Count) : Tags(Tags), Mask(Count - 1) {}

  /// Tags for a table that is seldom full with Pages pages.
  static uint64_t countFor(uint64_t Pages) { return std::bit_ceil(Pages) * 2; }

  void add(uint64_t File, uint64_t Page) const {
    uint64_t H = hashOf(File, Page);
    Tags[H & Mask].store(tagOf(H), std::memory_order_relaxed);
  }
  /// Removes the page; whether the page was there.
  bool remove(uint64_t File, uint64_t Page) const {
    uint64_t H = hashOf(File, Page);
    uint32_t Old = tagOf(H);
    return holds(H) && Tags[H & Mask].compare_exchange_strong(
                           Old, 0, std::memory_order_relaxed);
  }
  bool contains(uint64_t File, uint64_t Page) const {
    return holds(hashOf(File, Page));
  }

private:
  static uint32_t tagOf(uint64_t Hash) {
    return static_cast<uint32_t>(Hash >> 32) | 1;
  }
  bool holds(uint64_t Hash) const {
    return Tags[Hash & Mask].load(std::memory_order_relaxed) == tagOf(Hash);
  }

  Tag *Tags = nullptr;
  uint64_t Mask = 0;
};

} // namespace foreslice

#endif // FORESLICE_PAGES_PAGETAGS_H
