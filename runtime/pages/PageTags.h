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

  /// Process: the number of the process that adds, if others ask.
  void add(uint64_t File, uint64_t Page, unsigned Process = 0) const {
    uint64_t H = hashOf(File, Page);
    uint32_t By =
        holds(H) && owner(H) != ownerOf(Process) ? Several : ownerOf(Process);
    Tags[H & Mask].store(tagOf(H) | By, std::memory_order_relaxed);
  }
  /// Removes the page; whether the page was there.
  bool remove(uint64_t File, uint64_t Page) const {
    uint64_t H = hashOf(File, Page);
    uint32_t Old = tag(H);
    return (Old & ~Several) == tagOf(H) &&
           Tags[H & Mask].compare_exchange_strong(Old, 0,
                                                  std::memory_order_relaxed);
  }
  bool contains(uint64_t File, uint64_t Page) const {
    return holds(hashOf(File, Page));
  }
  /// Whether another process than this one has added the page.
  bool isOfOthers(uint64_t File, uint64_t Page, unsigned Process) const {
    uint64_t H = hashOf(File, Page);
    return holds(H) && owner(H) != ownerOf(Process);
  }

private:
  /// In the place of an owner, in the low bits of a tag.
  static constexpr uint32_t Several = 63;

  static uint32_t tagOf(uint64_t Hash) {
    return (static_cast<uint32_t>(Hash >> 32) & ~Several) | (Several + 1);
  }
  static uint32_t ownerOf(unsigned Process) { return Process % Several; }
  uint32_t tag(uint64_t Hash) const {
    return Tags[Hash & Mask].load(std::memory_order_relaxed);
  }
  bool holds(uint64_t Hash) const {
    return (tag(Hash) & ~Several) == tagOf(Hash);
  }
  uint32_t owner(uint64_t Hash) const { return tag(Hash) & Several; }

  Tag *Tags = nullptr;
  uint64_t Mask = 0;
};

} // namespace foreslice

#endif // FORESLICE_PAGES_PAGETAGS_H
