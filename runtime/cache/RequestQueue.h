//===- RequestQueue.h - pages that sources have asked for -----------------===//
//
// Bounded, one entry a page. In the order of posting, but the requests of one
// file always by call id, so that a second source that knows earlier calls of
// it is not stuck behind the first. Not thread-safe: the cache's mutex guards
// it.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_REQUESTQUEUE_H
#define FORESLICE_CACHE_REQUESTQUEUE_H

#include "cache/FileEntry.h"

#include <deque>
#include <span>
#include <vector>

namespace foreslice {

class RequestQueue {
public:
  /// Pages in the queue at most: 256 MiB ahead with pages of 64 KiB.
  static constexpr size_t Capacity = 4096;

  struct Entry {
    FileEntry *File;
    uint64_t CallId;
    PagePart Part;
    uint64_t After; ///< By FileEntry::writeBefore.
    bool Again;     ///< The page was fetched for the call and dropped.
    bool parked() const { return File->parked(After); }
  };

  bool empty() const { return Entries.empty(); }
  bool full() const { return Entries.size() >= Capacity; }
  size_t size() const { return Entries.size(); }

  bool holds(const FileEntry &File, uint64_t Page) const;
  void push(FileEntry &File, uint64_t CallId, const PagePart &Part,
            bool Again = false);
  /// Drops what is queued of these pages of File, ascending, and not parked;
  /// says of which there was any.
  std::vector<bool> withdraw(FileEntry &File, std::span<const PagePart> Pages);
  void dropFile(FileEntry &File);
  void clear();

  enum class Take { Drop, Keep, Stop };
  /// Shows the entries to Visit in order until it says Stop: those it says
  /// Drop to leave the queue, the others stay where they are.
  template <class VisitFn> void scan(VisitFn Visit) {
    size_t Read = 0, Kept = 0;
    for (; Read < Entries.size(); ++Read) {
      Take T = Visit(static_cast<const Entry &>(Entries[Read]));
      if (T == Take::Stop)
        break;
      if (T == Take::Keep)
        Entries[Kept++] = Entries[Read];
      else
        --Entries[Read].File->QueuedPages;
    }
    erase(Kept, Read);
  }

private:
  void erase(size_t Begin, size_t End) {
    auto First = Entries.begin();
    Entries.erase(First + static_cast<std::ptrdiff_t>(Begin),
                  First + static_cast<std::ptrdiff_t>(End));
  }

  std::deque<Entry> Entries;
};

} // namespace foreslice

#endif // FORESLICE_CACHE_REQUESTQUEUE_H
