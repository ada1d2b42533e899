//===- WrittenPages.h - what the program has just written -----------------===//
//
// Copies of bytes that this process has written, for its own later reads of
// files that the operating system does not cache. Not frames of the pool: no
// prefetched page makes room for them, and no other process sees them. Each
// byte counts by itself, so that ranks may share a page.
//
// A program that never reads its copies pays for a bounded share of its writes:
// once so many bytes lie unread, only one written byte in 16 is copied. The
// room for unread copies grows as copies are read.
//
// Any thread. The mutex is held for one piece of a page at a time.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PAGES_WRITTENPAGES_H
#define FORESLICE_PAGES_WRITTENPAGES_H

#include "layout/PageGrid.h"
#include "pages/PagedFile.h"
#include "support/Mutex.h"

#include <atomic>
#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace foreslice {

class WrittenPages {
public:
  /// Who may read the copy of a write.
  enum class For : uint8_t {
    Anybody,
    Voters, ///< Ranks that have found out that no rank's write has failed.
  };

  /// At most MostBytes of copies.
  WrittenPages(PageGrid Grid, uint64_t MostBytes);

  /// Whether there is a copy, of any file. The only cost where there is none.
  const std::atomic<size_t> &count() const { return Count; }

  /// Whether a write of Length bytes is worth a copy.
  bool wants(uint64_t Length) FORESLICE_EXCLUDES(M);
  /// The file has Bytes from Offset on, all in one page.
  void keep(PagedFile &File, uint64_t Offset, std::span<const std::byte> Bytes,
            For Who) FORESLICE_EXCLUDES(M);
  /// Bytes are not as written any more.
  void drop(PagedFile &File, ByteRange Bytes) FORESLICE_EXCLUDES(M);
  /// Whether all of Bytes, in one page, are here.
  bool has(const PagedFile &File, ByteRange Bytes, For Who) const
      FORESLICE_EXCLUDES(M);
  /// Copies the bytes from Offset on, all in one page. False if not all are
  /// here.
  bool copy(const PagedFile &File, uint64_t Offset, std::span<std::byte> To,
            For Who) const FORESLICE_EXCLUDES(M);
  /// The program has read copies.
  void used() FORESLICE_EXCLUDES(M);

private:
  using Key = std::pair<const PagedFile *, uint64_t>;

  struct Kept {
    std::unique_ptr<std::byte[]> Data;
    PagedFile *File = nullptr;
    uint64_t Page = 0;
    /// In the page: the kept bytes lie there, all of them if Bits is empty.
    ByteRange Bytes{0, 0};
    std::vector<uint64_t> Bits; ///< One for each byte of the page.
    For Who = For::Anybody;

    bool has(ByteRange Some) const;
    void add(ByteRange Some, uint64_t PageSize);
    /// False if nothing is left.
    bool remove(ByteRange Some, uint64_t PageSize);
    void useBits(uint64_t PageSize);
  };
  using Place = std::list<Kept>::iterator;

  const Kept *find(const PagedFile &File, ByteRange Bytes, For Who) const
      FORESLICE_REQUIRES(M);
  ByteRange inPage(ByteRange Bytes) const {
    const uint64_t Base = Grid.beginOf(Grid.pageAt(Bytes.Begin));
    return {Bytes.Begin - Base, Bytes.End - Base};
  }
  size_t room() const FORESLICE_REQUIRES(M);
  Place make(PagedFile &File, uint64_t Page) FORESLICE_REQUIRES(M);
  void remove(Place P) FORESLICE_REQUIRES(M);

  const PageGrid Grid;
  const size_t MostPages;
  const uint64_t MostBytes;
  std::atomic<size_t> Count{0};
  mutable Mutex M;
  std::list<Kept> Pages FORESLICE_GUARDED_BY(M); ///< The newest first.
  std::map<Key, Place> Found FORESLICE_GUARDED_BY(M);
  std::list<Kept> Spare FORESLICE_GUARDED_BY(M); ///< For the next page.
  /// Bytes that may be copied and not read. Grows as copies are read.
  uint64_t Trust FORESLICE_GUARDED_BY(M);
  uint64_t Unread FORESLICE_GUARDED_BY(M) = 0; ///< Copied since the last use.
  uint64_t Passed FORESLICE_GUARDED_BY(M) = 0; ///< Written, and not copied.
};

} // namespace foreslice

#endif // FORESLICE_PAGES_WRITTENPAGES_H
